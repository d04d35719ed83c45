// What is known of a game that is over: the chances turn by turn, mistakes and the sums. While it is
// being worked out the server is asked again and again for what is new.
import type { Analysed, AnalysedTurn, Chance, Mistake } from '../../protocol.gen';
import * as api from '../../core/api';

/** Milliseconds between two questions. */
const EVERY = 1500;
const GREATEST = 5;

export class Analysis {
  known = $state.raw<Analysed | null>(null);
  turns = $state.raw<readonly AnalysedTurn[]>([]);
  failure = $state.raw<unknown>(null);
  readonly id: string;

  #lang = '';
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get mistakes(): readonly Mistake[] {
    const found = this.turns.flatMap((turn) => turn.mistakes);
    return found.toSorted((one, other) => other.cost - one.cost).slice(0, GREATEST);
  }

  /** The chances at the start and after each turn, with how many decisions had been made. */
  get course(): readonly { at: number; chances: readonly Chance[] }[] {
    const before = this.known?.before ?? [];
    if (!before.length) return [];
    return [
      { at: this.turns[0]?.at ?? 0, chances: before },
      ...this.turns.map(({ chances, until }) => ({ at: until, chances })),
    ];
  }

  turnOf(mistake: Mistake): AnalysedTurn | null {
    return this.turns.find(({ mistakes }) => mistakes.includes(mistake)) ?? null;
  }

  /** The turn of the last decision that had been made, if it is judged. */
  turnAt(at: number): AnalysedTurn | null {
    return this.turns.findLast((turn) => turn.at < Math.max(at, 1) && at <= turn.until) ?? null;
  }

  async load(lang: string): Promise<void> {
    this.#lang = lang;
    clearTimeout(this.#later);
    try {
      const since = this.turns.length;
      const known = await api.analysis(this.id, lang, since);
      this.turns = [...this.turns.slice(0, known.since), ...known.turns];
      this.known = known;
      if (known.progress === 'working')
        this.#later = setTimeout(() => void this.load(this.#lang), EVERY);
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

  leave(): void {
    clearTimeout(this.#later);
  }

  async #change(ask: (id: string) => Promise<void>): Promise<void> {
    this.failure = null;
    try {
      await ask(this.id);
    } catch (error) {
      this.failure = error;
    }
    await this.load(this.#lang);
  }
}
