// The replay of a game: loads its past positions, shows one of them, and plays the steps between
// them. The replay never changes the game.
import type { Box, Event, LogEntry, Past, Table } from '../../protocol.gen';
import * as api from '../../core/api';
import { framesBetween, type Frame } from '../../core/table/pacing';
import { Playback } from '../../core/table/playback.svelte';

/** Milliseconds between two decisions that are played one after the other. */
const PAUSE = 450;

export class Replay {
  /** The position before each decision, and the current position. */
  tables = $state.raw<readonly Table[]>([]);
  box = $state.raw<Box | null>(null);
  failure = $state.raw<unknown>(null);
  /** The number of decisions before the position on screen. */
  at = $state(0);
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
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get last(): number {
    return Math.max(this.tables.length - 1, 0);
  }

  get log(): readonly LogEntry[] {
    return this.#log.slice(0, this.tables[this.at]?.log_from);
  }

  async load(lang: string, at: number | null): Promise<void> {
    this.failure = null;
    try {
      const now = await api.fetchTable(this.id, lang);
      const past: Past[] = [];
      for (let until: number | null = null; ; until = past[0]?.log ?? 0) {
        const before: readonly Past[] = await api.positionsSince(this.id, 0, lang, until);
        past.unshift(...before);
        if (!before.length || !before[0]?.log) break;
      }
      this.box = await api.edition(now.edition.key, lang);
      this.#log = now.log;
      this.isOver = now.over !== null;
      const shown = past.map((there): Table => asTable(there, now));
      this.tables = [...shown, { ...now, due: null, legal: [], log_from: now.log.length }];
      this.go(at ?? this.last);
    } catch (error) {
      this.failure = error;
    }
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.last);
    this.recentEvents = [];
    this.pause();
  }

  on(): void {
    const before = this.tables[this.at];
    const next = this.tables[this.at + 1];
    clearTimeout(this.#later);
    this.playback.clear();
    if (!before || !next) return this.pause();
    const log = this.#log.slice(0, next.log_from);
    this.at += 1;
    this.playback.add(framesBetween(before, { ...next, log_from: before.log_from }, log, []));
  }

  /** Show the first decision of the next turn, or of this or the previous turn. */
  turn(step: 1 | -1): void {
    const { turn = 0 } = this.tables[step > 0 ? this.at : Math.max(this.at - 1, 0)] ?? {};
    const found =
      step > 0
        ? this.tables.findIndex((table) => table.turn > turn)
        : this.tables.findIndex((table) => table.turn === turn);
    this.go(found < 0 ? this.last : found);
  }

  play(): void {
    if (this.at >= this.last) this.go(0);
    this.isPlaying = true;
    this.on();
  }

  /** Stop playing, and finish the current step at once. */
  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#later);
    this.playback.clear();
    this.table = this.tables[this.at] ?? null;
  }

  /** Show the next step after a pause while the game is playing. */
  follow(): void {
    clearTimeout(this.#later);
    if (this.isPlaying) this.#later = setTimeout(() => this.on(), PAUSE);
  }

  #show({ table, recentEvents }: Frame): void {
    this.table = table;
    this.recentEvents = recentEvents;
  }
}

/** Return a past position as a table at which no player of this page decides. */
function asTable({ log: log_from, ...there }: Past, now: Table): Table {
  const turn = now.log[log_from]?.turn ?? now.turn;
  return { ...now, ...there, turn, due: null, over: null, last_round: null, legal: [], log_from };
}
