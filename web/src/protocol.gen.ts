// Made by tools/protocol_types.py; not to be edited.

export const MATERIAL_LETTERS = ['W', 'B', 'S', 'G', 'E', 'P'] as const;
export type Material = (typeof MATERIAL_LETTERS)[number];

export const RESOURCES = ['wood', 'brick', 'stone', 'gold', 'green-gem', 'purple-gem', 'ruble', 'recognition'] as const;
export type Resource = (typeof RESOURCES)[number];

export const COLOURS = ['red', 'blue', 'green', 'yellow'] as const;
export type Colour = (typeof COLOURS)[number];

export const DICE = ['white', 'red', 'blue', 'green', 'yellow'] as const;
export type Die = (typeof DICE)[number];

export const WORKSHOP_SPACES = ['red', 'blue', 'green', 'yellow', 'white1', 'white2'] as const;
export type WorkshopSpace = (typeof WORKSHOP_SPACES)[number];

export const ORNAMENTS = ['door', 'arch', 'cross'] as const;
export type OrnamentKind = (typeof ORNAMENTS)[number];

export const BANNER_SOURCES = ['inventory', 'beside', 'white1', 'white2'] as const;
export type BannerSource = (typeof BANNER_SOURCES)[number];

export const GEM_SETS = ['-', 'E', 'P', 'EE', 'PP', 'EP'] as const;
export type GemSet = (typeof GEM_SETS)[number];

export const IVAN_CARDS = ['recognition', 'inventory', 'transport', 'claim', 'build'] as const;
export type IvanCard = (typeof IVAN_CARDS)[number];

export type Side = 'up' | 'down';

/** A cathedral card on its place; who claimed it, and whose ornament it has. */
export interface Site {
  card: string;
  delivered: Partial<Record<Material, number>>;
  done: boolean;
  ornament: Colour | null;
  owner: Colour | null;
  tile: string | null;
}

/** Banners on a player's board; which there are depends on its side. Ivan has `left`. */
export interface Banners {
  beside?: number;
  inventory?: number;
  left?: number;
  white1?: boolean;
  white2?: boolean;
}

/** What lies on a player's board; `score` counts on past the lap. */
export interface SeatPosition {
  banners: Banners;
  colour: Colour;
  locked: Partial<Record<WorkshopSpace, OrnamentKind>>;
  materials: Partial<Record<Material, number>>;
  ornaments: Record<OrnamentKind, number>;
  rubles: number;
  score: number;
  workshop: Record<WorkshopSpace, [string, Side] | null> | null;
}

/** Ivan's cards with their tiles (true: face up), and what lies on two of them. */
export interface IvanPosition {
  build: string;
  cards: ([string, string, boolean])[];
  inventory: string;
}

/** A position as the game record has it, at any moment of a turn. */
export interface Position {
  dice: Record<Die, [number, number]>;
  final_round: boolean;
  influence: string[];
  ivan: IvanPosition | null;
  resources: string[];
  seats: SeatPosition[];
  supply: Partial<Record<Material, number>>;
  to_move: Colour;
  towers: Site[][];
}

/** A seat's turn began. */
export interface TurnBegan {
  kind: 'turn-began';
  seat: Colour;
}

/** A card was claimed with a banner (R4.1, R4.2); Ivan's comes from no source. */
export interface Claimed {
  kind: 'claimed';
  seat: Colour;
  place: string;
  source?: BannerSource | null;
}

/** A workshop tile was put on a board (R4.4). */
export interface TilePlaced {
  kind: 'tile-placed';
  seat: Colour;
  space: WorkshopSpace;
  tile: string;
  side: Side;
}

/** An ornament that lay on a workshop space may be placed now (R4.5). */
export interface OrnamentFreed {
  kind: 'ornament-freed';
  seat: Colour;
  space: WorkshopSpace;
  ornament: OrnamentKind;
}

/** An ornament that lay on a workshop space is out of the game (R4.5). */
export interface OrnamentLost {
  kind: 'ornament-lost';
  seat: Colour;
  space: WorkshopSpace;
  ornament: OrnamentKind;
}

/** One material was delivered to a card (R5.1). */
export interface Delivered {
  kind: 'delivered';
  seat: Colour;
  place: string;
  resource: Resource;
}

/** A card was completed (R5.3). */
export interface Completed {
  kind: 'completed';
  seat: Colour;
  place: string;
}

/** An unfinished card below cost recognition when the card `cause` was completed (R5.4). */
export interface Reprimanded {
  kind: 'reprimanded';
  seat: Colour;
  place: string;
  cause: string;
  amount: number;
}

/** An ornament was placed on a card, with gems (R5.5). */
export interface Decorated {
  kind: 'ornament-set';
  seat: Colour;
  place: string;
  ornament: OrnamentKind;
  gems: GemSet;
}

/** A seat was the first to complete its sixth card (R7.1). */
export interface Closed {
  kind: 'closed';
  seat: Colour;
}

/** A die went from one market space to another (R6.1). */
export interface DieMoved {
  kind: 'die-moved';
  seat: Colour;
  die: Die;
  from: number;
  to: number;
}

/** Ivan's die stayed on its market space, since it would have ended on a full one (R8.4). */
export interface DieBlocked {
  kind: 'die-blocked';
  seat: Colour;
  die: Die;
  space: number;
}

/** A die was rolled (R6.11). */
export interface DieRolled {
  kind: 'die-rolled';
  seat: Colour;
  die: Die;
  face: number;
}

/** A seat got so much of a resource. */
export interface Gained {
  kind: 'gained';
  seat: Colour;
  resource: Resource;
  amount: number;
}

/** A seat gave so much of a resource back to the supply. */
export interface Paid {
  kind: 'paid';
  seat: Colour;
  resource: Resource;
  amount: number;
}

