// The interface of the board component: its props and the keys of its elements. The board knows
// neither the rules nor the network. It shares only the types of messages with the server.

import type { Snippet } from 'svelte';

import type * as wire from '../protocol.gen';

export type * from '../protocol.gen';

/** The prestige that each tower would pay to each player now. */
export type TowerPay = wire.Table['tower_pay'];

/** An element of the board that the player can point at: its kind, then its name. */
export type Key =
  | `die:${wire.Die}`
  | `space:${number}`
  | `tile:${number}`
  | `influence:${number}`
  | `influence:${number}:${number}`
  | `card:${string}`
  | `tower:${number}`
  | `slot:${wire.Material}`
  | `supply:${wire.Material}`
  | `banner:${'inventory' | 'beside' | wire.WorkshopSpace}`
  | `workshop:${wire.WorkshopSpace}`
  | `ornament:${wire.OrnamentKind}`
  | 'marker'
  // options of a chooser
  | `gems:${string}`
  | `side:${wire.Side}`
  | `units:${number}`
  // buttons of the action bar
  | 'pay'
  | 'stop'
  | 'end'
  | 'reroll'
  // elements that have a detail card but cannot be picked
  | `marker:${wire.Colour}`
  | `track:${wire.Colour}`
  | `seat:${wire.Colour}`
  | `seat:${wire.Colour}:${wire.WorkshopSpace}`
  | `ivan:${number}`
  | 'rubles'
  | 'standing';

/** The part of a key before the first colon. */
export type KeyKind = Key extends infer SingleKey
  ? SingleKey extends `${infer Kind}:${string}`
    ? Kind
    : SingleKey
  : never;

/** The badge of a target whose drawing does not show what a pick does. */
export type BadgeKind = 'claim' | 'deliver' | 'ornament' | 'plain';

export function kindOf(key: Key): KeyKind {
  return key.split(':', 1)[0] as KeyKind;
}

/** The decision that the player points at, or has chosen but not yet played. */
export interface Preview {
  seat: wire.Colour;
  events: readonly wire.Event[];
  /** A resource that the decision offers but that the player cannot receive in full. */
  offer?: wire.Offer | null;
}

/** A step of another player, shown for a while. */
export interface ShownStep {
  seat: wire.Colour;
  /** The events of the step that have been shown so far. */
  events: readonly wire.Event[];
  /** The position before the step. */
  from: wire.Position;
  /** The board shows the position after the step. Until then only dice have moved. */
  isDone: boolean;
  /** The market space where the step happens, if any. */
  space: number | null;
}

/** Return a text by its id, in the reader's language. */
export type Translate = (id: string, values?: Record<string, string | number>) => string;

export type Tab = 'market' | 'cathedral' | 'board' | 'others' | 'log';

export interface BoardProps {
  /** The log, in a separate panel (a tab on a narrow screen). */
  log?: Snippet;
  /** The dark bar below the board, with the actions of the player. */
  actionBar?: Snippet;
  /**
   * A summary of the last turn, or of the last turn of this seat. A narrow screen shows it below
   * the market while nothing is explained, and with each opponent.
   */
  latestAction?: Snippet<[wire.Colour?]>;
  /** Shown next to the name of a seat, such as its clock. */
  seatStatus?: Snippet<[wire.Colour]>;
  /** A link to the rule about a kind of element. */
  ruleLink?: Snippet<[string]>;
  box: wire.Box;
  position: wire.Position;
  seats: wire.TableSeat[];
  /** The colors played at this page. The player's board is that of the one to move. */
  ownColours: wire.Colour[];
  t: Translate;
  tower_pay?: TowerPay;
  /** The game is over: towers show what they paid, not what they would pay. */
  over?: boolean;
  /** The seat that has to decide now; Position.to_move when absent. */
  due?: wire.Colour | null;
  /** The elements that can be picked now. A click on any other element explains it. */
  targets?: ReadonlySet<Key>;
  /** Elements that can also be picked, and then replace what is chosen. */
  alternatives?: ReadonlySet<Key>;
  /** The targets that glow: those of the action pointed at, or all that are asked for. */
  highlighted?: ReadonlySet<Key>;
  /** The elements that a lesson asks for next; a narrow screen opens their tab. */
  expected?: ReadonlySet<Key>;
  badges?: ReadonlyMap<Key, BadgeKind>;
  /** The keys picked so far, in order. Choosers open at the last one. */
  chosen?: readonly Key[];
  /** What a pick would do, in words: a part of the accessible name. */
  hints?: ReadonlyMap<Key, string>;
  /** Additions to the detail cards of elements. */
  notes?: Readonly<Record<string, string>>;
  preview?: Preview | null;
  /** The step of another player that is being shown. A preview replaces it. */
  shownStep?: ShownStep | null;
  /** The events that led to this position, to animate. Nothing moves if it is empty. */
  recentEvents?: readonly wire.Event[];
  /** Called when the player picks a target. */
  pick: (key: Key) => void;
  /** Called with the element under the pointer or in focus; null for none. */
  point?: (key: Key | null) => void;
}
