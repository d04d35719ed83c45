// What the board draws and what it says: data in, keys out. No rules, no network.
// Names, places and ids are those of the game record.

import type { Snippet } from 'svelte';

export type Colour = 'red' | 'blue' | 'green' | 'yellow';
export type Die = 'white' | Colour;
export type Material = 'W' | 'B' | 'S' | 'G' | 'E' | 'P';
export type WorkshopSpace = Colour | 'white1' | 'white2';
export type Section = 'base' | 'middle' | 'dome';
export type OrnamentKind = 'door' | 'arch' | 'cross';
export type Mark = 'printed' | 'likely' | 'reconstructed';
export type Side = 'up' | 'down';

/** wood, brick, ..., purple-gem, ruble, recognition */
export type Resource =
  | 'wood'
  | 'brick'
  | 'stone'
  | 'gold'
  | 'green-gem'
  | 'purple-gem'
  | 'ruble'
  | 'recognition';

/**
 * Something on the table that one can point at: `die:white`, `space:5`, `tile:5`, `influence:2`,
 * `influence:2:1`, `card:2.1`, `slot:W`, `supply:W`, `banner:inventory`, `bench:blue`, `side:up`,
 * `ornament:door`, `gems:EP`, `units:3`, `marker`; for showing only: `seat:red`, `ivan:3`, `purse`.
 */
export type Key = string;

// ---- the box: an edition as data -------------------------------------------------------------

export interface BoxCard {
  section: Section;
  cost: string;
  recognition: number;
  rubles: number;
  mark: Mark;
  words: string;
}

export interface BoxGift {
  /** A resource, or `die` on a workshop tile. */
  gives: Resource | 'die';
  die?: Die | null;
  amount?: number;
  many?: boolean;
  mark: Mark;
  words: string;
}

export interface BoxAction {
  effect: string;
  /** Letters of the materials that may be sold or bought; all six mean any. */
  materials: string;
  price: number;
  amount: number;
  endless: boolean;
  words: string;
}

export interface BoxInfluence {
  group: 'craftsmen' | 'teamsters' | 'merchants' | 'clergy';
  mark: Mark;
  actions: BoxAction[];
}

export type Costs = Record<WorkshopSpace, number>;

export interface Box {
  id: string;
  name: string;
  hash: string;
  track: { lap: number; prestige: number[] };
  slots: number;
  covered: number;
  cards: Record<string, BoxCard>;
  tiles: Record<string, BoxGift>;
  resources: Record<string, BoxGift>;
  influence: Record<string, BoxInfluence>;
  costs: { basic: Record<Colour, Costs>; advanced: Record<Colour, Costs> };
}

// ---- the position: record.md's state, at any moment of a turn --------------------------------

export type Materials = Partial<Record<Material, number>>;

export interface Site {
  card: string;
  /** Ivan's deliveries are of any kind, so only their number counts against the cost. */
  delivered: Materials;
  done: boolean;
  ornament: Colour | null;
  owner: Colour | null;
  tile: string | null;
}

/** The keys of `banners` are there or not by the side of the board; Ivan has `left` alone. */
export interface Banners {
  beside?: number | null;
  inventory?: number | null;
  white1?: boolean | null;
  white2?: boolean | null;
  left?: number | null;
}

export interface SeatPosition {
  banners: Banners;
  colour: Colour;
  materials: Materials;
  ornaments: Record<OrnamentKind, number>;
  locked: Partial<Record<WorkshopSpace, OrnamentKind>>;
  rubles: number;
  score: number;
  workshop: Record<WorkshopSpace, [string, Side] | null> | null;
}

export interface IvanPosition {
  build: string;
  cards: [string, string, boolean][];
  inventory: string;
}

export interface Position {
  dice: Record<Die, [number, number]>;
  final_round: boolean;
  influence: string[];
  ivan: IvanPosition | null;
  /** Resource tiles by id, of spaces 1 to 8. */
  resources: string[];
  seats: SeatPosition[];
  supply: Materials;
  to_move: Colour;
  towers: Site[][];
}

