// A game from its beginning to how it stands: which moment is shown, and the way from one to the
// next. The game itself is never changed.
import type { Box, Event, LogEntry, Past, Table } from '../../protocol.gen';
import * as api from '../../core/api';
import { framesOf, type Frame } from '../../core/table/pacing';
import { Playback } from '../../core/table/playback.svelte';

/** Milliseconds between two decisions that are played one after the other. */
const PAUSE = 450;

export class Replay {
  /** How the game stood before each decision, and how it stands. */
  tables = $state.raw<readonly Table[]>([]);
  box = $state.raw<Box | null>(null);
  failure = $state.raw<unknown>(null);
  /** So many decisions had been made. */
  at = $state(0);
  table = $state.raw<Table | null>(null);
  happened = $state.raw<readonly Event[]>([]);
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
      const now = await api.table(this.id, lang);
      const past: Past[] = [];
      for (let until: number | null = null; ; until = past[0]?.log ?? 0) {
        const before: readonly Past[] = await api.past(this.id, 0, lang, until);
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
    this.happened = [];
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
    this.playback.add(framesOf(before, { ...next, log_from: before.log_from }, log, []));
  }

  /** The first decision of this turn, or of the turn before; of the next one. */
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

  /** A step that was still being shown is whole at once. */
  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#later);
    this.playback.clear();
    this.table = this.tables[this.at] ?? null;
  }

  /** The step that was shown has had its time: the next one follows while it is played. */
  follow(): void {
    clearTimeout(this.#later);
    if (this.isPlaying) this.#later = setTimeout(() => this.on(), PAUSE);
  }

  #show({ table, happened }: Frame): void {
    this.table = table;
    this.happened = happened;
  }
}

/** A past moment as a table at which nobody here decides. */
function asTable({ log: log_from, ...there }: Past, now: Table): Table {
  const turn = now.log[log_from]?.turn ?? now.turn;
  return { ...now, ...there, turn, due: null, over: null, last_round: null, legal: [], log_from };
}
