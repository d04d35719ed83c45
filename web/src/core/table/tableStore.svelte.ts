// The state of one table on the screen, and the commands that the page sends to the server.
import { reuse } from '../../board/structuralSharing';
import type { Key } from '../../board/types';
import type * as wire from '../../protocol.gen';
import * as api from '../api';
import { Attempt } from '../attempt.svelte';
import { LiveTable, type OtherMessage, type Update } from './liveTable.svelte';
import { replayFrames, framesBetween, type Frame } from './pacing';
import { DecisionPaths } from './decisionPaths';
import { Planning } from './planning.svelte';
import { Playback } from './playback.svelte';
import { loadStored, saveStored } from '../localStore';
import type { TableRoute } from '../route.svelte';
import { settings } from '../settings.svelte';
import { play, soundsOf } from '../sound';
import { ManualRoll } from './manualRoll.svelte';
import { TableStates, type StateClass } from './tableState';
import { PlayState } from './playState.svelte';
import { Picking } from './picking.svelte';
import { TableHints } from './tableHints.svelte';
import { requiredDecisions, firstKeys, isQuestion } from './turnOptions';

/** The texts of the explanations that the player has closed, in any game. */
const EXPLAINED_KEY = 'redcathedral.explained';

export class TableStore {
  readonly live: LiveTable;
  /** The version that the page shows; it can be older while steps are shown one by one. */
  displayedTable = $state.raw<wire.Table | null>(null);
  readonly planning = new Planning({
    send: (command) => this.#sendPlan(command),
    received: () => {
      this.live.endWait();
      if (!this.picking.paths.decisionsUnder(this.picking.chosenKeys).length)
        this.picking.chosenKeys = [];
    },
  });
  /** The displayed table; while the player plans, the table after the plan. */
  readonly table = $derived(this.planning.apply(this.displayedTable));
  log = $state.raw<readonly wire.LogEntry[]>([]);
  recentEvents = $state.raw<readonly wire.Event[]>([]);
  refusal = $state.raw<wire.Refused | null>(null);
  /** Explanations of new events, until the player closes them or has played a turn with them. */
  explanations = $state.raw<readonly (wire.Explanation & { turn: number })[]>([]);
  /** A request and its error; `refusal` is for commands. */
  readonly request = new Attempt();
  /** The player on this page who must take over from another one. */
  handoverSeat = $state<string | null>(null);
  /** The player has asked a lesson to highlight what to do. */
  showsLessonHint = $state(false);
  readonly manualRoll = new ManualRoll();
  /** What the player is asked before the page does it. */
  question = $state<'undo' | 'end' | null>(null);
  readonly playState = new PlayState();
  readonly playback = new Playback(
    (frame) => this.#show(frame),
    (table) => !table.over && table.yours.length > 0,
  );

  /** When the turn of a player on this page began, after the steps of others were shown. */
  ownTurnAt = -Infinity;
  /** The notice that the page shows for a few seconds. */
  shownNotice = $state('');

  readonly #states: TableStates;
  /** The next version belongs to another table than the displayed one. */
  #opensTable = false;

  readonly picking = new Picking(() => ({
    decisions: this.decisions,
    due: this.table?.due ?? null,
  }));
  readonly hints = new TableHints({
    request: () => this.live.send({ type: 'hints' }, true),
    newestNumber: () => this.live.newest?.number,
    received: () => {
      if (this.displayedTable?.puzzle)
        this.displayedTable = {
          ...this.displayedTable,
          puzzle: { ...this.displayedTable.puzzle, is_shown: true },
        };
    },
  });
  /** The highlighted elements of a turn option, a hint, a lesson or a required decision. */
  readonly highlightedKeys = $derived.by(() => {
    const { chosenKeys, pointedKey, chosenVerb, pointedVerb, turnOptions } = this.picking;
    if (this.showsLessonHint) return this.lessonKeys;
    const planned = this.planning.decisions[this.planning.highlightedIndex ?? -1];
    if (planned) return new Set(planned.on as Key[]);
    const turn = this.hints.shownTurn;
    const begins = turn && this.decisions.find(({ id }) => id === turn.decisions[0]);
    if (begins && !chosenKeys.length && !pointedKey)
      return new DecisionPaths([begins]).nextKeys([]);
    const option = turnOptions.find(({ verb }) => verb === (pointedVerb ?? chosenVerb));
    if (option) return option.keys;
    return isQuestion(this.table?.due ?? null)
      ? firstKeys(requiredDecisions(this.decisions))
      : new Set<Key>();
  });

