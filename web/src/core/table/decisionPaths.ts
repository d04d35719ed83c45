// The legal decisions as a tree over the elements they are made on.
import type { Key } from '../../board/types';
import type { Legal } from '../../protocol.gen';

interface Way {
  keys: readonly Key[];
  legal: Legal;
}

export class Paths {
  readonly #ways: readonly Way[];

  constructor(legal: readonly Legal[]) {
    this.#ways = legal.flatMap((each) =>
      [each.on, ...each.also].map((keys) => ({ keys: keys as Key[], legal: each })),
    );
  }

  #from(path: readonly Key[]): Way[] {
    return this.#ways.filter((way) => path.every((key, index) => way.keys[index] === key));
  }

  /** What can be picked next, in the order of the decisions. */
  next(path: readonly Key[]): Set<Key> {
    const found = new Set<Key>();
    for (const way of this.#from(path)) {
      const key = way.keys[path.length];
      if (key !== undefined) found.add(key);
    }
    return found;
  }

  under(path: readonly Key[]): Legal[] {
    return [...new Set(this.#from(path).map((way) => way.legal))];
  }

  at(path: readonly Key[]): Legal | null {
    const whole = this.#from(path).find((way) => way.keys.length === path.length);
    return whole?.legal ?? null;
  }

  /** The one decision that is left below the path; null where there is a choice. */
  only(path: readonly Key[]): Legal | null {
    const left = this.under(path);
    return left.length === 1 ? (left[0] ?? null) : null;
  }

  button(key: Key): Legal | null {
    return this.at([key]);
  }
}

/** What stands for several decisions: the most units, otherwise the first. */
export function foremost(decisions: readonly Legal[]): Legal | null {
  return (haveLast(decisions, 'units:') ? decisions.at(-1) : decisions[0]) ?? null;
}

/** What a path is ready for: the one decision left, the most units, a die moved the least. */
export function readyFor(decisions: readonly Legal[]): Legal | null {
  const isReady =
    decisions.length === 1 ||
    haveLast(decisions, 'units:') ||
    decisions.every((each) => each.on[0] === decisions[0]?.on[0] && each.on[0]?.startsWith('die:'));
  return isReady ? foremost(decisions) : null;
}

function haveLast(decisions: readonly Legal[], kind: string): boolean {
  return decisions.every((each) => each.on.at(-1)?.startsWith(kind));
}
