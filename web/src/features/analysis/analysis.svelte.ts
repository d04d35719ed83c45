// The analysis of a game: the story with its mistakes, and the chances turn by turn. While the
// server works on it, the page asks for newer results at regular intervals.
import type { Analysed, AnalysedTurn, Chance, ListedMistake } from '../../protocol.gen';
import * as api from '../../core/api';

const POLL_INTERVAL_MS = 1500;

export class Analysis {
  /** The latest progress. */
  result = $state.raw<Analysed | null>(null);
  /** The latest message with results. */
  story = $state.raw<Analysed | null>(null);
  failure = $state.raw<unknown>(null);
  readonly id: string;

  #lang = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get mistakes(): readonly ListedMistake[] {
    return this.story?.mistakes ?? [];
  }

  get turns(): readonly AnalysedTurn[] {
    return this.story?.turns ?? [];
  }

  /** The chances at the start and after each turn; `at` is the number of decisions until then. */
  get chanceHistory(): readonly { at: number; chances: readonly Chance[] }[] {
    const before = this.story?.before ?? [];
    if (!before.length) return [];
    return [
      { at: this.turns[0]?.at ?? 0, chances: before },
      ...this.turns.map(({ chances, until }) => ({ at: until, chances })),
    ];
  }

  turnOf({ number }: ListedMistake): AnalysedTurn | null {
    return this.turns.find((turn) => turn.number === number) ?? null;
  }

  /** Return the analyzed turn of the last decision, when `at` decisions have been made, or null. */
  turnAt(at: number): AnalysedTurn | null {
    return this.turns.findLast((turn) => turn.at < Math.max(at, 1) && at <= turn.until) ?? null;
  }

  async load(lang: string): Promise<void> {
    this.#lang = lang;
    clearTimeout(this.#timer);
    try {
      const since = this.story?.version ?? 0;
      const result = await api.analysis(this.id, lang, since);
      if (result.version !== since) this.story = result;
      this.result = result;
      if (result.progress === 'working')
        this.#timer = setTimeout(() => void this.load(this.#lang), POLL_INTERVAL_MS);
    } catch (error) {
      this.failure = error;
    }
  }

  readonly start = (): Promise<void> => this.#change(api.startAnalysis);
  readonly stop = (): Promise<void> => this.#change(api.stopAnalysis);

  close(): void {
    clearTimeout(this.#timer);
  }

  async #change(request: (id: string) => Promise<void>): Promise<void> {
    this.failure = null;
    try {
      await request(this.id);
    } catch (error) {
      this.failure = error;
    }
    await this.load(this.#lang);
  }
}