/** A seat gained prestige; `steps` is how many spaces its marker went ahead (R1.2). */
export interface PrestigeGained {
  kind: 'prestige-gained';
  seat: Colour;
  amount: number;
  steps: number;
}

/** A seat lost prestige; `steps` is how many spaces its marker went back (R3.2, R7.8). */
export interface PrestigeLost {
  kind: 'prestige-lost';
  seat: Colour;
  amount: number;
  steps: number;
}

/** The resource tiles of two market spaces changed places (R6.7). */
export interface TilesSwapped {
  kind: 'tiles-swapped';
  seat: Colour;
  first: number;
  second: number;
}

/** A workshop tile was used (R6.9). */
export interface TileActivated {
  kind: 'tile-activated';
  seat: Colour;
  space: WorkshopSpace;
  tile: string;
}

/** The workshop tile of a card that Ivan claimed is out of the game (R8.4). */
export interface TileDiscarded {
  kind: 'tile-discarded';
  seat: Colour;
  tile: string;
  place: string;
}

/** Ivan used the card at position `number` of his row, from 1 (R8.4). */
export interface IvanActed {
  kind: 'ivan-acted';
  seat: Colour;
  card: IvanCard;
  number: number;
  die: Die;
}

/** Ivan put so much of a material on his Inventory card, possibly none (R8.4). */
export interface IvanStored {
  kind: 'ivan-stored';
  seat: Colour;
  resource: Resource;
  amount: number;
}

/** So many materials went from Ivan's Inventory card to his Build card (R8.4). */
export interface IvanTransported {
  kind: 'ivan-transported';
  seat: Colour;
  amount: number;
}

/** All of Ivan's tiles are face up again (R8.4). */
export interface IvanDealt {
  kind: 'ivan-dealt';
  seat: Colour;
}

/** The last turn has ended (R7.1). */
export interface GameEnded {
  kind: 'game-ended';
  seat: Colour;
}

export type Event = TurnBegan | Claimed | TilePlaced | OrnamentFreed | OrnamentLost | Delivered | Completed | Reprimanded | Decorated | Closed | DieMoved | DieBlocked | DieRolled | Gained | Paid | PrestigeGained | PrestigeLost | TilesSwapped | TileActivated | TileDiscarded | IvanActed | IvanStored | IvanTransported | IvanDealt | GameEnded;

export type EffectName = 'sell' | 'buy' | 'deliver' | 'gain-rubles' | 'swap' | 'trade-pair' | 'trade-ruble' | 'trade-four' | 'activate' | 'gain-recognition' | 'pay-prestige' | 'discard-prestige' | 'gain-recognition-complete';

export const SECTIONS = ['base', 'middle', 'dome'] as const;
export type Section = (typeof SECTIONS)[number];

export type Mark = 'printed' | 'likely' | 'reconstructed';

export const GROUPS = ['craftsmen', 'teamsters', 'merchants', 'clergy'] as const;
export type Guild = (typeof GROUPS)[number];

/** The score track: its length, and the recognition of each prestige space (R1.2). */
export interface BoxTrack {
  lap: number;
  prestige: number[];
}

/** A cathedral card; `cost` is letters of materials (R5.3). */
export interface BoxCard {
  section: Section;
  cost: string;
  recognition: number;
  rubles: number;
  mark: Mark;
  words: string;
}

/** What a workshop tile or a resource tile shows: a resource and its amount, or a die. */
export interface BoxGift {
  gives: Resource | 'die';
  die: Die | null;
  amount: number;
  many: boolean;
  mark: Mark;
  words: string;
}

/**
 * One of the two actions of an influence card (R6.7).
 *
 * `mark` is that of the materials shown and of lightning or infinity, `sentence_mark` that of
 * wording, price and amount.
 */
export interface BoxAction {
  effect: EffectName;
  materials: string;
  price: number;
  amount: number;
  endless: boolean;
  mark: Mark;
  sentence_mark: Mark;
  words: string;
}

/**
 * An influence card.
 *
 * `mark` is that of its pairing of actions; `origin` tells all its marks in words.
 */
export interface BoxInfluence {
  group: Guild;
  mark: Mark;
  origin: string;
  actions: BoxAction[];
}

export type Costs = Record<WorkshopSpace, number>;

export type BoardCosts = Record<Colour, Costs>;

/** Rubles for a tile face up: by the board's colour and workshop space (R4.4, R4.5). */
export interface BoxCosts {
  basic: BoardCosts;
  advanced: BoardCosts;
}

/** An edition by name; `key`, a hash of its file, is what it is asked for with. */
export interface EditionRef {
  key: string;
  id: string;
  name: string;
  hash: string;
}

/** An edition as data, for drawing and explaining what lies on the table. */
export interface Box {
  key: string;
  id: string;
  name: string;
  hash: string;
  lang: string;
  track: BoxTrack;
  slots: number;
  covered: number;
  plans: Partial<Record<number, number[][]>>;
  cards: Record<string, BoxCard>;
  tiles: Record<string, BoxGift>;
  resources: Record<string, BoxGift>;
  influence: Record<string, BoxInfluence>;
  costs: BoxCosts;
  reconstructed: number;
  marks: Record<Mark, string>;
}

/**
 * Plan the next turn of a seat: all of its decisions in order, none to drop the plan.
 *
 * Without `decisions` the plan stays as it is.  `shows`: until said otherwise the page is told
 * how the table would stand after them, and what could be planned next.
 */
export interface PlanTurn {
  type: 'plan';
  seat: Colour;
  decisions?: number[] | null;
  shows?: boolean;
}

/** Play what is legal of the plan, now that its turn has come, up to a roll. */
export interface PlayPlan {
  type: 'play-plan';
  number: number;
}

export type ClockKind = 'turn' | 'bank' | 'days';

export type QuestionKind = 'takeback' | 'pause' | 'stand-in';

