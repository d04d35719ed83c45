// The Svelte context that all parts of the board read: the position, the texts, and what the
// player can pick.
import { getContext, setContext, type Snippet } from 'svelte';

import { COLOURS } from '../vocabulary.ts';
import type { EventEffects } from './eventEffects';
import type { Highlight } from './highlights';
import { asSentence } from './names.ts';
import type * as wire from '../protocol.gen';
import type { BadgeKind, Key, TowerPay, Translate } from './types';

export interface BoardContext {
  readonly box: wire.Box;
  readonly position: wire.Position;
  readonly seats: readonly wire.TableSeat[];
  readonly t: Translate;
  readonly towerPay: TowerPay;
  /** The seat whose board is shown large. */
  readonly own: wire.Colour;
  /** The seat that must decide now. */
  readonly due: wire.Colour | null;
  /** The seat whose step is being shown, or else the one that must decide. */
  readonly activeSeat: wire.Colour | null;
  readonly narrow: boolean;
  readonly over: boolean;
  readonly effects: EventEffects;
  /** Shown next to the name of a seat. */
  readonly seatStatus?: Snippet<[wire.Colour]> | undefined;
  /** Places that were just completed or decorated, and the seat that began a turn. */
  readonly freshElements: ReadonlySet<string>;
  readonly pointed: Key | null;
  /** The market space whose tile was picked; 0 for none. */
  readonly pickedTileSpace: number;
  isTarget(key: Key): boolean;
  /** Return the target that a click on an element picks: the element may lie on top of it. */
  resolvePick(key: Key): Key;
  isChosen(key: Key): boolean;
  highlight(key: Key): Highlight | null;
  badge(key: Key): BadgeKind;
  /** Whether a pick would replace what is chosen. */
  isAlternative(key: Key): boolean;
  /** What a pick would do, in words. */
  hint(key: Key): string | undefined;
  pick(key: Key): void;
  point(key: Key | null, method: PointingMethod): void;
}

/** A mouse over the element, the keyboard focus, or a click or long press. */
export type PointingMethod = 'hover' | 'focus' | 'press';

const CONTEXT_KEY = Symbol('board');

export function setBoardContext(board: BoardContext): void {
  setContext(CONTEXT_KEY, board);
}

/** Set a context with texts only, for drawings that show no position. */
export function setTranslate(t: Translate): void {
  setContext(CONTEXT_KEY, { t });
}

export function getBoardContext(): BoardContext {
  return getContext<BoardContext>(CONTEXT_KEY);
}

export function seatOf(board: BoardContext, colour: wire.Colour): wire.TableSeat | undefined {
  return board.seats.find((seat) => seat.colour === colour);
}

/** Return the accessible name of an element: its label, and what a pick would do. */
export function accessibleName(board: BoardContext, key: Key, label: string): string {
  const hint = board.hint(key);
  const isSame = hint?.toLowerCase() === label.toLowerCase();
  return hint && !isSame ? `${label}. ${asSentence(hint)}` : label;
}

/** Return the name of a player, or else of the color. */
export function playerName(board: BoardContext, colour: wire.Colour): string {
  return seatOf(board, colour)?.name || colourName(board, colour);
}

/** Return the prestige of a seat in words and, unless the game is over, the spaces to the next. */
export function prestigeText(board: BoardContext, seat: wire.TableSeat): string {
  const prestige = board.t('amount.prestige', { n: seat.prestige });
  return board.over ? prestige : board.t('board.stands', { prestige, n: seat.to_next });
}

/** Return what a tower would pay to each player now, or has paid. */
export function towerPayText(board: BoardContext, tower: number): string {
  const shares = board.towerPay[tower - 1] ?? {};
  const parts = COLOURS.flatMap((colour) =>
    shares[colour] ? [`${playerName(board, colour)} ${shares[colour]}`] : [],
  );
  const id = board.over ? 'board.tower-paid' : 'board.tower-pays';
  return board.t(id, { n: tower, what: parts.join(', ') || '0' });
}

export function colourName(board: BoardContext, colour: wire.Colour): string {
  return board.t(`player.${colour}`);
}

/** Return the name of a player with the color, unless the color is the name. */
export function fullName(board: BoardContext, { name, colour }: wire.TableSeat): string {
  const word = colourName(board, colour);
  return name === word ? word : `${name}, ${word}`;
}
