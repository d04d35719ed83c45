// The verbs of a turn: with which things each begins, and how many it is about. All of it stands
// in the legal decisions.
import { kindOf } from '../../board/types.ts';
import type { BadgeKind, Key, KeyKind } from '../../board/types';
import type { Due, Legal, Verb } from '../../protocol.gen';

export interface Offer {
  verb: Verb;
  /** The things with which its decisions begin. */
  keys: ReadonlySet<Key>;
  n: number;
  /** Prestige that is lost for it. */
  lost: number;
}

/** The verbs that have a tile of their own, and what is counted on it. */
const COUNTED: Partial<Record<Verb, KeyKind>> = {
  claim: 'card',
  deliver: 'card',
  ornament: 'card',
  die: 'die',
  take: 'units',
  influence: 'influence',
  activate: 'workshop',
  prestige: 'marker',
  reroll: 'space',
};
const BADGES: Partial<Record<Verb, BadgeKind>> = {
  claim: 'claim',
  deliver: 'deliver',
  ornament: 'ornament',
};
/** What may be done at any moment of a turn, beside what is asked for. */
const ASIDE: readonly Verb[] = ['prestige', 'reroll', 'stop', 'end'];
/** In these one thing is asked for, which somebody has begun or has to do. */
const ASKING: readonly Due['phase'][] = ['place-tile', 'effect', 'choose-claim', 'choose-ornament'];

function waysOf(legal: Legal): Key[][] {
  return [legal.on, ...legal.also] as Key[][];
}

export function firstOf(legals: readonly Legal[]): Set<Key> {
  return new Set(legals.flatMap((legal) => waysOf(legal).flatMap(([key]) => key ?? [])));
}

export function isAsking(due: Due | null): boolean {
  return due !== null && ASKING.includes(due.phase);
}

export function askedFor(legals: readonly Legal[]): Legal[] {
  return legals.filter((legal) => !ASIDE.includes(legal.verb));
}

/** The verbs that are open; where something is asked for, those that are open beside it. */
export function offersOf(legals: readonly Legal[], due: Due | null): Offer[] {
  const open = isAsking(due) ? legals.filter((legal) => ASIDE.includes(legal.verb)) : legals;
  return (Object.entries(COUNTED) as [Verb, KeyKind][]).flatMap(([verb, counted]) => {
    const its = open.filter((legal) => legal.verb === verb);
    const things = its.flatMap((legal) => legal.on).filter((key) => kindOf(key as Key) === counted);
    return its.length
      ? { verb, keys: firstOf(its), n: new Set(things).size, lost: its[0]?.prestige ?? 0 }
      : [];
  });
}

/** The badges of cards: the same card may be claimed, built or decorated. */
export function badgesOf(legals: readonly Legal[]): Map<Key, BadgeKind> {
  const found = new Map<Key, BadgeKind>();
  for (const legal of legals) {
    const badge = BADGES[legal.verb];
    const [key] = waysOf(legal)
      .map(([first]) => first)
      .filter((first) => first?.startsWith('card:'));
    if (badge && key) found.set(key, badge);
  }
  return found;
}
