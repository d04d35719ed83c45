// What every part of the board shares: the data, the words, and what can be pointed at.
import { getContext, setContext, type Snippet } from 'svelte';

import type { EventEffects } from './eventEffects';
import type { Highlight } from './highlights';
import type { BadgeKind, Box, Colour, Key, Position, TableSeat, Translate } from './types';

export interface BoardContext {
  readonly box: Box;
  readonly position: Position;
  readonly seats: readonly TableSeat[];
  readonly t: Translate;
  /** The seat whose board is large. */
  readonly own: Colour;
  readonly due: Colour | null;
  /** Whose step is shown, or who is to decide. */
  readonly activeSeat: Colour | null;
  readonly narrow: boolean;
  readonly over: boolean;
  readonly effects: EventEffects;
  /** What stands beside the name of a seat. */
  readonly seatStatus?: Snippet<[Colour]> | undefined;
  /** Places completed or decorated just now, and who began a turn: they get their second. */
  readonly freshElements: ReadonlySet<string>;
  readonly pointed: Key | null;
  /** The market space whose tile was picked; 0 for none. */
  readonly pickedTileSpace: number;
  isTarget(key: Key): boolean;
  /** What is meant by picking an element, which may lie upon a target. */
  resolvePick(key: Key): Key;
  isChosen(key: Key): boolean;
  /** How it is marked, and with which bead at rest. */
  highlight(key: Key): Highlight | null;
  badge(key: Key): BadgeKind;
  /** Picked instead of what is chosen. */
  isAlternative(key: Key): boolean;
  hint(key: Key): string | undefined;
  pick(key: Key): void;
  point(key: Key | null, how: PointingMethod): void;
}

/** A mouse that comes and goes, the keyboard's focus, or a finger held down. */
export type PointingMethod = 'hover' | 'focus' | 'press';

const KEY = Symbol('board');

export function setBoardContext(board: BoardContext): void {
  setContext(KEY, board);
}

/** For drawings outside of a table, which have words and no more. */
export function setTranslate(t: Translate): void {
  setContext(KEY, { t });
}

export function getBoardContext(): BoardContext {
  return getContext<BoardContext>(KEY);
}

export function seatOf(board: BoardContext, colour: Colour): TableSeat | undefined {
  return board.seats.find((seat) => seat.colour === colour);
}

/** The accessible name of an element: with what picking it would do. */
export function accessibleName(board: BoardContext, key: Key, label: string): string {
  const hint = board.hint(key);
  return hint ? `${label}. ${hint}` : label;
}

/** What a seat is called by everybody. */
export function playerName(board: BoardContext, colour: Colour): string {
  return seatOf(board, colour)?.name || colourName(board, colour);
}

/** How far a seat has come on the track, in words; to the next prestige while that counts. */
export function prestigeText(board: BoardContext, seat: TableSeat): string {
  const prestige = board.t('amount.prestige', { n: seat.prestige });
  return board.over ? prestige : board.t('board.stands', { prestige, n: seat.to_next });
}

export function colourName(board: BoardContext, colour: Colour): string {
  return board.t(`player.${colour}`);
}