export type StandInReason = 'time' | 'gave-up' | 'voted';

/**
 * How long people may think: so many seconds or days a turn, or in all with an increment.
 *
 * `time` is in seconds for `turn` and `bank`, in days for `days`; `increment` is in
 * seconds, given to a bank after each turn.
 */
export interface ClockWish {
  kind: ClockKind;
  time: number;
  increment?: number;
}

/**
 * The clock as this message was made: what is `left` to people, in milliseconds.
 *
 * `running` is whose time runs on from there; nobody's where the game waits, for a roll, for a
 * bot, or (`is_held`) for somebody to come to the table.
 */
export interface TableClock {
  wish: ClockWish;
  left: Partial<Record<Colour, number>>;
  running: Colour | null;
  is_held: boolean;
}

/**
 * A question of a player to the others, in words, and the seats that have agreed.
 *
 * An answer names its `number`.  `about` is the seat that a bot would play.  `yours`: this
 * page must answer; `own`: this page has asked.
 */
export interface OpenQuestion {
  number: number;
  what: QuestionKind;
  by: Colour;
  about: Colour | null;
  agreed: Colour[];
  text: string;
  yours: boolean;
  own: boolean;
}

/**
 * What this page may ask for or do; `give_up` and `come_back` name seats of the page.
 *
 * `vote` are the seats for which a bot may be asked for once they are away.
 */
export interface MayConduct {
  takeback: boolean;
  pause: boolean;
  go_on: boolean;
  vote: Colour[];
  give_up: Colour[];
  come_back: Colour[];
}

/**
 * How people play together at a table; `stand_in` is the bot that plays for absent people.
 *
 * Players in `gave_up` do not come back.  With `needs_person` no person plays a seat, and the
 * game waits until a person takes a seat over or sits down.
 */
export interface TableConduct {
  clock: TableClock | null;
  is_paused: boolean;
  needs_person: boolean;
  stand_in: string;
  gave_up: Colour[];
  questions: OpenQuestion[];
  may: MayConduct;
}

/** Who is at the table now: seats with a page, those `away` for long, and onlookers. */
export interface Presence {
  type: 'presence';
  here: Colour[];
  away: Colour[];
  onlookers: number;
}

/**
 * Ask all others to take back to the page's last decision, to pause, or for a bot for a seat.
 *
 * It takes effect at once if there is nobody to ask.  If another player has asked the same in the
 * meantime, it agrees to that question.
 */
export interface Ask {
  type: 'ask';
  number: number;
  what: QuestionKind;
  seat?: Colour | null;
}

/**
 * Agree to a question or decline it; the player who asked withdraws it by declining.
 *
 * It answers the `question` of this number; without one, the question of that kind in the table
 * of version `number`.
 */
export interface Answer {
  type: 'answer';
  number: number;
  what: QuestionKind;
  agreed: boolean;
  question?: number | null;
}

/** Go on with a game that is paused. */
export interface GoOn {
  type: 'go-on';
  number: number;
}

/** Give up a seat of the page; a bot goes on, for good. */
export interface GiveUp {
  type: 'give-up';
  number: number;
  seat: Colour;
}

/** Take a seat of the page back from the bot that plays for it. */
export interface ComeBack {
  type: 'come-back';
  number: number;
  seat: Colour;
}

export type ConductCommand = Ask | Answer | GoOn | GiveUp | ComeBack;

export type BoardSide = 'basic' | 'advanced';

/**
 * The named options of a game, each at its default where nothing else is said.
 *
 * `workshop_side` (R2.2) is that of the table, `sides` has the colours that differ from it.
 * `first_game`: R2.6, `prestige_for_rubles` and `final_roll`: R3.5, `limited_rubles`:
 * R1.3, `ivan_recognition_tile`: R8.4.  Raises ValueError for a value an option does not have.
 */
export interface Options {
  workshop_side?: BoardSide;
  sides?: Partial<Record<Colour, BoardSide>>;
  first_game?: boolean;
  prestige_for_rubles?: 'any_moment' | 'one_moment';
  limited_rubles?: boolean;
  ivan_recognition_tile?: 'per_die' | 'once';
  final_roll?: 'ends_turn' | 'leaves_open';
}

/** So much of a resource is offered, less can be received; what the rest lacks. */
export interface Offer {
  resource: Resource;
  offered: number;
  received: number;
  lack: 'room' | 'supply';
}

/**
 * Lines of the table's chat; the page keeps its lines up to the number `since`.
 *
 * The server sends it separately and does not change the table's number.  `earlier` has the
 * lines of the earlier games of this rematch, each with its own numbers; the server sends it with
 * the whole chat, to people who could read it there.
 */
export interface Chat {
  type: 'chat';
  since: number;
  lines: ChatLine[];
  earlier: ChatLine[];
}

/** Say something from a seat of the page's: a line of up to 300 letters of plain text. */
export interface Say {
  type: 'say';
  seat: Colour;
  text: string;
}

export type SeatKind = 'person' | 'bot' | 'ivan';

export type Access = 'house' | 'private' | 'public';

export type Phase = 'roll' | 'deal' | 'turn' | 'place-tile' | 'building' | 'market' | 'effect' | 'done' | 'choose-claim' | 'choose-ornament';

export type Verb = 'claim' | 'tile' | 'deliver' | 'ornament' | 'die' | 'take' | 'influence' | 'activate' | 'sell' | 'buy' | 'trade' | 'give' | 'get' | 'swap' | 'discard' | 'pay' | 'ivan' | 'prestige' | 'reroll' | 'stop' | 'end';

export type GoneCode = 'unknown-table' | 'unknown-step' | 'unknown-puzzle' | 'unreadable-table' | 'removed' | 'banned' | 'too-many' | 'failed';

export type Reason = 'finished' | 'agreed' | 'capped';

