// One table on the screen: what is shown of it, what is picked on it, and the commands.
import { reuse } from '../../board/structuralSharing';
import type { Key } from '../../board/types';
import type {
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
import { LiveTable, type Update } from './liveTable.svelte';
import { framesFrom, framesOf, type Frame } from './pacing';
import { Paths } from './decisionPaths';
import { Planning } from './planning.svelte';
import { Playback } from './playback.svelte';
import type { TableRoute } from '../route.svelte';
import { settings } from '../settings.svelte';
import { play, soundsOf } from '../sound';
import { ManualRoll } from './manualRoll.svelte';
import { TableStates, type CreateState } from './tableState';
import { PlayState } from './playState.svelte';
import { Picking } from './picking.svelte';
import { TableHints } from './tableHints.svelte';
import { askedFor, firstOf, isAsking } from './turnOptions';

export class TableStore {
  readonly live: LiveTable;
  /** The table as it is shown. Its steps are shown one by one, so it may be behind. */
  real = $state.raw<Table | null>(null);
  readonly planning = new Planning({
    send: (command) => this.#sendPlan(command),
    received: () => {
      this.live.answered();
      if (!this.picking.paths.under(this.picking.chosen).length) this.picking.chosen = [];
    },
  });
  /** What is shown: while the next turn is planned, the table after the plan. */
  readonly table = $derived(this.planning.apply(this.real));
  log = $state.raw<readonly LogEntry[]>([]);
  happened = $state.raw<readonly Event[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** Explanations of what happens for the first time, until the player closes them. */
  explained = $state.raw<readonly Explanation[]>([]);
  /** The error of a failed request, apart from commands. */
  failure = $state.raw<unknown>(null);
  /** The player on this page who must take over from another one. */
  handover = $state<string | null>(null);
  /** The player has asked a lesson to highlight what to do. */
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

  readonly #states: TableStates;
  /** The page shows another table, and the next version is no step of the shown one. */
  #isOtherTable = false;

  readonly picking = new Picking(() => ({ offered: this.offered, due: this.table?.due ?? null }));
  readonly hints = new TableHints({
    request: () => this.live.send({ type: 'hints' }, true),
    newestNumber: () => this.live.newest?.number,
    received: () => {
      if (this.real?.puzzle)
        this.real = { ...this.real, puzzle: { ...this.real.puzzle, is_shown: true } };
    },
  });
  /** The highlighted elements: those of a turn option, or all that the table asks for. */
  readonly highlighted = $derived.by(() => {
    const { chosen, pointed, verb, verbPointed, offers } = this.picking;
    if (this.isHinted) return this.#lessonElements();
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
    this.#states = new TableStates([this.playState, this.hints, this.planning], createStates, {
      id: route.id,
      newest: () => this.live.newest,
      send: (command) => this.live.send(command),
    });
    this.live = new LiveTable(route, {
      addressParameters: () => this.#states.addressParameters(),
      update: (update) => this.#update(update),
      message: (message) => this.#receive(message),
      opened: () => this.planning.resume(),
      lost: () => {
        if (!this.hints.result) this.hints.close();
      },
    });
    this.live.connect();
  }

  /** The state of a feature at this table, by the function that has created it. */
  stateOf<State extends object>(createState: CreateState<State>): State {
    return this.#states.get(createState);
  }

  /** The next elements of the decisions that a step of a lesson asks for. */
  #lessonElements(): Set<Key> {
    const { offered, table } = this;
    const { chosen } = this.picking;
    const wanted = offered.filter((legal) => table?.lesson?.wanted.includes(legal.id));
    const paths = new Paths(wanted);
    const next = paths.next(chosen);
    return next.size ? next : paths.next([]);
  }

  go(route: TableRoute): void {
    this.live.route = route;
    this.#isOtherTable = true;
    this.connect();
  }

  get offered(): Table['legal'] {
    if (!this.table || this.live.isBusy || this.live.connectionState === 'lost') return [];
    return this.playback.isOn && !this.planning.isOn ? [] : this.table.legal;
  }

  /** The manual roll that a player on this page can enter now. */
  get roll(): RollDue | null {
    if (
      !this.table?.due?.yours ||
      this.live.isBusy ||
      this.live.connectionState === 'lost' ||
      this.playback.isOn
    )
      return null;
    return this.table.roll;
  }

  connect(): void {
    this.playback.clear();
    this.planning.forget();
    this.live.connect();
  }

  close(): void {
    this.playback.clear();
    this.#states.close();
    this.live.close();
  }

  #receive(message: Exclude<Message, Heartbeat | Table>): void {
    if (message.type !== 'refused') return this.#states.receive(message);
    const display = this.#states.refuse(message);
    if (display === 'state') return;
    if (!display) this.live.answered();
    this.picking.chosen = [];
    this.refused = message;
    if (this.real && message.number === this.real.number)
      this.real = { ...this.real, legal: message.legal };
  }

  /** Show the next steps one by one; what was undone is gone at once. */
  #update({ table, before, isOnward }: Update): void {
    this.playState.update(table.play_state);
    if (table.number !== before?.number) this.manualRoll.clear();
    if (!isOnward) this.playback.clear();
    if (before && isOnward) this.#explain(table.log);
    const last = isOnward ? before : null;
    this.playback.add(framesOf(last, table, this.live.log, this.here(table)));
  }

  #explain(entries: readonly LogEntry[]): void {
    const known = new Set(this.explained.map(({ text }) => text));
    const fresh = entries
      .flatMap((entry) => entry.explained)
      .filter(({ text }) => !known.has(text));
    if (settings.explains && fresh.length) this.explained = [...this.explained, ...fresh];
  }

  /** Skip the remaining steps if a player on this page must decide. */
  catchUp(): void {
    if (this.playback.isOn && this.live.newest?.due?.yours) this.playback.hurry();
  }

  /** Show the steps of the log again, from an entry on. */
  async replay(since: number): Promise<void> {
    const now = this.live.newest;
    if (!now || this.playback.isOn) return;
    this.failure = null;
    try {
      const past = await api.positionsSince(now.id, since, now.lang);
      if (now !== this.live.newest || this.playback.isOn) return;
      this.playback.add(framesFrom(past, now, this.live.log, this.here(now)));
    } catch (error) {
      this.failure = error;
    }
  }

  #show({ table: next, log, happened }: Frame): void {
    const before = this.real;
    this.log = log;
    this.happened = settings.reducesMotion ? [] : happened;
    // The same number means that a known version is shown again.
    const isNew = next.number !== before?.number || this.#isOtherTable;
    this.#isOtherTable = false;
    if (isNew) {
      this.isHinted = false;
      const isSamePosition = reuse(before?.position, next.position) === before?.position;
      const mayHint = next.hints_allowed.length > 0 || next.can.hint;
      this.hints.isWanted &&= mayHint && next.due?.yours === true;
      if (next.can.hint && this.hints.isWanted) this.hints.ask();
      else if (!isSamePosition || !next.can.hint) this.hints.close();
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
    // A new object, so that the board shows a step that changes nothing: a roll of the same faces.
    this.real = isNew ? { ...shown, position: { ...shown.position } } : shown;
    const isTurn = isNew && before?.due?.yours === false && next.due?.yours === true;
    play(soundsOf(happened, isTurn), settings.loudness);
  }

  here(table: Table): Colour[] {
    return table.yours;
  }

  /** Pick an element; play the decision if it is the only one left and the player has seen it. */
  pick(key: Key, byTouch: boolean): void {
    if (this.live.isWaiting) return;
    const { picking } = this;
    if (picking.canPick(key)) this.refused = null;
    const decision = picking.pick(key, byTouch);
    if (decision) this.play(decision.id);
  }

  /** Take back one pick, question or turn option; false if there is nothing to take back. */
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

  /** The plan is for the turn that is due in the shown table. */
  get canPlayPlan(): boolean {
    const { plan } = this.planning;
    const isSeen = plan?.number === this.real?.number && !this.playback.isOn;
    return isSeen && plan?.is_due === true && plan.playable !== '' && !this.live.isBusy;
  }

  playPlan(): void {
    if (this.canPlayPlan) this.#send((number) => ({ type: 'play-plan', number }));
  }

  /** Send the entered dice or tiles; without any, the server rolls. */
  sendRoll(entered: readonly (number | string)[]): void {
    const faces = entered.filter((result) => typeof result === 'number');
    const tiles = entered.filter((result) => typeof result === 'string');
    this.#send((number) => ({ type: 'roll', number, faces, tiles }));
  }

  /** Undo a decision; across rolls and turns of bots only after a question. */
  undo(): void {
    if (this.planning.isOn) return this.planning.remove(this.planning.decisions.length - 1);
    const can = this.#newestShown()?.can;
    const beyond = !can?.undo && can?.undo_beyond === true;
    if (beyond && !this.asksUndo) {
      this.picking.chosen = [];
      this.asksUndo = true;
    } else if (can?.undo || beyond) this.#send((number) => ({ type: 'undo', number, beyond }));
  }

  redo(): void {
    if (this.#newestShown()?.can.redo) this.#send((number) => ({ type: 'redo', number }));
  }

  /** Ask for the best turns; with several players, first for their agreement. */
  hint(): void {
    const table = this.#newestShown();
    if (this.hints.isShown || !table) return;
    if (table.can.hint) this.hints.ask();
    else if (table.can.allow_hints) this.allowHints(true);
  }

  tryAgain(): void {
    this.#send((number) => ({ type: 'undo', number, beyond: true }));
  }

  /** Show the solution of a puzzle; it is shown at the start, so go back there first. */
  solve(): void {
    const table = this.#newestShown();
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

  /** Show the remaining steps at once and return the newest table: a command is about what is seen. */
  #newestShown(): Table | null {
    if (this.playback.isOn) this.playback.hurry();
    return this.table;
  }

  #send(command: (number: number) => Command): void {
    const number = this.#newestShown()?.number;
    if (number === undefined || this.live.isWaiting) return;
    this.refused = null;
    if (this.live.ask(command(number), () => (this.picking.chosen = []))) this.asksUndo = false;
  }

  /** Send a command about the plan, which changes nothing in the shown game. */
  #sendPlan(command: Command): boolean {
    if (!this.live.ask(command)) return false;
    this.refused = null;
    this.picking.verb = null;
    return true;
  }
}