  constructor(route: TableRoute, stateClasses: readonly StateClass[]) {
    this.#states = new TableStates([this.playState, this.hints, this.planning], stateClasses, {
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

  /** Return the state of a feature, by its class. */
  stateOf<State extends object>(stateClass: StateClass<State>): State {
    return this.#states.get(stateClass);
  }

  /** The next elements of the decisions that a step of a lesson asks for. */
  get lessonKeys(): Set<Key> {
    const { table } = this;
    const { chosenKeys } = this.picking;
    const wanted = this.decisions.filter((legal) => table?.lesson?.wanted.includes(legal.id));
    const paths = new DecisionPaths(wanted);
    const next = paths.nextKeys(chosenKeys);
    return next.size ? next : paths.nextKeys([]);
  }

  openTable(route: TableRoute): void {
    this.live.route = route;
    this.#opensTable = true;
    this.connect();
  }

  get decisions(): wire.Table['legal'] {
    if (!this.table || this.live.isBlocked) return [];
    return this.playback.isPlaying && !this.planning.isActive ? [] : this.table.legal;
  }

  /** The manual roll that a player on this page can enter now. */
  get pendingRoll(): wire.RollDue | null {
    const isBlocked = this.live.isBlocked || this.playback.isPlaying;
    return this.table?.due?.yours && !isBlocked ? this.table.roll : null;
  }

  connect(): void {
    this.playback.clear();
    this.planning.plan = null;
    this.live.connect();
  }

  close(): void {
    this.playback.clear();
    this.#states.close();
    this.live.close();
  }

  #receive(message: OtherMessage): void {
    if (message.type !== 'refused') return this.#states.receive(message);
    this.planning.isPlayed = false;
    const display = this.#states.refuse(message);
    if (display === 'state') return;
    if (!display) this.live.endWait();
    this.#dropPicks();
    this.refusal = message;
    if (this.displayedTable && message.number === this.displayedTable.number)
      this.displayedTable = { ...this.displayedTable, legal: message.legal };
  }