export type PaymentSource = 'track' | 'goods' | 'tower';

export type Step = 'prestige' | 'cards' | 'ornaments' | 'shared';

/**
 * Who sits at the table and how they stand; `goods`: what materials and rubles would pay now.
 *
 * `called` is what the texts call them: the name, or what tells them apart from the others.
 * Where it `is_open` a person is to sit down yet; `stand_in` is the bot that plays for a
 * person who is still called so.
 */
export interface TableSeat {
  colour: Colour;
  name: string;
  called: string;
  kind: SeatKind;
  bot: string | null;
  is_open: boolean;
  side: BoardSide;
  prestige: number;
  to_next: number;
  towers: number;
  goods: number;
  total: number;
  cards: number;
  ornaments: number;
  free: number;
  costs: Costs | null;
  stand_in: string | null;
}

/**
 * Whose decision is due and in what. `space`, `die`, `action`: of the market turn.
 *
 * `left` counts open deliveries, or materials still to get; with `stays_open` the next `end`
 * closes the market only (R3.5).  In `roll` and `deal` it is the seat for which dice are
 * rolled or tiles dealt, and everybody who sits at the table may say what fell.
 */
export interface Due {
  seat: Colour;
  kind: SeatKind;
  yours: boolean;
  phase: Phase;
  space: number | null;
  die: Die | null;
  action: string | null;
  claim: string | null;
  left: number | null;
  stays_open: boolean;
}

/** What falls at the table: dice on a market space, in order, or Ivan's five tiles (R8.5). */
export interface RollDue {
  dice: Die[];
  space: number | null;
  tiles: string[];
}

/**
 * A legal decision: the elements it is made on in order, what it means and would do.
 *
 * `also` has other orders of the elements in which it may be made as well; `rule` says what it
 * may be; `rubles` are paid for it and `prestige` is lost; `offer` is what it, or a die's
 * landing, offers where not all of that can be received.
 */
export interface Legal {
  id: number;
  text: string;
  verb: Verb;
  on: string[];
  also: string[][];
  label: string;
  effect: string;
  rule: string;
  rubles: number;
  prestige: number;
  gains: Event[];
  offer: Offer | null;
}

/**
 * What this page may do besides decisions.
 *
 * `hint`: ask for the best turns; `allow_hints`: agree that people here may; `plan`: the
 * seat whose next turn may be planned while somebody else decides.
 */
export interface Can {
  undo: boolean;
  redo: boolean;
  undo_beyond: boolean;
  agree: boolean;
  hint: boolean;
  allow_hints: boolean;
  plan: Colour | null;
}

/** What something means that happens for the first time, and the rule it comes from. */
export interface Explanation {
  text: string;
  rule: string;
}

/**
 * A decision, or what followed it by rule, in words; `index` counts from 0.
 *
 * In a first game what happens for the first time is `explained`.
 */
export interface LogEntry {
  index: number;
  turn: number;
  seat: Colour;
  decision: string | null;
  text: string;
  events: Event[];
  explained: Explanation[];
}

/**
 * A sixth card was completed first `by` a seat, in that `turn` (R7.1).
 *
 * `left` are those in turn order who have a last turn, or are at it.
 */
export interface LastRound {
  by: Colour;
  turn: number;
  left: Colour[];
}

/** A seat's prestige in all, and what tells equal ones apart (R7.6). */
export interface SeatScore {
  colour: Colour;
  total: number;
  cards: number;
  ornaments: number;
}

/** What track, materials and rubles, or a tower pay everybody at the end (R7.2-R7.5). */
export interface Payment {
  source: PaymentSource;
  tower: number | null;
  pays: Partial<Record<Colour, number>>;
}

/**
 * The difference between the first place and the next: the step of R7.6, or a shared victory.
 *
 * Both places belong to players who did not give up.
 *
 * `over` is the next place, `lead` the prestige between the two, `most` the indexes of the
 * payments with the greatest difference.
 */
export interface Margin {
  by: Step;
  over: Colour;
  lead: number;
  most: number[];
}

/**
 * The end of the game; a capped game has no winners.
 *
 * `places` are the seats from the first place on; the `payments` are in order and add up to
 * each total.  Players in `gave_up` have not won, whatever their total is: they have the last
 * places.  If all gave up, nobody has won.
 */
export interface Over {
  reason: Reason;
  winners: Colour[];
  places: Colour[];
  gave_up: Colour[];
  text: string;
  payments: Payment[];
  scores: SeatScore[];
  decided: Margin | null;
}

/**
 * A step of a lesson in words: what is to be done and, once it is `done`, what it showed.
 *
 * `wanted` are the legal decisions that are asked for, `rule` is the one it is about.
 */
export interface LessonStep {
  lesson: string;
  step: number;
  of: number;
  title: string;
  task: string;
  hint: string;
  done: string | null;
  rule: string;
  wanted: number[];
}

/**
 * A puzzle: one turn is clearly the best, and is to be played.
 *
 * `grade`: so many of the levels, from the weakest on, are not sure to find it.  Once a turn has
 * been played to its end `is_found` says whether that was it, and `told` how it compares;
 * `tries` counts those turns.  `is_shown`: the solution has been asked for.
 */
export interface PuzzleTask {
  id: string;
  players: number;
  grade: number;
  tries: number;
  is_found: boolean | null;
  is_shown: boolean;
  told: string;
}

/**
 * Everything about a table for one page; sent again after every change.
 *
 * `number` is its version: it grows with every change.  The page keeps the first `log_from`
 * entries of its log and puts `log` behind them.  `yours` are the seats that this page plays,
 * of those that are its `own`; `legal` is empty where the decision is not theirs.
 * `is_hinted`: somebody has looked at the best turns.  With `own_dice` dice are rolled at the
 * table; the game waits while `roll` says which.  In the `house` everybody who is let in plays
 * any person's seat; to a `private` table comes who has a link; a `public` one all may watch.
 * `is_host`: this page may say who sits at the table.  `rematch` is the game that was begun
 * after this one.
 */
