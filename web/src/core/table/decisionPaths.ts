// The legal decisions by the board elements that a player picks for them, one after another.
import type { Key, Legal } from '../../board/types';

/** One order of elements for a decision. */
interface Path {
  keys: readonly Key[];
  legal: Legal;
}

export class DecisionPaths {
  readonly #paths: readonly Path[];

  constructor(legal: readonly Legal[]) {
    this.#paths = legal.flatMap((each) =>
      [each.on, ...each.also].map((keys) => ({ keys: keys as Key[], legal: each })),
    );
  }

  #startingWith(start: readonly Key[]): Path[] {
    return this.#paths.filter(({ keys }) => start.every((key, index) => keys[index] === key));
  }

  /** The elements that can be picked next, in the order of the decisions. */
  nextKeys(path: readonly Key[]): Set<Key> {
    const elements = new Set<Key>();
    for (const { keys } of this.#startingWith(path)) {
      const key = keys[path.length];
      if (key !== undefined) elements.add(key);
    }
    return elements;
  }

  /** The decisions that begin with these elements. */
  decisionsUnder(path: readonly Key[]): Legal[] {
    return [...new Set(this.#startingWith(path).map(({ legal }) => legal))];
  }

  /** The decision of exactly these elements. */
  decisionAt(path: readonly Key[]): Legal | null {
    const complete = this.#startingWith(path).find(({ keys }) => keys.length === path.length);
    return complete?.legal ?? null;
  }

  /** The only decision that begins with these elements; null if there are several. */
  onlyDecision(path: readonly Key[]): Legal | null {
    const [first, ...others] = this.decisionsUnder(path);
    return others.length ? null : (first ?? null);
  }
}

/** The decision that is shown for several: the one with the most units, otherwise the first. */
export function mainDecision(decisions: readonly Legal[]): Legal | null {
  return (haveLast(decisions, 'units:') ? decisions.at(-1) : decisions[0]) ?? null;
}

/**
 * The decision that can be confirmed: the only one, the one with the most units, or the shortest
 * move of a die; null if the player must choose.
 */
export function readyDecision(decisions: readonly Legal[]): Legal | null {
  const isReady =
    decisions.length === 1 ||
    haveLast(decisions, 'units:') ||
    decisions.every((each) => each.on[0] === decisions[0]?.on[0] && each.on[0]?.startsWith('die:'));
  return isReady ? mainDecision(decisions) : null;
}

function haveLast(decisions: readonly Legal[], kind: string): boolean {
  return decisions.every((each) => each.on.at(-1)?.startsWith(kind));
}
