// What every part of the board shares: the data, the words, and what can be pointed at.
import { getContext, setContext, type Snippet } from 'svelte';

import type { Shown } from './events';
import type { Mark } from './marks';
import type { Bead, Box, Colour, Key, Position, TableSeat, Translate } from './types';

export interface Table {
  readonly box: Box;
  readonly position: Position;
  readonly seats: readonly TableSeat[];
  readonly t: Translate;
  /** The seat whose board is large. */
  readonly own: Colour;
  readonly due: Colour | null;
  /** Whose step is shown, or who is to decide. */
  readonly moves: Colour | null;
  readonly narrow: boolean;
  readonly over: boolean;
  readonly preview: Shown;
  /** What stands beside the name of a seat. */
  readonly beside?: Snippet<[Colour]> | undefined;
  /** Places completed or decorated just now, and who began a turn: they get their second. */
  readonly fresh: ReadonlySet<string>;
  readonly pointed: Key | null;
  /** The market space whose tile was picked; 0 for none. */
  readonly origin: number;
  isTarget(key: Key): boolean;
  /** What is meant by picking an element, which may lie upon a target. */
  meant(key: Key): Key;
  isChosen(key: Key): boolean;
  /** How it is marked, and with which bead at rest. */
  mark(key: Key): Mark | null;
  bead(key: Key): Bead;
  /** Picked instead of what is chosen. */
  isInstead(key: Key): boolean;
  hint(key: Key): string | undefined;
  pick(key: Key): void;
  point(key: Key | null, how: Pointing): void;
}

/** A mouse that comes and goes, the keyboard's focus, or a finger held down. */
export type Pointing = 'hover' | 'focus' | 'press';

const KEY = Symbol('table');

export function setTable(table: Table): void {
  setContext(KEY, table);
}

/** For drawings outside of a table, which have words and no more. */
export function setWords(t: Translate): void {
  setContext(KEY, { t });
}

export function getTable(): Table {
  return getContext<Table>(KEY);
}

export function seatOf(table: Table, colour: Colour): TableSeat | undefined {
  return table.seats.find((seat) => seat.colour === colour);
}

/** The accessible name of an element: with what picking it would do. */
export function labelOf(table: Table, key: Key, label: string): string {
  const hint = table.hint(key);
  return hint ? `${label}. ${hint}` : label;
}

/** What a seat is called by everybody. */
export function playerName(table: Table, colour: Colour): string {
  return seatOf(table, colour)?.name || colourName(table, colour);
}

/** How far a seat has come on the track, in words; to the next prestige while that counts. */
export function standing(table: Table, seat: TableSeat): string {
  const prestige = table.t('amount.prestige', { n: seat.prestige });
  return table.over ? prestige : table.t('board.stands', { prestige, n: seat.to_next });
}

export function colourName(table: Table, colour: Colour): string {
  return table.t(`player.${colour}`);
}
