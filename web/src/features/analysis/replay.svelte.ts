// The replay of a game: loads its past positions, shows one of them, and plays the steps between
// them. The replay never changes the game.
import type { Box, Event, LogEntry, Table } from '../../protocol.gen';
import * as api from '../../core/api';
import { Attempt } from '../../core/attempt.svelte';
import { framesBetween, type Frame } from '../../core/table/pacing';
import { loadPastTables } from '../../core/table/pastTables';
import { Playback } from '../../core/table/playback.svelte';

/** The delay between two decisions during playback. */
const STEP_DELAY_MS = 450;

export class Replay extends Attempt {
  /** The position before each decision, and the current position. */
  tables = $state.raw<readonly Table[]>([]);
  box = $state.raw<Box | null>(null);
  /** The index of the table on screen: the number of decisions before it. */
  index = $state(0);
  table = $state.raw<Table | null>(null);
  recentEvents = $state.raw<readonly Event[]>([]);
  isPlaying = $state(false);
  isOver = $state(false);
  readonly playback = new Playback(
    (frame) => this.#show(frame),
    () => false,
  );
  readonly id: string;

  #log: readonly LogEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    super();
    this.id = id;
  }

  get lastIndex(): number {
    return Math.max(this.tables.length - 1, 0);
  }

  get log(): readonly LogEntry[] {
    return this.#log.slice(0, this.tables[this.index]?.log_from);
  }

  async load(lang: string, index: number | null): Promise<void> {
    await this.run(async () => {
      const tables = await loadPastTables(this.id, lang);
      const { edition, log = [], over = null } = tables.at(-1) ?? {};
      this.box = await api.edition(edition?.key ?? '', lang);
      this.#log = log;
      this.isOver = over !== null;
      this.tables = tables;
      this.open(index ?? this.lastIndex);
    });
  }

  /** Go to the position of a link; to the last one if there is no such position. */
  open(index: number): void {
    const isKnown = index in this.tables;
    this.goTo(isKnown ? index : this.lastIndex);
    if (!isKnown) this.failure = new api.ApiError('bad-link');
  }

  goTo(index: number): void {
    this.failure = null;
    this.index = Math.min(Math.max(index, 0), this.lastIndex);
    this.recentEvents = [];
    this.pause();
  }

  /** Play the next step. */
  next(): void {
    const before = this.tables[this.index];
    const next = this.tables[this.index + 1];
    clearTimeout(this.#timer);
    this.playback.clear();
    if (!before || !next) return this.pause();
    const log = this.#log.slice(0, next.log_from);
    this.index += 1;
    this.playback.add(framesBetween(before, { ...next, log_from: before.log_from }, log, []));
  }

  /**
   * Go to the start of the next turn (1) or of the current turn (-1). From the start of a turn, -1
   * goes to the previous turn.
   */
  goToTurn(step: 1 | -1): void {
    const { turn = 0 } = this.tables[step > 0 ? this.index : Math.max(this.index - 1, 0)] ?? {};
    const index =
      step > 0
        ? this.tables.findIndex((table) => table.turn > turn)
        : this.tables.findIndex((table) => table.turn === turn);
    this.goTo(index < 0 ? this.lastIndex : index);
  }

  play(): void {
    if (this.index >= this.lastIndex) this.goTo(0);
    this.isPlaying = true;
    this.next();
  }

  /** Stop playing, and finish the current step at once. */
  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
    this.playback.clear();
    this.table = this.tables[this.index] ?? null;
  }

  /** During playback, play the next step after a delay. */
  scheduleNext(): void {
    clearTimeout(this.#timer);
    if (this.isPlaying) this.#timer = setTimeout(() => this.next(), STEP_DELAY_MS);
  }

  #show({ table, recentEvents }: Frame): void {
    this.table = table;
    this.recentEvents = recentEvents;
  }
}
