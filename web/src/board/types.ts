// What the board draws and what it says: data in, keys out. No rules, no network: of what the
// server sends it knows the shape alone.

import type { Snippet } from 'svelte';

import type {
  Box,
  Colour,
  Die,
  Event,
  Material,
  Offer,
  OrnamentKind,
  Position,
  Side,
  Table,
  TableSeat,
  WorkshopSpace,
} from '../protocol.gen';

export type * from '../protocol.gen';

/** What a decision would cause (a preview), or what has just happened (motion). */
export type BoardEvent = Event;

/** What each tower would pay now, and to whom. */
export type TowerPay = Table['tower_pay'];

/** Something on the table that one can point at, by its kind and its name. */
export type Key =
  | `die:${Die}`
  | `space:${number}`
  | `tile:${number}`
  | `influence:${number}`
  | `influence:${number}:${number}`
  | `card:${string}`
  | `slot:${Material}`
  | `supply:${Material}`
  | `banner:${'inventory' | 'beside' | WorkshopSpace}`
  | `workshop:${WorkshopSpace}`
  | `ornament:${OrnamentKind}`
  | 'marker'
  // in a chooser
  | `gems:${string}`
  | `side:${Side}`
  | `units:${number}`
  // on the host's bar
  | 'pay'
  | 'stop'
  | 'end'
  | 'reroll'
  // for showing only
  | `marker:${Colour}`
  | `track:${Colour}`
  | `seat:${Colour}`
  | `seat:${Colour}:${WorkshopSpace}`
  | `ivan:${number}`
  | 'rubles'
  | 'standing';

/** What stands before the first colon. */
export type KeyKind = Key extends infer Each
  ? Each extends `${infer Kind}:${string}`
    ? Kind
    : Each
  : never;

/** What is done with a thing, where that is not plain from the thing. */
export type BadgeKind = 'claim' | 'deliver' | 'ornament' | 'plain';

export function kindOf(key: Key): KeyKind {
  return key.split(':', 1)[0] as KeyKind;
}

/** The decision that is pointed at, or chosen and not yet played. */
export interface Preview {
  seat: Colour;
  events: readonly BoardEvent[];
  /** What is offered and cannot all be received. */
  offer?: Offer | null;
}

/** A step of somebody that is shown for its time. */
export interface ShownStep {
  seat: Colour;
  /** All that its message has told so far. */
  events: readonly BoardEvent[];
  /** Where it began. */
  from: Position;
  /** Whether the position drawn is the one it led to; else only dice have moved yet. */
  isDone: boolean;
  /** The market space that it happens at, if there is one. */
  space: number | null;
}

/** A text by its id, in the reader's language. */
export type Translate = (id: string, values?: Record<string, string | number>) => string;

/** What the host adds to the card that explains an element. */
export interface Note {
  title?: string;
  lines: string[];
}

export type Tab = 'market' | 'cathedral' | 'board' | 'others' | 'log';

export interface BoardProps {
  /** What has happened: the log, in its own panel (a tab on a narrow screen). */
  log?: Snippet;
  /** What I can do: the dark bar below. */
  actionBar?: Snippet;
  /**
   * What happened last in short, or what this seat did last: on a narrow screen, under the market
   * while nothing is explained, and with the others.
   */
  latestAction?: Snippet<[Colour?]>;
  /** Beside the name of a seat: what the host has to tell of who sits there. */
  seatStatus?: Snippet<[Colour]>;
  /** The rule about a kind of thing. */
  ruleLink?: Snippet<[KeyKind]>;
  box: Box;
  position: Position;
  seats: TableSeat[];
  /** Colours played at this page; the board of the one to move is shown large. */
  ownColours: Colour[];
  t: Translate;
  tower_pay?: TowerPay;
  /** The game is over: nothing is said of what would be paid. */
  over?: boolean;
  /** The seat that has to decide now; Position.to_move when absent. */
  due?: Colour | null;
  /** What can be picked now. Nothing else answers to a click but with its explanation. */
  targets?: ReadonlySet<Key>;
  /** Can be picked too, though it is not offered: instead of what is chosen. */
  alternatives?: ReadonlySet<Key>;
  /** Of these, what the verb pointed at is about, or all that is asked for: it glows. */
  highlighted?: ReadonlySet<Key>;
  badges?: ReadonlyMap<Key, BadgeKind>;
  /** Keys picked so far, in order: marked as chosen; choosers open at the last one. */
  chosen?: readonly Key[];
  /** What picking would mean: added to the accessible name and shown in the detail card. */
  hints?: ReadonlyMap<Key, string>;
  notes?: ReadonlyMap<Key, Note>;
  preview?: Preview | null;
  /** What somebody else does just now, unless something is pointed at. */
  shownStep?: ShownStep | null;
  /** What led to this position: things fly from where they were. Empty: nothing moves. */
  recentEvents?: readonly BoardEvent[];
  pick: (key: Key) => void;
  /** The element under the pointer or in focus; null when none. */
  point?: (key: Key | null) => void;
}