  /** Show new steps one by one, and undone steps at once. */
  #update({ table, before, isOnward }: Update): void {
    this.playState.update(table.play_state);
    if (table.number !== before?.number) this.manualRoll.results = [];
    if (!isOnward) this.playback.clear();
    if (before && isOnward) this.#explain(table.log);
    const last = isOnward ? before : null;
    this.playback.add(framesBetween(last, table, this.live.log, table.yours));
  }

  #explain(entries: readonly wire.LogEntry[]): void {
    if (!settings.explains) return;
    const closed = Object.keys(loadStored(EXPLAINED_KEY));
    const texts = new Set([...closed, ...this.explanations.map(({ text }) => text)]);
    const added = entries.flatMap(({ explained, turn }) =>
      explained.filter(({ text }) => !texts.has(text)).map((each) => ({ ...each, turn })),
    );
    if (added.length) this.explanations = [...this.explanations, ...added];
  }

  /** Close all explanations; they do not come again in another game. */
  closeExplanations(): void {
    const closed = Object.fromEntries(this.explanations.map(({ text }) => [text, true]));
    saveStored(EXPLAINED_KEY, { ...loadStored(EXPLAINED_KEY), ...closed });
    this.explanations = [];
  }

  /** Skip the remaining steps if a player on this page must decide. */
  skipToOwnTurn(): void {
    if (this.playback.isPlaying && this.live.newest?.due?.yours) this.playback.hurry();
  }

  /** Show the steps of the log again, from an entry on. */
  async replay(since: number): Promise<void> {
    const now = this.live.newest;
    if (!now || this.playback.isPlaying) return;
    await this.request.run(async () => {
      const past = await api.positionsSince(now.id, since, now.lang);
      if (now !== this.live.newest || this.playback.isPlaying) return;
      this.playback.add(replayFrames(past, now, this.live.log, now.yours));
    });
  }

  #show({ table: next, log, recentEvents }: Frame): void {
    const before = this.displayedTable;
    this.log = log;
    this.recentEvents = settings.reducesMotion ? [] : recentEvents;
    // The same number means that a known version is shown again.
    const isNew = next.number !== before?.number || this.#opensTable;
    this.#opensTable = false;
    if (isNew) {
      this.showsLessonHint = false;
      const isSamePosition = reuse(before?.position, next.position) === before?.position;
      const mayHint = next.hints_allowed.length > 0 || next.can.hint;
      this.hints.isWanted &&= mayHint && next.due?.yours === true;
      if (next.can.hint && this.hints.isWanted) this.hints.ask();
      else if (!isSamePosition || !next.can.hint) this.hints.close();
      if (!this.planning.isActive) this.picking.clear();
      this.question = null;
      this.refusal = null;
      this.request.failure = null;
    }
    if (isNew && before?.due?.yours && next.turn !== before.turn)
      this.explanations = this.explanations.filter(({ turn }) => turn >= before.turn);
    if (isNew && next.due?.seat !== before?.due?.seat) {
      const isHandedOver = before && next.due?.yours && !next.roll && next.yours.length > 1;
      this.handoverSeat = isHandedOver ? (next.due?.seat ?? null) : null;
    }
    const shown = reuse(before, next);
    // A new object, so that the board shows a step that changes nothing: a roll of the same faces.
    this.displayedTable = isNew ? { ...shown, position: { ...shown.position } } : shown;
    const isTurn = isNew && before?.due?.yours === false && next.due?.yours === true;
    if (isTurn && settings.paceFactor) this.ownTurnAt = performance.now();
    play(soundsOf(recentEvents, isTurn), settings.loudness);
  }

  /** Pick an element; play the decision if it is the only one left and the player has seen it. */
  pick(key: Key, byTouch: boolean): void {
    if (this.live.isWaiting) return;
    const { picking } = this;
    if (picking.canPick(key)) this.refusal = null;
    this.question = null;
    this.shownNotice = '';
    const decision = picking.pick(key, byTouch);
    if (decision) this.play(decision.id);
  }

  /** Take back one pick, question or turn option; false if there is nothing to take back. */
  stepBack(): boolean {
    const { picking, hints, manualRoll } = this;
    if (this.question || picking.chosenVerb) {
      this.question = null;
      picking.chosenVerb = null;
    } else if (manualRoll.results.length) manualRoll.results = manualRoll.results.slice(0, -1);
    else if (picking.chosenKeys.length) picking.takeBack();
    else {
      const hadHints = hints.isShown;
      hints.close();
      return hadHints;
    }
    return true;
  }

  play(decision: number): void {
    this.handoverSeat = null;
    if (this.planning.isActive) {
      if (this.planning.add(decision)) this.picking.chosenKeys = [];
      return;
    }
    this.send((number) => ({ type: 'play', number, decision }));
  }

  /** End the turn; ask first if the player has left something that costs nothing. */
  endTurn(): void {
    const { picking } = this;
    const end = picking.paths.decisionAt(['end']);
    const isFree = this.decisions
      .filter(({ verb, rubles }) => /take|activate|influence/.test(verb) && !rubles)
      .some(({ gains }) => gains.some(({ kind }) => kind.endsWith('gained')));
    if (!end) return;
    if (!isFree || this.question === 'end' || this.planning.isActive) return this.play(end.id);
    picking.clear();
    this.question = 'end';
  }

  togglePlanning(): void {
    const seat = this.displayedTable?.can.plan;
    if (this.planning.isActive) this.planning.finish();
    else if (seat) this.planning.start(seat);
  }

  /** The plan is for the turn that is due in the shown table. */
  get canPlayPlan(): boolean {
    const { plan } = this.planning;
    const isSeen = plan?.number === this.displayedTable?.number && !this.playback.isPlaying;
    return isSeen && plan?.is_due === true && plan.playable !== '' && !this.live.isBusy;
  }

  playPlan(): void {
    if (this.canPlayPlan) this.send((number) => ({ type: 'play-plan', number }));
  }

  /** Send the entered dice or tiles; without any, the server rolls. */
  sendRoll(entered: readonly (number | string)[]): void {
    const faces = entered.filter((result) => typeof result === 'number');
    const tiles = entered.filter((result) => typeof result === 'string');
    this.send((number) => ({ type: 'roll', number, faces, tiles }));
  }

  /** Undo a decision; across rolls and turns of bots only after a question. */
  undo(): void {
    if (this.planning.isActive) return this.planning.remove(this.planning.decisions.length - 1);
    const can = this.#showNewest()?.can;
    const beyond = !can?.undo && can?.undo_beyond === true;
    if (beyond && this.question !== 'undo') {
      this.picking.chosenKeys = [];
      this.question = 'undo';
    } else if (can?.undo || beyond) this.send((number) => ({ type: 'undo', number, beyond }));
  }

  redo(): void {
    if (this.#showNewest()?.can.redo) this.send((number) => ({ type: 'redo', number }));
  }

  /** Ask for the best turns; with several players, first for their agreement. */
  requestHints(isConfirmed = false): void {
    const table = this.#showNewest();
    if (this.hints.isShown !== isConfirmed || !(table?.can.hint || table?.can.allow_hints)) return;
    if (table.counts && !isConfirmed) this.hints.question();
    else if (table.can.hint) this.hints.ask();
    else this.allowHints(true);
  }

  /** Play a turn up to its end or a roll, as a plan. */
  playTurn(decisions: number[]): void {
    const seat = this.table?.due?.seat;
    if (!seat || this.live.isBusy) return;
    if (decisions.length === 1) return this.play(decisions[0] ?? 0);
    this.planning.isPlayed = this.live.send({ type: 'plan', seat, decisions, shows: false });
    this.send((number) => ({ type: 'play-plan', number }));
  }

  tryAgain(): void {
    this.send((number) => ({ type: 'undo', number, beyond: true }));
  }

  /** Show the solution of a puzzle; it is shown at the start, so go back there first. */
  showSolution(): void {
    const table = this.#showNewest();
    if (!table || this.hints.isShown) return;
    if (table.can.hint) return this.hints.ask();
    this.hints.isWanted = true;
    this.tryAgain();
  }

  allowHints(allowed: boolean): void {
    this.hints.close();
    this.hints.isWanted = allowed && this.table?.due?.yours === true;
    this.send((number) => ({ type: 'allow-hints', number, allowed }));
  }

  agree(agreed: boolean): void {
    this.send((number) => ({ type: 'agree', number, agreed }));
  }

  changeSettings(settings: { auto_end: boolean; own_dice: boolean }): void {
    this.send(() => ({ type: 'settings', ...settings }));
  }

  /** Skip to the newest table and return it, so that a command refers to what the player sees. */
  #showNewest(): wire.Table | null {
    if (this.playback.isPlaying) this.playback.hurry();
    return this.table;
  }

  /**
   * Send a command about the shown version of the table.
   *
   * The picks and the question stay until the answer: to draw the page twice would delay it.
   */
  send(command: (number: number) => wire.Command): void {
    const number = this.#showNewest()?.number;
    if (number === undefined || this.live.isWaiting) return;
    this.refusal = null;
    this.live.request(command(number), () => this.#dropPicks());
  }

  #dropPicks(): void {
    this.picking.clear();
    this.question = null;
  }

  /** Send a command about the plan; the game does not change. */
  #sendPlan(command: wire.Command): boolean {
    if (!this.live.request(command)) return false;
    this.refusal = null;
    this.picking.chosenVerb = null;
    return true;
  }
}
