// One table: what the server says of it, what is picked on it, what is sent.
import { reuse } from '../../board/structuralSharing';
import type { Key } from '../../board/types';
import type {
  Box,
  Colour,
  Command,
  Event,
  Explanation,
  Heartbeat,
  LogEntry,
  Message,
  Refused,
  RollDue,
  Table,
} from '../../protocol.gen';
import * as api from '../api';
import { jittered } from '../jitter';
import { language } from '../language.svelte';
import { Connection, type ConnectionState } from '../connection';
import { framesFrom, framesOf, type Frame } from './pacing';
import { Paths } from './decisionPaths';
import { Planning } from './planning.svelte';
import { Playback } from './playback.svelte';
import type { TableRoute } from '../route.svelte';
import { settings } from '../settings.svelte';
import { play, soundsOf } from '../sound';
import { FeatureStates } from './featureStates';
import { ManualRoll } from './manualRoll.svelte';
import type { CreateState } from './tableState';
import { PlayState } from './playState.svelte';
import { Picking } from './picking.svelte';
import { TableHints } from './tableHints.svelte';
import { askedFor, firstOf, isAsking } from './turnOptions';

/** Milliseconds: what is a long wait, and until an edition that did not come is asked for again. */
const LONG = 300;
const AGAIN = 2000;
/** What a wish for hints is refused with. */
const HINTS: readonly string[] = ['hint', 'no-hints', 'never-hints'];

export interface Gone {
  code: string;
  reason: string;
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
  refused = $state.raw<Refused | null>(null);
  /** What happens for the first time, until it is put away. */
  explained = $state.raw<readonly Explanation[]>([]);
  /** What the server did not answer, apart from commands. */
  failure = $state.raw<unknown>(null);
  gone = $state.raw<Gone | null>(null);
  connectionState = $state<ConnectionState>('connecting');
  /** A command is long on its way: until then all stays as it is, for the answer changes it. */
  busy = $state(false);
  /** The seat that has to take over from somebody else at this page. */
  handover = $state<string | null>(null);
  isHinted = $state(false);
  readonly manualRoll = new ManualRoll();
  asksUndo = $state(false);
  readonly playState = new PlayState();
  readonly playback = new Playback(
    (frame) => this.#show(frame),
    (table) => !table.over && this.here(table).length > 0,
  );

  /** A notice of the server, until it has been shown long enough. */
  shownNotice = $state('');

  readonly #features: FeatureStates;
  #connection: Connection | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #latest: Table | null = null;
  /** What is shown is of another table: the next is no step further. */
  #isElsewhere = false;
  #log: readonly LogEntry[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;

