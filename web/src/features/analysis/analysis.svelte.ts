// The analysis of a game: the chances turn by turn, the mistakes and a summary. While the server
// works on it, the page asks for new turns at regular intervals.
import type { Analysed, AnalysedTurn, Chance, Mistake } from '../../protocol.gen';
import * as api from '../../core/api';

const POLL_INTERVAL_MS = 1500;
const MAX_MISTAKES = 5;

export class Analysis {
  result = $state.raw<Analysed | null>(null);
  turns = $state.raw<readonly AnalysedTurn[]>([]);
  failure = $state.raw<unknown>(null);
  readonly id: string;

  #lang = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get mistakes(): readonly Mistake[] {
    const mistakes = this.turns.flatMap((turn) => turn.mistakes);
    return mistakes.toSorted((a, b) => b.cost - a.cost).slice(0, MAX_MISTAKES);
  }

  /** The chances at the start and after each turn; `at` is the number of decisions until then. */
  get chanceHistory(): readonly { at: number; chances: readonly Chance[] }[] {
    const before = this.result?.before ?? [];
    if (!before.length) return [];
    return [
      { at: this.turns[0]?.at ?? 0, chances: before },
      ...this.turns.map(({ chances, until }) => ({ at: until, chances })),
    ];
  }

  turnOf(mistake: Mistake): AnalysedTurn | null {
    return this.turns.find(({ mistakes }) => mistakes.includes(mistake)) ?? null;
  }

  /** Return the analyzed turn of the last decision, when `at` decisions have been made, or null. */
  turnAt(at: number): AnalysedTurn | null {
    return this.turns.findLast((turn) => turn.at < Math.max(at, 1) && at <= turn.until) ?? null;
  }

  async load(lang: string): Promise<void> {
    this.#lang = lang;
    clearTimeout(this.#timer);
    try {
      const since = this.turns.length;
      const result = await api.analysis(this.id, lang, since);
      this.turns = [...this.turns.slice(0, result.since), ...result.turns];
      this.result = result;
      if (result.progress === 'working')
        this.#timer = setTimeout(() => void this.load(this.#lang), POLL_INTERVAL_MS);
    } catch (error) {
      this.failure = error;
    }
  }

  async start(): Promise<void> {
    await this.#change(api.startAnalysis);
  }

  async stop(): Promise<void> {
    await this.#change(api.stopAnalysis);
  }

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
