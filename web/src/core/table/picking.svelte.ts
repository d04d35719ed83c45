// What the player has picked on the board, and which decisions that leaves.
import type { Key } from '../../board/types';
import type { Due, Legal, Verb } from '../../protocol.gen';
import { say } from '../language.svelte';
import { foremost, Paths, readyFor } from './decisionPaths';
import { offersOf } from './turnOptions';

/** The decisions that a player can make now. */
interface DecisionSource {
  readonly offered: readonly Legal[];
  readonly due: Due | null;
}

export class Picking {
  chosen = $state.raw<readonly Key[]>([]);
  pointed = $state<Key | null>(null);
  /** The turn option whose elements are highlighted, and the one under the pointer. */
  verb = $state<Verb | null>(null);
  verbPointed = $state<Verb | null>(null);

  readonly #source: () => DecisionSource;
  readonly paths = $derived.by(() => new Paths(this.#source().offered));
  /** The elements that can be picked next. */
  readonly targets = $derived(this.paths.next(this.chosen));
  /** For each of them, what picking it does or how many decisions it leaves. */
  readonly targetTexts = $derived.by(() => {
    const texts = new Map<Key, string>();
    for (const key of this.targets) {
      const [first, ...others] = this.paths.under([...this.chosen, key]);
      if (!first) continue;
      const text = first.effect ? `${first.label}. ${first.effect}` : first.label;
      texts.set(key, others.length ? say('web.choices', { n: others.length + 1 }) : text);
    }
    return texts;
  });
  /** The elements with which another decision can begin instead. */
  readonly alternatives = $derived(this.chosen.length ? this.paths.next([]) : new Set<Key>());
  readonly offers = $derived.by(() => {
    const { offered, due } = this.#source();
    return offersOf(offered, due);
  });
  /** The decision that the confirm button makes of the chosen elements. */
  readonly ready = $derived(this.chosen.length ? readyFor(this.paths.under(this.chosen)) : null);
  /** The decision that the chosen and the pointed element would make, or the first of several. */
  readonly preview = $derived.by(() => {
    const { pointed, chosen } = this;
    const isNext = pointed !== null && this.targets.has(pointed);
    const path = isNext ? [...chosen, pointed] : chosen;
    const under = this.paths.under(path);
    return { path, under, decision: isNext ? foremost(under) : this.ready };
  });

  constructor(source: () => DecisionSource) {
    this.#source = source;
  }

  /**
   * Pick an element. Return the decision to play if only one is left, and null if the player must
   * see it first: by touch nothing was pointed at before; the first pick costs something; or the
   * element replaces what was chosen.
   */
  pick(key: Key, byTouch: boolean): Legal | null {
    const index = this.chosen.indexOf(key);
    const isNext = this.targets.has(key);
    if (!isNext && index >= 0) this.chosen = this.chosen.slice(0, index);
    if (!isNext && (index >= 0 || !this.alternatives.has(key))) return null;
    const path = isNext ? [...this.chosen, key] : [key];
    const whole = this.paths.at(path);
    const decision = whole ?? this.paths.only(path);
    const hasCost = decision !== null && decision.rubles + decision.prestige > 0;
    const isSeen = byTouch ? whole && !hasCost : isNext && !(hasCost && path.length === 1);
    if (decision && isSeen) return decision;
    this.chosen = path;
    return null;
  }

  canPick(key: Key): boolean {
    return this.targets.has(key) || (this.alternatives.has(key) && !this.chosen.includes(key));
  }

  clear(): void {
    if (this.chosen.length) this.chosen = [];
    this.verb = null;
    this.verbPointed = null;
  }

  /** Remove the last chosen element. */
  stepBack(): void {
    this.chosen = this.chosen.slice(0, -1);
  }
}