export interface Table {
  type: 'table';
  id: string;
  number: number;
  lang: string;
  edition: EditionRef;
  options: Options;
  turn: number;
  position: Position;
  seats: TableSeat[];
  yours: Colour[];
  tower_pay: (Partial<Record<Colour, number>>)[];
  due: Due | null;
  roll: RollDue | null;
  prompt: string;
  legal: Legal[];
  can: Can;
  agreed: Colour[];
  hints_allowed: Colour[];
  is_hinted: boolean;
  auto_end: boolean;
  own_dice: boolean;
  log_from: number;
  log: LogEntry[];
  notice: string | null;
  last_round: LastRound | null;
  over: Over | null;
  conduct: TableConduct | null;
  lesson: LessonStep | null;
  puzzle: PuzzleTask | null;
  access: Access;
  is_host: boolean;
  rematch: string | null;
  own: Colour[];
}

/** How the table stood before a decision, when `log` entries of its log had been told. */
export interface Past {
  log: number;
  position: Position;
  seats: TableSeat[];
  tower_pay: (Partial<Record<Colour, number>>)[];
}

/**
 * One of the best turns in words; `begins` is its first decision.
 *
 * `worth` is the chance to win, `less` how much less than the first it is worth, empty for the
 * first itself; `gains` is what all of it would do, up to the next chance outcome.
 */
export interface HintedTurn {
  text: string;
  worth: string;
  less: string;
  begins: number;
  gains: Event[];
}

/**
 * The best turns of the table at version `number`, the best first.
 *
 * `reasons` say what comes of the first more than of the second; `why` is the sentence before
 * them, or that nothing tells the two apart, and empty where there is one turn alone.
 */
export interface Hints {
  type: 'hints';
  number: number;
  seat: Colour;
  turns: HintedTurn[];
  why: string;
  reasons: string[];
}

/** A decision of a plan in words; `reason` says why it cannot be made, where it cannot. */
export interface PlannedDecision {
  id: number;
  verb: Verb;
  on: string[];
  label: string;
  rule: string;
  reason: string | null;
}

/**
 * How the table would stand after what is planned, and what could be decided then.
 *
 * After a roll and at the turn's end nothing is `due` or `legal`: nothing more can be planned.
 */
export interface WhatIf {
  turn: number;
  position: Position;
  seats: TableSeat[];
  tower_pay: (Partial<Record<Colour, number>>)[];
  due: Due | null;
  legal: Legal[];
}

/**
 * What a seat means to do in its next turn, told to the pages of that seat alone.
 *
 * With `is_due` its turn has come: what has no `reason` can be played as one, and `playable`
 * says what that is.  `what_if` is for a page that plans.
 */
export interface Plan {
  type: 'plan';
  number: number;
  seat: Colour;
  decisions: PlannedDecision[];
  is_due: boolean;
  playable: string;
  what_if: WhatIf | null;
}

/** A command that was not carried out: why, the way out, and what is legal, once more. */
export interface Refused {
  type: 'refused';
  code: string;
  reason: string;
  fix: string;
  number: number;
  legal: Legal[];
}

/** The table is not, or no longer, there for this page; the connection closes. */
export interface Gone {
  type: 'gone';
  code: GoneCode;
  reason: string;
}

/** A message without content; the server sends it regularly, and answers each with another. */
export interface Heartbeat {
  type: 'heartbeat';
}

export type Message = Table | Presence | Hints | Plan | Refused | Gone | Chat | Heartbeat;

/** Play a legal decision; `number` is the table's version that the page saw. */
export interface PlayDecision {
  type: 'play';
  number: number;
  decision: number;
}

/**
 * What fell at the table: the faces of all dice, or Ivan's tiles from the left.
 *
 * With neither the server rolls or deals.
 */
export interface TellRoll {
  type: 'roll';
  number: number;
  faces?: number[];
  tiles?: string[];
}

/**
 * Take the last decision back; `beyond`: over rolls and bots' turns to the last own one.
 *
 * What was told last of a roll at the table is taken back before that.
 */
export interface Undo {
  type: 'undo';
  number: number;
  beyond?: boolean;
}

/** Play again what was taken back last. */
export interface Redo {
  type: 'redo';
  number: number;
}

/** The page's seats agree to end the game here, or (`agreed` false) no longer do. */
export interface Agree {
  type: 'agree';
  number: number;
  agreed?: boolean;
}

/** Look for the best turns; when they are told, the game is marked as one with hints. */
export interface AskHints {
  type: 'hints';
}

/** The page's seats agree that people here look at hints; or want none, then nobody may. */
export interface AllowHints {
  type: 'allow-hints';
  number: number;
  allowed?: boolean;
}

/**
 * `auto_end`: a turn ends by itself where only prestige could still be lost in it.
 *
 * `own_dice`: dice are rolled at the table; it stays as it is where nothing is said of it.
 */
export interface ChangeSettings {
  type: 'settings';
  auto_end: boolean;
  own_dice?: boolean | null;
}

export type GameCommand = PlayDecision | TellRoll | Undo | Redo | Agree | AskHints | AllowHints | ChangeSettings | PlanTurn | PlayPlan | Ask | Answer | GoOn | GiveUp | ComeBack;

export type TableCommand = PlayDecision | TellRoll | Undo | Redo | Agree | AskHints | AllowHints | ChangeSettings | PlanTurn | PlayPlan | Ask | Answer | GoOn | GiveUp | ComeBack | Say;

export type Command = PlayDecision | TellRoll | Undo | Redo | Agree | AskHints | AllowHints | ChangeSettings | PlanTurn | PlayPlan | Ask | Answer | GoOn | GiveUp | ComeBack | Say | Heartbeat;

