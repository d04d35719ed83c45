// One table: what the server says of it, what is picked on it, what is sent.
import { reuse } from '../../board/structuralSharing';
import type { Key } from '../../board/types';
import type {
  Box,
  Colour,
  Command,
  ConductCommand,
  Event,
  Explanation,
  Heartbeat,
  Hints,
  LogEntry,
  Message,
  Refused,
  RollDue,
  Table,
  Verb,
} from '../../protocol.gen';
import * as api from '../api';
import { jittered } from '../jitter';
import { language } from '../language.svelte';
import { Link, type LinkState } from '../link';
import { framesFrom, framesOf, type Frame } from './pacing';
import { foremost, Paths, readyFor } from './decisionPaths';
import { Planning } from './planning.svelte';
import { Playback } from './playback.svelte';
import type { TableRoute } from '../route.svelte';
import { settings } from '../settings.svelte';
import { play, soundsOf } from '../sound';
import type { CreateState, TableConnection, TableState } from './tableState';
import { PlayState } from './playState.svelte';
import { askedFor, firstOf, isAsking, offersOf } from './turnOptions';

/** Milliseconds: what is a long wait, and until an edition that did not come is asked for again. */
const LONG = 300;
const AGAIN = 2000;
/** What a wish for hints is refused with. */
const HINTS: readonly string[] = ['hint', 'no-hints', 'never-hints'];

export interface Gone {
  code: string;
  reason: string;
}

export const FACES = [1, 2, 3, 4, 5, 6] as const;

export function countOf({ dice, tiles }: RollDue): number {
  return dice.length || tiles.length;
}