  readonly picking = new Picking(() => ({ offered: this.offered, due: this.table?.due ?? null }));
  readonly hints = new TableHints(() => this.#connection?.send({ type: 'hints' }, true) ?? false);
  /** The highlighted elements: those of a turn option, or all that the table asks for. */
  readonly highlighted = $derived.by(() => {
    const { chosen, pointed, verb, verbPointed, offers } = this.picking;
    if (this.isHinted) return this.#wanted();
    const planned = this.planning.decisions[this.planning.pointed ?? -1];
    if (planned) return new Set(planned.on as Key[]);
    const turn = this.hints.shownTurn;
    const begins = turn && this.offered.find(({ id }) => id === turn.begins);
    if (begins && !chosen.length && !pointed) return new Paths([begins]).next([]);
    const offer = offers.find((each) => each.verb === (verbPointed ?? verb));
    if (offer) return offer.keys;
    return isAsking(this.table?.due ?? null) ? firstOf(askedFor(this.offered)) : new Set<Key>();
  });

  constructor(route: TableRoute, createStates: readonly CreateState[]) {
    this.route = route;
    this.#features = new FeatureStates(createStates, {
      id: route.id,
      newest: () => this.#latest,
      send: (command) => this.#connection?.send(command) ?? false,
    });
    this.connect();
  }

  /** The state of a feature at this table, by the function that has created it. */
  stateOf<State extends object>(createState: CreateState<State>): State {
    return this.#features.get(createState);
  }

  /** With what the decisions go on that a step of a lesson asks for. */
  #wanted(): Set<Key> {
    const { offered, table } = this;
    const { chosen } = this.picking;
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
    if (!this.table || this.busy || this.connectionState === 'lost') return [];
    return this.playback.isOn && !this.planning.isOn ? [] : this.table.legal;
  }

  /** What falls at the table and may be entered here and now. */
  get roll(): RollDue | null {
    if (
      !this.table?.due?.yours ||
      this.busy ||
      this.connectionState === 'lost' ||
      this.playback.isOn
    )
      return null;
    return this.table.roll;
  }

  connect(): void {
    this.#connection?.close();
    this.playback.clear();
    this.#latest = null;
    this.#log = [];
    this.gone = null;
    this.planning.forget();
    this.connectionState = 'connecting';
    this.#connection = new Connection({
      address: () => this.#address(),
      message: (message) => this.#hear(message),
      state: (state) => {
        this.connectionState = state;
        if (state === 'open') this.planning.resume();
        if (state === 'lost') {
          this.#answered();
          if (!this.hints.result) this.hints.close();
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
    this.#features.close();
    this.#connection?.close();
  }

  goOffline(): void {
    this.#connection?.lose();
  }

  retry(): void {
    this.#connection?.retry();
  }

  /** The page is seen again, or the network is back. */
  check(): void {
    this.#connection?.check();
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
      for (const [name, value] of this.#features.addressParameters())
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
        if (message.number !== this.#latest?.number || !this.hints.isShown) break;
        this.hints.receive(message);
        if (this.real?.puzzle)
          this.real = { ...this.real, puzzle: { ...this.real.puzzle, is_shown: true } };
        break;
      case 'plan':
        this.#answered();
        this.planning.hear(message);
        if (!this.picking.paths.under(this.picking.chosen).length) this.picking.chosen = [];
        break;
      case 'refused':
        if (this.#features.refuse(message)) break;
        if (HINTS.includes(message.code)) this.hints.close();
        else this.#answered();
        this.picking.chosen = [];
        this.refused = message;
        if (this.real && message.number === this.real.number)
          this.real = { ...this.real, legal: message.legal };
        break;
      case 'gone':
        this.gone = { code: message.code, reason: message.reason };
        this.#connection?.close();
        break;
      default:
        this.#features.receive(message);
    }
  }

  async #fetchBox(table: Table): Promise<void> {
    clearTimeout(this.#again);
    if (this.box?.key === table.edition.key && this.box.lang === table.lang) return;
    try {
      this.box = await api.edition(table.edition.key, table.lang);
      if (this.#connection?.isOpen) this.connectionState = 'open';
    } catch {
      this.connectionState = 'lost';
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
    this.playState.update(next.play_state);
    this.#answered();
    if (next.number !== before?.number) this.manualRoll.clear();
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
      const past = await api.positionsSince(now.id, since, now.lang);
      if (now !== this.#latest || this.playback.isOn) return;
      this.playback.add(framesFrom(past, now, this.#log, this.here(now)));
    } catch (error) {
      this.failure = error;
    }
  }

  #show({ table: next, log, happened }: Frame): void {
    const before = this.real;
    this.log = log;
    this.happened = settings.reducesMotion ? [] : happened;
    // the same number: what is known already, shown once more or on its way to the next table
    const isNew = next.number !== before?.number || this.#isElsewhere;
    this.#isElsewhere = false;
    if (isNew) {
      this.isHinted = false;
      const isStanding = reuse(before?.position, next.position) === before?.position;
      const mayHint = next.hints_allowed.length > 0 || next.can.hint;
      this.hints.isWanted &&= mayHint && next.due?.yours === true;
      if (next.can.hint && this.hints.isWanted) this.hints.ask();
      else if (!isStanding || !next.can.hint) this.hints.close();
      if (!this.planning.isOn) this.picking.clear();
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

  /** Pick an element, and play the decision if that leaves one and the player has seen it. */
  pick(key: Key, byTouch: boolean): void {
    if (this.#waiting !== undefined) return;
    const { picking } = this;
    if (picking.canPick(key)) this.refused = null;
    const decision = picking.pick(key, byTouch);
    if (decision) this.play(decision.id);
  }

  /** One step back: on the path, from a question, from a verb. */
  back(): boolean {
    const { picking, hints, manualRoll } = this;
    if (this.asksUndo || picking.verb) {
      this.asksUndo = false;
      picking.verb = null;
    } else if (manualRoll.entered.length) manualRoll.removeLast();
    else if (picking.chosen.length) picking.stepBack();
    else {
      const hadHints = hints.isShown;
      hints.close();
      return hadHints;
    }
    return true;
  }

  play(decision: number): void {
    this.handover = null;
    if (this.planning.isOn) {
      if (this.planning.add(decision)) this.picking.chosen = [];
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

  /** Send what has been entered; with nothing the server rolls. */
  sendRoll(entered: readonly (number | string)[]): void {
    const faces = entered.filter((result) => typeof result === 'number');
    const tiles = entered.filter((result) => typeof result === 'string');
    this.#send((number) => ({ type: 'roll', number, faces, tiles }));
  }

  /** Take a decision back; over rolls and the turns of bots only when that is asked twice. */
  undo(): void {
    if (this.planning.isOn) return this.planning.remove(this.planning.decisions.length - 1);
    const can = this.#latestShown()?.can;
    const beyond = !can?.undo && can?.undo_beyond === true;
    if (beyond && !this.asksUndo) {
      this.picking.chosen = [];
      this.asksUndo = true;
    } else if (can?.undo || beyond) this.#send((number) => ({ type: 'undo', number, beyond }));
  }

  redo(): void {
    if (this.#latestShown()?.can.redo) this.#send((number) => ({ type: 'redo', number }));
  }

  /** Ask for the best turns; where several play, first that all of them agree. */
  hint(): void {
    const table = this.#latestShown();
    if (this.hints.isShown || !table) return;
    if (table.can.hint) this.hints.ask();
    else if (table.can.allow_hints) this.allowHints(true);
  }

  tryAgain(): void {
    this.#send((number) => ({ type: 'undo', number, beyond: true }));
  }

  /** Show the turn that a puzzle asks for; from its start, where it can be seen. */
  solve(): void {
    const table = this.#latestShown();
    if (!table || this.hints.isShown) return;
    if (table.can.hint) return this.hints.ask();
    this.hints.isWanted = true;
    this.tryAgain();
  }

  allowHints(allowed: boolean): void {
    this.hints.isWanted = allowed && this.table?.due?.yours === true;
    this.#send((number) => ({ type: 'allow-hints', number, allowed }));
  }

  agree(agreed: boolean): void {
    this.#send((number) => ({ type: 'agree', number, agreed }));
  }

  change(settings: { auto_end: boolean; own_dice: boolean }): void {
    this.#send(() => ({ type: 'settings', ...settings }));
  }

  /** Send a command of a feature; it gets the version of the table that is shown. */
  send(command: (number: number) => Command): void {
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
    if (!this.#connection?.send(command(number))) return;
    this.asksUndo = false;
    this.#waiting = setTimeout(() => {
      this.busy = true;
      this.picking.chosen = [];
    }, LONG);
  }

  /** What is planned changes nothing that is seen of the game. */
  #sendPlan(command: Command): boolean {
    if (this.#waiting !== undefined || !this.#connection?.send(command)) return false;
    this.refused = null;
    this.picking.verb = null;
    this.#waiting = setTimeout(() => (this.busy = true), LONG);
    return true;
  }

  #answered(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.busy = false;
  }
}