/**
 * A level's rating in points at tables of so many players, with its 95 % interval.
 *
 * Of the games won by it or by `below`, the next weaker one, it wins about `won` in `of`;
 * nothing of this where no weaker one has a rating.
 */
export interface Strength {
  players: number;
  rating: number;
  low: number;
  high: number;
  below: string | null;
  won: number;
  of: number;
}

export type NameFault = 'long' | 'invisible' | 'character' | 'comment' | 'bot' | 'marks';

export type Engine = 'compiled' | 'pure';

export type ProblemCode = 'asked-already' | 'bad-address' | 'bad-edition' | 'bad-file' | 'bad-game' | 'bad-name' | 'bad-record' | 'bad-request' | 'bad-seat' | 'banned' | 'busy' | 'edition-in-use' | 'failed' | 'foreign-host' | 'foreign-origin' | 'no-mail' | 'no-setup' | 'not-open' | 'not-found' | 'not-over' | 'not-seated' | 'note-changed' | 'note-long' | 'rematch-early' | 'rematch-setup' | 'not-yours' | 'own-link' | 'setup-edition' | 'setup-form' | 'setup-mistyped' | 'setup-players' | 'store' | 'token' | 'too-large' | 'too-many-addresses' | 'too-many-editions' | 'too-many-games' | 'too-many-seats' | 'unknown-address' | 'unknown-edition' | 'unknown-language' | 'unknown-link' | 'unknown-step' | 'unknown-table' | 'unreadable-edition' | 'unreadable-table';

export type GameKind = 'running' | 'open' | 'over' | 'all';

/**
 * Who sits down: a person with a name, a bot by its name, or Ivan (second seat of two).
 *
 * Where it `is_open` a person sits down later, by a link or in the lobby.
 */
export interface NewSeat {
  colour: Colour;
  kind?: SeatKind;
  name?: string;
  bot?: string | null;
  is_open?: boolean;
}

/**
 * A game to be set up: seats in turn order, or with `lot` from a drawn one on.
 *
 * With a `setup` code it starts as the game that has it, whether that is a first game included.
 * With `own_dice` dice are rolled at the table once it is set up.  Where nothing is said of its
 * `access` it is for the house, or private to who is a guest there.  `stand_in` is the bot
 * that goes on for who leaves, or runs out of time by the `clock`.
 */
export interface NewTable {
  seats: NewSeat[];
  options?: Options;
  edition?: string | null;
  lot?: boolean;
  auto_end?: boolean;
  own_dice?: boolean;
  setup?: string | null;
  access?: Access | null;
  clock?: ClockWish | null;
  stand_in?: string | null;
}

/** A moment of a game to go on from: so many entries of its log had been told. */
export interface Branch {
  log: number;
}

/** The same people, who begin one seat further on; `setup`: from the same set-up as well. */
export interface Rematch {
  setup?: boolean;
}

/** A seat in the list of games; `called` is its name in texts, unique in the game. */
export interface SummarySeat {
  colour: Colour;
  name: string;
  called: string;
  kind: SeatKind;
  bot: string | null;
}

/** A cathedral card in the list of games: whose it is, and whether it is completed. */
export interface SummaryStorey {
  card: string;
  owner: Colour | null;
  done: boolean;
}

/**
 * A game in the list of games; times are ISO 8601 in UTC.
 *
 * `was_loaded`: it began with a record file; `is_hinted`: a player used hints;
 * `is_unrolled`: a roll was taken back; `had_own_dice`: dice were rolled at the table.
 * A bot has played for the people `stood_in`, and plays now for the people `stand_ins`; the
 * people `gave_up` do not come back. `needs_person` is that of `TableConduct`. `towers`
 * list their storeys from the base up. `totals` by seat and `winners` exist once the game is
 * over. Seats that are `open` wait for people; the client may play the seats `yours`;
 * `is_host` says whether the client is the host, `may_remove` whether it may remove the game.
 */
export interface Summary {
  id: string;
  created: string;
  changed: string;
  number: number;
  turn: number;
  to_move: Colour;
  seats: SummarySeat[];
  edition: EditionRef;
  over: Reason | null;
  was_loaded: boolean;
  is_hinted: boolean;
  is_unrolled: boolean;
  had_own_dice: boolean;
  options: Options;
  towers: SummaryStorey[][];
  totals: number[];
  winners: Colour[];
  clock: ClockWish | null;
  stood_in: Colour[];
  stand_ins: Colour[];
  needs_person: boolean;
  gave_up: Colour[];
  access: Access;
  open: Colour[];
  yours: Colour[];
  is_host: boolean;
  may_remove: boolean;
}

/**
 * A page of the list of games, the last changed first, and the number of games of each kind.
 *
 * `counts` stop at 101, which means more than 100.  `running` games are not over and have
 * changed recently; `open` games are public and have open seats; all others are the archive.
 * Pass `before` to get the next page; it is None after the last one.
 */
export interface GamePage {
  games: Summary[];
  before: string | null;
  counts: Partial<Record<GameKind, number>>;
}

/** A language by its code and by its own name. */
export interface Language {
  id: string;
  name: string;
}

/** A bot for people to play against; no strengths where it has no published ratings. */
export interface LevelInfo {
  bot: string;
  strengths: Strength[];
}

/** A named option and its values, the default first; `solo`: only against Ivan. */
export interface Choice {
  name: string;
  values: (string | boolean)[];
  solo: boolean;
}

/** A lesson and how many steps it has. */
export interface LessonInfo {
  name: string;
  steps: number;
}

/**
 * What the set-up dialog can choose from: `levels` the weakest first, the host's `bots`.
 *
 * `options` are those of a whole table that `Options` has, workshop sides apart; `rules` are
 * the numbers of those about things on the table, by the kind of their element; `engine` is how
 * it was built.  Who is not `in_house` is a guest; in a club guests begin games too.
 */