export class TableStore {
  route: TableRoute;
  /** How the table stands. Steps come one after another, so it may be behind. */
  real = $state.raw<Table | null>(null);
  readonly planning = new Planning((command) => this.#sendPlan(command));
  /** What is shown: while the next turn is planned, how the table would stand then. */
  readonly table = $derived(this.planning.over(this.real));
  box = $state.raw<Box | null>(null);
  log = $state.raw<readonly LogEntry[]>([]);
  happened = $state.raw<readonly Event[]>([]);
  chosen = $state.raw<readonly Key[]>([]);
  pointed = $state<Key | null>(null);
  /** The verb whose things stay lit, and the one that is pointed at. */
  verb = $state<Verb | null>(null);
  verbPointed = $state<Verb | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What happens for the first time, until it is put away. */
  explained = $state.raw<readonly Explanation[]>([]);
  /** What the server did not answer, apart from commands. */
  failure = $state.raw<unknown>(null);
  gone = $state.raw<Gone | null>(null);
  link = $state<LinkState>('connecting');
  /** A command is long on its way: until then all stays as it is, for the answer changes it. */
  busy = $state(false);
  /** The seat that has to take over from somebody else at this page. */
  handover = $state<string | null>(null);
  isHinted = $state(false);
  /** The best turns as the table stands; which of them was pressed, and which is pointed at. */
  hints = $state.raw<Hints | null>(null);
  hintAt = $state<number | null>(null);
  hintPointed = $state<number | null>(null);
  /** They are being looked for, or are there and not put away. */
  showsHints = $state(false);
  /** What fell at the table, as far as it has been entered: faces, or Ivan's tiles. */
  fallen = $state.raw<readonly (number | string)[]>([]);
  asksUndo = $state(false);
  readonly playState = new PlayState();
  readonly playback = new Playback(
    (frame) => this.#show(frame),
    (table) => !table.over && this.here(table).length > 0,
  );

  /** A notice of the server, until it has been shown long enough. */
  shownNotice = $state('');

  readonly #states = new Map<CreateState, TableState>();
  #link: Link | null = null;
  /** Hints are to be asked for as soon as they may be. */
  #wantsHints = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #latest: Table | null = null;
  /** What is shown is of another table: the next is no step further. */
  #isElsewhere = false;
  #log: readonly LogEntry[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;

  readonly paths = $derived(new Paths(this.offered));
  readonly targets = $derived(this.paths.next(this.chosen));
  /** With what one may begin anew. */
  readonly alternatives = $derived(this.chosen.length ? this.paths.next([]) : new Set<Key>());
  readonly offers = $derived(offersOf(this.offered, this.table?.due ?? null));
  /** What glows: the things of a verb, or all that is asked for. */
  readonly highlighted = $derived.by(() => {
    if (this.isHinted) return this.#wanted();
    const planned = this.planning.decisions[this.planning.pointed ?? -1];
    if (planned) return new Set(planned.on as Key[]);
    const begins = this.hinted && this.offered.find(({ id }) => id === this.hinted?.begins);
    if (begins && !this.chosen.length && !this.pointed) return new Paths([begins]).next([]);
    const verb = this.verbPointed ?? this.verb;
    const its = this.offers.find((offer) => offer.verb === verb)?.keys;
    if (its) return its;
    return isAsking(this.table?.due ?? null) ? firstOf(askedFor(this.offered)) : new Set<Key>();
  });
  readonly hinted = $derived.by(() => {
    const at = this.hintPointed ?? this.hintAt;
    return at === null ? null : (this.hints?.turns[at] ?? null);
  });
  /** The decision that the golden button makes of what is picked. */
  readonly ready = $derived(this.chosen.length ? readyFor(this.paths.under(this.chosen)) : null);
  /** The decision that would be made, or one of several, with what is pointed at. */
  readonly preview = $derived.by(() => {
    const { pointed, chosen } = this;
    const isAhead = pointed !== null && this.targets.has(pointed);
    const path = isAhead ? [...chosen, pointed] : chosen;
    const under = this.paths.under(path);
    return { path, under, decision: isAhead ? foremost(under) : this.ready };
  });

  constructor(route: TableRoute, createStates: readonly CreateState[]) {
    this.route = route;
    const connection: TableConnection = {
      id: route.id,
      newest: () => this.#latest,
      send: (command) => this.#link?.send(command) ?? false,
    };
    for (const createState of createStates) this.#states.set(createState, createState(connection));
    this.connect();
  }

  /** The state of a feature at this table. */
  stateOf<State extends object>(createState: CreateState<State>): State {
    const state = this.#states.get(createState);
    if (!state) throw new Error('the state of this feature is not part of the table');
    return state as State;
  }

  /** With what the decisions go on that a step of a lesson asks for. */
  #wanted(): Set<Key> {
    const { chosen, offered, table } = this;
    const asked = offered.filter((legal) => table?.lesson?.wanted.includes(legal.id));
    const under = new Paths(asked);
    const ahead = under.next(chosen);
    return ahead.size ? ahead : under.next([]);
  }

  go(route: TableRoute): void {
    this.route = route;
    this.#isElsewhere = true;
    this.connect();
  }

  get offered(): Table['legal'] {
    if (!this.table || this.busy || this.link === 'lost') return [];
    return this.playback.isOn && !this.planning.isOn ? [] : this.table.legal;
  }

  /** What falls at the table and may be entered here and now. */
  get roll(): RollDue | null {
    if (!this.table?.due?.yours || this.busy || this.link === 'lost' || this.playback.isOn)
      return null;
    return this.table.roll;
  }