// ---- who sits at the table -------------------------------------------------------------------

export interface Seat {
  colour: Colour;
  name: string;
  kind: 'person' | 'bot' | 'ivan';
  bot?: string | null;
  side: 'basic' | 'advanced';
  prestige: number;
  /** Spaces to the next eagle. */
  to_next: number;
  /** Prestige that the towers would pay this seat if the game ended now. */
  towers: number;
  goods?: number;
  cards: number;
  ornaments: number;
  costs?: Partial<Costs> | null;
}

/** What each tower would pay now, and to whom. */
export type TowerPay = Partial<Record<Colour, number>>[];

// ---- events: what a decision would cause (a preview), and what has just happened (motion) -----

/**
 * `kind` is one of `claimed`, `tile-placed`, `ornament-freed`, `ornament-lost`, `delivered`,
 * `completed`, `reprimanded`, `ornament-set`, `closed`, `die-moved`, `die-rolled`, `gained`,
 * `paid`, `prestige-gained`, `prestige-lost`, `tiles-swapped`, `tile-activated`, ...; a kind the
 * board does not know is passed over. `_` and `-` are the same.
 */
export interface BoardEvent {
  kind: string;
  seat?: Colour | null;
  /** A cathedral card; of `reprimanded` the unfinished one. */
  place?: string | null;
  /** Of `reprimanded`: the card whose completion caused it. */
  cause?: string | null;
  /** Full id or letter: `stone` or `S`, `ruble`, `recognition`. */
  resource?: string | null;
  amount?: number | null;
  /** Steps of the marker, of `prestige-gained` and `prestige-lost`. */
  steps?: number | null;
  die?: Die | null;
  /** Market spaces 1..8: of `die-moved`; of `tiles-swapped` the two spaces. */
  from?: number | null;
  to?: number | null;
  face?: number | null;
  /** A workshop space, or where a banner comes from. */
  space?: string | null;
  source?: string | null;
  tile?: string | null;
  side?: Side | null;
  ornament?: OrnamentKind | null;
  gems?: string | null;
}

/** The decision that is pointed at, or chosen and not yet played. */
export interface Preview {
  seat: Colour;
  events: BoardEvent[];
}

// ---- words -----------------------------------------------------------------------------------

/** A text by its id, in the reader's language. */
export type Translate = (id: string, values?: Record<string, string | number>) => string;

/** What the host adds to the card that explains an element. */
export interface Note {
  title?: string;
  lines: string[];
}

// ---- Board.svelte ----------------------------------------------------------------------------

export type Tab = 'market' | 'cathedral' | 'board' | 'others' | 'log';

export interface BoardProps {
  /** What has happened: the log, in its own panel (a tab on a narrow screen). */
  log?: Snippet;
  /** What I can do: the dark bar below. */
  bar?: Snippet;
  /** On a narrow screen: shown under the market while nothing is explained (the last event, say). */
  brief?: Snippet;
  box: Box;
  position: Position;
  seats: Seat[];
  /** Colours played at this page; the board of the one to move is shown large. */
  me: Colour[];
  t: Translate;
  tower_pay?: TowerPay;
  /** The seat that has to decide now; Position.to_move when absent. */
  due?: Colour | null;
  /** What can be picked now. Nothing else answers to a click but with its explanation. */
  targets?: ReadonlySet<Key>;
  /** Can be picked too, though it is not offered: instead of what is chosen. */
  instead?: ReadonlySet<Key>;
  /** Keys picked so far, in order: marked as chosen; choosers open at the last one. */
  chosen?: readonly Key[];
  /** What picking would mean: added to the accessible name and shown in the detail card. */
  hints?: ReadonlyMap<Key, string>;
  /** More words for the detail card of an element. */
  notes?: ReadonlyMap<Key, Note>;
  preview?: Preview | null;
  /** What led to this position: things fly from where they were. Empty: nothing moves. */
  happened?: readonly BoardEvent[];
  pick: (key: Key) => void;
  /** The element under the pointer or in focus; null when none. */
  point?: (key: Key | null) => void;
}