export interface ServerInfo {
  version: string;
  engine: Engine;
  languages: Language[];
  editions: EditionRef[];
  edition: string;
  levels: LevelInfo[];
  bots: string[];
  bot: string;
  options: Choice[];
  lessons: LessonInfo[];
  rules: Record<string, string>;
  in_house: boolean;
  is_club: boolean;
}

/**
 * The reason that a name cannot be used: `character` is its `at`-th, `limit` the maximum.
 *
 * For a `long` name `at` is its number of characters.
 */
export interface NameProblem {
  fault: NameFault;
  character: string;
  at: number;
  limit: number;
}

/**
 * The reason for a refused request, and the fix, in English.
 *
 * The locales have the same texts in nine languages, by `code`.  `line` is a line of a file,
 * `details` may name more lines and valid values, `players` is the number of players of a
 * set-up code, `name` describes the fault of a name.
 */
export interface RequestProblem {
  code: ProblemCode;
  reason: string;
  fix: string;
  details: string[];
  line: number;
  players: number;
  name: NameProblem | null;
}

export type Progress = 'none' | 'working' | 'stopped' | 'failed' | 'done';

/** A seat's share of the win, from 0 to 1, and half of its 95 % interval. */
export interface Chance {
  share: number;
  error: number;
}

/**
 * A mistake: whose, and after how many decisions of the game.
 *
 * `cost` is what it cost of the win; `title` says whose it was and that, `better` what the
 * best turn would have been, and `gains` what that would have done.
 */
export interface Mistake {
  seat: Colour;
  at: number;
  cost: number;
  title: string;
  better: string;
  gains: Event[];
}

/**
 * A turn: after how many decisions it began and ended, and the chances after it, by seat.
 *
 * `told` are what made them, and luck, in words.
 */
export interface AnalysedTurn {
  number: number;
  seat: Colour;
  at: number;
  until: number;
  chances: Chance[];
  mistakes: Mistake[];
  told: string[];
}

/**
 * What is known of a game: `done` of `all` turns, those from `since` on.
 *
 * `before` are the chances at the start, empty where nothing is known.  `sums` are what the
 * whole game came to for each seat, in words, when it is done; `measure` says what the numbers
 * are.
 */
export interface Analysed {
  progress: Progress;
  done: number;
  all: number;
  since: number;
  before: Chance[];
  turns: AnalysedTurn[];
  sums: string[];
  measure: string;
}

/** A puzzle: so many people are at the table (1 against Ivan); `grade` as in its task. */
export interface PuzzleInfo {
  id: string;
  players: number;
  grade: number;
}

/**
 * All puzzles, and which one is that of the day.
 *
 * `levels` are the bots in order: a puzzle of grade n is found by all from the one with that
 * index on, by none where there is none.
 */
export interface Puzzles {
  daily: string;
  levels: string[];
  puzzles: PuzzleInfo[];
}

export type Result = 'won' | 'shared' | 'lost' | 'undecided';

export type Excluded = 'hinted' | 'loaded' | 'own-dice' | 'unrolled' | 'gave-up' | 'stand-in' | 'agreed' | 'twice';

export type Which = 'all' | 'running' | 'over' | 'won' | 'lost';

/** A name somebody has played by on this device, empty for none, and in how many games. */
export interface MyName {
  name: string;
  games: number;
}

/** A game in the list, and how it went for the `seat`; nothing of this while it goes on. */
export interface MyGame {
  game: Summary;
  seat: Colour;
  result: Result | null;
  total: number | null;
  excluded: Excluded | null;
}

/** A page of the list, counted from 1, the games changed last before the others. */
export interface MyGames {
  games: MyGame[];
  found: number;
  page: number;
  pages: number;
}

/** Games that count: what was won of them, a shared victory by n as 1/n; mean and best total. */
export interface GamesTally {
  games: number;
  won: number;
  mean: number;
  best: number;
}

/** Games in which this was the strongest bot. */
export interface LevelTally {
  bot: string;
  tally: GamesTally;
}

/**
 * Games of so many people and bots, 1 against Ivan, with this side of the own workshops.
 *
 * `track`, `goods` and `towers` are where the prestige came from, in the mean (R7.2-R7.5).
 */
export interface ModeTally {
  players: number;
  side: BoardSide;
  tally: GamesTally;
  track: number;
  goods: number;
  towers: number;
}

/**
 * Points on the ladder's scale at tables of so many, with the 95 % interval.
 *
 * None of this while there are fewer than `least` games against bots with ratings.
 */
export interface MyRating {
  players: number;
  games: number;
  least: number;
  rating: number | null;
  low: number | null;
  high: number | null;
}

/** What the games come to; `excluded` are over and do not count. */
export interface MyStatistics {
  counted: number;
  excluded: number;
  levels: LevelTally[];
  modes: ModeTally[];
  ratings: MyRating[];
}

/** A line of the chat, and when it was said in milliseconds since 1970. */
export interface SaidLine {
  at: number;
  text: string;
}

/** What a person has said and noted at a table. */
export interface Written {
  said: SaidLine[];
  note: string;
}

export type TellingKind = 'push' | 'mail' | 'webhook';

export type ClockTime = string;

export type ShortText = string;

/** From when to when nothing is told, every day, by the clock of a time zone. */
export interface QuietHours {
  start: ClockTime;
  end: ClockTime;
  zone: string;
}

/** The keys of a browser's subscription, as it gives them (RFC 8291). */
export interface PushKeys {
  p256dh: ShortText;
  auth: ShortText;
}