  connect(): void {
    this.#link?.close();
    this.playback.clear();
    this.#latest = null;
    this.#log = [];
    this.gone = null;
    this.planning.forget();
    this.link = 'connecting';
    this.#link = new Link({
      address: () => this.#address(),
      message: (message) => this.#hear(message),
      state: (state) => {
        this.link = state;
        if (state === 'open') this.planning.resume();
        if (state === 'lost') {
          this.#answered();
          if (!this.hints) this.closeHints();
        }
      },
    });
  }

  close(): void {
    this.#answered();
    this.playback.clear();
    this.#latest = null;
    clearTimeout(this.#again);
    this.playState.close();
    for (const state of this.#states.values()) state.close?.();
    this.#link?.close();
  }

  goOffline(): void {
    this.#link?.lose();
  }

  retry(): void {
    this.#link?.retry();
  }

  /** The page is seen again, or the network is back. */
  check(): void {
    this.#link?.check();
  }

  #address(): string {
    const { kind, id, step } = this.route;
    const path = encodeURIComponent(id);
    const name = {
      table: `api/tables/${path}/live`,
      lesson: `api/lessons/${path}/${String(step)}/live`,
      puzzle: `api/puzzles/${path}/live`,
    }[kind];
    const url = new URL(name, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    url.search = '';
    url.searchParams.set('lang', language.id);
    if (this.route.seats) url.searchParams.set('seat', this.route.seats.join(',') || '-');
    if (this.#latest && kind === 'table')
      url.searchParams.set('since', String(this.#latest.number));
    if (kind === 'table')
      for (const state of this.#states.values())
        for (const [name, value] of Object.entries(state.addressParameters?.() ?? {}))
          url.searchParams.set(name, value);
    return url.href;
  }

  #hear(message: Exclude<Message, Heartbeat>): void {
    switch (message.type) {
      case 'table':
        this.#take(message);
        void this.#fetchBox(message);
        break;
      case 'presence':
        this.playState.presence = message;
        break;
      case 'hints':
        if (message.number !== this.#latest?.number || !this.showsHints) break;
        this.hints = message;
        this.hintAt = 0;
        if (this.real?.puzzle)
          this.real = { ...this.real, puzzle: { ...this.real.puzzle, is_shown: true } };
        break;
      case 'plan':
        this.#answered();
        this.planning.hear(message);
        if (!this.paths.under(this.chosen).length) this.chosen = [];
        break;
      case 'refused':
        if ([...this.#states.values()].some((state) => state.refuse?.(message))) break;
        if (HINTS.includes(message.code)) this.closeHints();
        else this.#answered();
        this.chosen = [];
        this.refused = message;
        if (this.real && message.number === this.real.number)
          this.real = { ...this.real, legal: message.legal };
        break;
      case 'gone':
        this.gone = { code: message.code, reason: message.reason };
        this.#link?.close();
        break;
      default:
        for (const { messages } of this.#states.values()) {
          const handle = messages?.[message.type] as ((message: Message) => void) | undefined;
          handle?.(message);
        }
    }
  }

  async #fetchBox(table: Table): Promise<void> {
    clearTimeout(this.#again);
    if (this.box?.key === table.edition.key && this.box.lang === table.lang) return;
    try {
      this.box = await api.edition(table.edition.key, table.lang);
      if (this.#link?.isOpen) this.link = 'open';
    } catch {
      this.link = 'lost';
      if (table === this.#latest)
        this.#again = setTimeout(() => void this.#fetchBox(table), jittered(AGAIN));
    }
  }

  /** A step further is shown in its turn; what has been taken back is gone at once. */
  #take(next: Table): void {
    const before = this.#latest;
    const isOnward = next.log_from === this.#log.length;
    this.#log = [...this.#log.slice(0, next.log_from), ...next.log];
    this.#latest = next;
    this.playState.update(next.conduct);
    this.#answered();
    if (next.number !== before?.number) this.fallen = [];
    if (!isOnward) this.playback.clear();
    if (before && isOnward) this.#explain(next.log);
    this.playback.add(framesOf(isOnward ? before : null, next, this.#log, this.here(next)));
  }

  #explain(entries: readonly LogEntry[]): void {
    const known = new Set(this.explained.map(({ text }) => text));
    const fresh = entries
      .flatMap((entry) => entry.explained)
      .filter(({ text }) => !known.has(text));
    if (settings.explains && fresh.length) this.explained = [...this.explained, ...fresh];
  }

  /** Show the rest at once when it is somebody's turn here: they need not wait for it. */
  catchUp(): void {
    if (this.playback.isOn && this.#latest?.due?.yours) this.playback.hurry();
  }

  /** Show once more what the log tells from an entry on. */
  async replay(since: number): Promise<void> {
    const now = this.#latest;
    if (!now || this.playback.isOn) return;
    this.failure = null;
    try {
      const past = await api.past(now.id, since, now.lang);
      if (now !== this.#latest || this.playback.isOn) return;
      this.playback.add(framesFrom(past, now, this.#log, this.here(now)));
    } catch (error) {
      this.failure = error;
    }
  }

  #show({ table: next, log, happened }: Frame): void {
    const before = this.real;
    this.log = log;
    this.happened = settings.still ? [] : happened;
    // the same number: what is known already, shown once more or on its way to the next table
    const isNew = next.number !== before?.number || this.#isElsewhere;
    this.#isElsewhere = false;
    if (isNew) {
      this.isHinted = false;
      const isStanding = reuse(before?.position, next.position) === before?.position;
      const mayHint = next.hints_allowed.length > 0 || next.can.hint;
      this.#wantsHints &&= mayHint && next.due?.yours === true;
      if (next.can.hint && this.#wantsHints) this.#askHints();
      else if (!isStanding || !next.can.hint) this.closeHints();
      if (!this.planning.isOn) {
        if (this.chosen.length) this.chosen = [];
        this.verb = null;
        this.verbPointed = null;
      }
      this.asksUndo = false;
      this.refused = null;
      this.failure = null;
    }
    if (isNew && next.due?.seat !== before?.due?.seat) {
      const isHandedOver = before && next.due?.yours && !next.roll && this.here(next).length > 1;
      this.handover = isHandedOver ? (next.due?.seat ?? null) : null;
    }
    const shown = reuse(before, next);
    // a step is told though nothing lies elsewhere after it: a roll of the same faces
    this.real = isNew ? { ...shown, position: { ...shown.position } } : shown;
    const isTurn = isNew && before?.due?.yours === false && next.due?.yours === true;
    play(soundsOf(happened, isTurn), settings.loudness);
  }

  here(table: Table): Colour[] {
    return table.yours;
  }

  /**
   * Pick an element; plays where that leaves one decision, unless it is to be shown first: what
   * was not pointed at before (by touch nothing is), what costs something with the first pick, and
   * what is picked instead of what was chosen.
   */
  pick(key: Key, byTouch: boolean): void {
    if (this.#waiting !== undefined) return;
    const at = this.chosen.indexOf(key);
    const isNext = this.targets.has(key);
    if (!isNext && at >= 0) this.chosen = this.chosen.slice(0, at);
    if (!isNext && (at >= 0 || !this.alternatives.has(key))) return;
    this.refused = null;
    const path = isNext ? [...this.chosen, key] : [key];
    const whole = this.paths.at(path);
    const decision = whole ?? this.paths.only(path);
    const costs = decision !== null && decision.rubles + decision.prestige > 0;
    const isSeen = byTouch ? whole && !costs : isNext && !(costs && path.length === 1);
    if (decision && isSeen) this.play(decision.id);
    else this.chosen = path;
  }

  /** One step back: on the path, from a question, from a verb. */
  back(): boolean {
    if (this.asksUndo || this.verb) {
      this.asksUndo = false;
      this.verb = null;
      return true;
    }
    if (this.fallen.length) {
      this.fallen = this.fallen.slice(0, -1);
      return true;
    }
    if (!this.chosen.length) {
      const { showsHints } = this;
      this.closeHints();
      return showsHints;
    }
    this.chosen = this.chosen.slice(0, -1);
    return true;
  }

  play(decision: number): void {
    this.handover = null;
    if (this.planning.isOn) {
      if (this.planning.add(decision)) this.chosen = [];
      return;
    }
    this.#send((number) => ({ type: 'play', number, decision }));
  }

  plan(): void {
    const seat = this.real?.can.plan;
    if (this.planning.isOn) this.planning.done();
    else if (seat) this.planning.start(seat);
  }

  /** The plan is about the table that is seen, whose turn it is for. */
  get canPlayPlan(): boolean {
    const { plan } = this.planning;
    const isSeen = plan?.number === this.real?.number && !this.playback.isOn;
    return isSeen && plan?.is_due === true && plan.playable !== '' && !this.busy;
  }

  playPlan(): void {
    if (this.canPlayPlan) this.#send((number) => ({ type: 'play-plan', number }));
  }

  enter(shown: number | string): void {
    const { roll, fallen } = this;
    if (roll && fallen.length < countOf(roll) && (roll.dice.length || !fallen.includes(shown)))
      this.fallen = [...fallen, shown];
  }

  /** Send what has been entered; with nothing the server rolls. */
  tellRoll(fallen: readonly (number | string)[]): void {
    const faces = fallen.filter((each) => typeof each === 'number');
    const tiles = fallen.filter((each) => typeof each === 'string');
    this.#send((number) => ({ type: 'roll', number, faces, tiles }));
  }

  /** Take a decision back; over rolls and the turns of bots only when that is asked twice. */
  undo(): void {
    if (this.planning.isOn) return this.planning.remove(this.planning.decisions.length - 1);
    const can = this.#latestShown()?.can;
    const beyond = !can?.undo && can?.undo_beyond === true;
    if (beyond && !this.asksUndo) {
      this.chosen = [];
      this.asksUndo = true;
    } else if (can?.undo || beyond) this.#send((number) => ({ type: 'undo', number, beyond }));
  }

  redo(): void {
    if (this.#latestShown()?.can.redo) this.#send((number) => ({ type: 'redo', number }));
  }

  /** Ask for the best turns; where several play, first that all of them agree. */
  hint(): void {
    const table = this.#latestShown();
    if (this.showsHints || !table) return;
    if (table.can.hint) this.#askHints();
    else if (table.can.allow_hints) this.allowHints(true);
  }

  tryAgain(): void {
    this.#send((number) => ({ type: 'undo', number, beyond: true }));
  }

  /** Show the turn that a puzzle asks for; from its start, where it can be seen. */
  solve(): void {
    const table = this.#latestShown();
    if (!table || this.showsHints) return;
    if (table.can.hint) return this.#askHints();
    this.#wantsHints = true;
    this.tryAgain();
  }

  allowHints(allowed: boolean): void {
    this.#wantsHints = allowed && this.table?.due?.yours === true;
    this.#send((number) => ({ type: 'allow-hints', number, allowed }));
  }

  closeHints(): void {
    this.showsHints = false;
    this.hints = null;
    this.hintAt = this.hintPointed = null;
  }

  /** The table may be played on while they are looked for. */
  #askHints(): void {
    this.closeHints();
    this.#wantsHints = false;
    this.showsHints = this.#link?.send({ type: 'hints' }, true) ?? false;
  }

  agree(agreed: boolean): void {
    this.#send((number) => ({ type: 'agree', number, agreed }));
  }

  change(settings: { auto_end: boolean; own_dice: boolean }): void {
    this.#send(() => ({ type: 'settings', ...settings }));
  }

  /** What people ask of each other is no decision. */
  send(command: (number: number) => ConductCommand): void {
    this.#send(command);
  }

  /** The latest table, once the rest has been shown at once: a command is about what is seen. */
  #latestShown(): Table | null {
    if (this.playback.isOn) this.playback.hurry();
    return this.table;
  }

  #send(command: (number: number) => Command): void {
    const number = this.#latestShown()?.number;
    if (number === undefined || this.#waiting !== undefined) return;
    this.refused = null;
    if (!this.#link?.send(command(number))) return;
    this.asksUndo = false;
    this.#waiting = setTimeout(() => {
      this.busy = true;
      this.chosen = [];
    }, LONG);
  }

  /** What is planned changes nothing that is seen of the game. */
  #sendPlan(command: Command): boolean {
    if (this.#waiting !== undefined || !this.#link?.send(command)) return false;
    this.refused = null;
    this.verb = null;
    this.#waiting = setTimeout(() => (this.busy = true), LONG);
    return true;
  }

  #answered(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.busy = false;
  }
}