/** A browser's subscription to a push service, as it gives it. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
}

/** Where this device wants to be told: exactly one of push, mail and webhook. */
export interface NewAddress {
  language: string;
  push?: Subscription | null;
  mail?: ShortText | null;
  webhook?: string | null;
  quiet?: QuietHours | null;
}

/** Where this device is told, in short; `endpoint` is that of a browser. */
export interface TellingAddress {
  id: string;
  kind: TellingKind;
  label: string;
  confirmed: boolean;
  quiet: QuietHours | null;
  endpoint: string | null;
}

/**
 * Where this device is told, and what else it may name: `mail` where mail can be sent.
 *
 * `push_key` is the server's, which a browser asks for.
 */
export interface Tellings {
  addresses: TellingAddress[];
  push_key: string;
  mail: boolean;
}

/** The quiet hours of all addresses of this device; none to be told at any time. */
export interface NewQuiet {
  quiet: QuietHours | null;
}

/**
 * What a player has at the end: prestige where the marker stands (R7.2), and goods (R7.3).
 *
 * `cards` and `ornaments` count by tower what is completed and set up there (R7.4).
 */
export interface PadSeat {
  prestige?: number;
  materials?: number;
  rubles?: number;
  cards?: number[];
  ornaments?: number[];
}

/**
 * Who sits at a table in turn order, the options, the building plan and what lies there.
 *
 * Without a `position` one is drawn, as a game begins; `plan` is then kept to.
 */
export interface PositionWish {
  seats: NewSeat[];
  options?: Options;
  edition?: string | null;
  plan?: number[] | null;
  position?: Position | null;
}

/** Something that cannot be, in words; `place` is a path such as `$.seats[0].banners`. */
export interface Fault {
  place: string;
  text: string;
}

/**
 * A table as it was laid out, with what follows from the rest.
 *
 * `record` is the game that goes on from there; None where there are `faults`.
 */
export interface CheckedPosition {
  edition: EditionRef;
  options: Options;
  position: Position;
  seats: TableSeat[];
  tower_pay: (Partial<Record<Colour, number>>)[];
  faults: Fault[];
  record: string | null;
}

/**
 * The numbers on a score pad at the end of a game, by seat in turn order.
 *
 * `plan` has the sections of each tower, 2 to 6, of any building plan for that number of
 * players.  Without one each tower may have up to 6.
 */
export interface ScorePad {
  seats: NewSeat[];
  pad: PadSeat[];
  plan?: number[] | null;
  edition?: string | null;
}

/** The final scoring, or None if there are `faults`, and the names of the seats in it. */
export interface PadScore {
  over: Over | null;
  faults: Fault[];
  called: string[];
}

export type TablePart = 'market' | 'cathedral' | 'board';

/** A part of the table at a step of a lesson, counted from 1. */
export interface RulePicture {
  lesson: string;
  step: number;
  part: TablePart;
}

/**
 * A rule by its number; the text is Markdown.
 *
 * `origin` says how sure the numbers of the box are that it leads to; else it is empty.
 */
export interface Rule {
  number: string;
  text: string;
  origin: string;
  pictures: RulePicture[];
}

/** A section by its number, R1 and so on; what comes before the rules has a name instead. */
export interface RuleSection {
  number: string;
  title: string;
  lead: string;
  rules: Rule[];
  pictures: RulePicture[];
}

/** Somebody sits down, by this name. */
export interface SitDown {
  name?: string;
}

/** A bot sits down at an open seat. */
export interface SeatBot {
  bot: string;
}

/**
 * A new link to a seat, or without one for onlookers; the old one ends.
 *
 * `others`: devices that hold the seat already keep it.
 */
export interface LinkWish {
  seat?: Colour | null;
  others?: boolean;
}

/** What opens a seat, or the place of onlookers: the secret is told this once. */
export interface SeatLink {
  seat: Colour | null;
  secret: string;
}

/**
 * What a link opens: a seat, or without one the place of onlookers.
 *
 * `name` is who sits there already; `is_yours`: this device holds it.
 */
export interface Invitation {
  game: Summary;
  seat: Colour | null;
  name: string;
  is_open: boolean;
  is_yours: boolean;
}

/** Where somebody has sat down; without a seat they look on. */
export interface Place {
  id: string;
  seat: Colour | null;
}

/** Ban the holder of this seat from the table; only the host may. */
export interface BanWish {
  seat: Colour;
}

/** A device that is banned from a table: the seat that it held, and the start in UTC. */
export interface Ban {
  id: string;
  seat: Colour;
  since: string;
}

/** What takes the seats of this device to another one, once; it ends after so many minutes. */
export interface MoveLink {
  secret: string;
  minutes: number;
}

/** So many games have come to this device. */
export interface Moved {
  games: number;
}

/** A set-up: its code, how many people it is for (1 against Ivan), the edition's key. */
export interface SetupInfo {
  code: string;
  players: number;
  first_game: boolean;
  edition: string;
}

/**
 * The number of people for a drawn set-up, 1 for a game against Ivan.
 *
 * `edition` is a key; without one it is the edition of new games.
 */
export interface SetupWish {
  players: number;
  first_game?: boolean;
  edition?: string | null;
}

/** Things of one kind to lay out, in words. */
export interface SetupPart {
  title: string;
  lines: string[];
}

/** A set-up for the box on somebody's table: as a table that nobody keeps, and in words. */
export interface SetupTable {
  setup: SetupInfo;
  table: Table;
  parts: SetupPart[];
}

/** What a seat has said; `at` is ISO 8601 in UTC, numbers grow with every line of a table. */
export interface ChatLine {
  number: number;
  at: string;
  seat: Colour;
  text: string;
}

/** What a seat has noted for itself, and how often that was written. */
export interface SeatNote {
  number: number;
  text: string;
}

/** A note in place of the one with a `number` that the page knows, 0 for none. */
export interface NewSeatNote {
  number: number;
  text: string;
}
