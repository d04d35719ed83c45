// The options of a turn, one for each verb of the legal decisions: with which elements each begins,
// and for how many elements it is possible.
import { kindOf, type BadgeKind, type Key, type KeyKind } from '../../board/types.ts';
import type { Due, Legal, Verb } from '../../protocol.gen';

export interface TurnOption {
  verb: Verb;
  /** The elements with which its decisions begin; first those that the player is asked for. */
  keys: ReadonlySet<Key>;
  /** The element that is picked with the option, because there is no other to ask for. */
  onlyKey: Key | null;
  count: number;
  /** The prestige that it costs. */
  prestigeCost: number;
}

/** The verbs that are shown as options, and the kind of element that is counted. */
const COUNTED_KINDS: Partial<Record<Verb, KeyKind>> = {
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
/** Decisions that are possible at any moment of a turn. */
const ANYTIME_VERBS: readonly Verb[] = ['prestige', 'reroll', 'stop', 'end'];
/** The phases that ask for one particular decision. */
const QUESTION_PHASES: readonly Due['phase'][] = [
  'place-tile',
  'effect',
  'choose-claim',
  'choose-ornament',
];

function pathsOf(legal: Legal): Key[][] {
  return [legal.on, ...legal.also] as Key[][];
}

export function firstKeys(legals: readonly Legal[]): Set<Key> {
  return new Set(legals.flatMap((legal) => pathsOf(legal).flatMap(([key]) => key ?? [])));
}

export function isQuestion(due: Due | null): boolean {
  return due !== null && QUESTION_PHASES.includes(due.phase);
}

export function requiredDecisions(legals: readonly Legal[]): Legal[] {
  return legals.filter((legal) => !ANYTIME_VERBS.includes(legal.verb));
}

/** The possible options; while one decision is asked for, only those that are possible anytime. */
export function turnOptionsOf(legals: readonly Legal[], due: Due | null): TurnOption[] {
  const open = isQuestion(due)
    ? legals.filter((legal) => ANYTIME_VERBS.includes(legal.verb))
    : legals;
  return (Object.entries(COUNTED_KINDS) as [Verb, KeyKind][]).flatMap(([verb, counted]) => {
    const decisions = open.filter((legal) => legal.verb === verb);
    const elements = decisions
      .flatMap((legal) => legal.on)
      .filter((key) => kindOf(key as Key) === counted);
    const keys = firstKeys(decisions);
    const asked = [...keys].filter((key) => kindOf(key) === counted);
    const [onlyKey = null, ...others] = asked.length ? asked : keys;
    return decisions.length
      ? {
          verb,
          keys: new Set([...asked, ...keys]),
          onlyKey: others.length ? null : onlyKey,
          count: new Set(elements).size,
          prestigeCost: decisions[0]?.prestige ?? 0,
        }
      : [];
  });
}

/** For each card, whether it can be claimed, built or decorated. */
export function badgesOf(legals: readonly Legal[]): Map<Key, BadgeKind> {
  const badges = new Map<Key, BadgeKind>();
  for (const legal of legals) {
    const badge = BADGES[legal.verb];
    const [key] = pathsOf(legal)
      .map(([first]) => first)
      .filter((first) => first?.startsWith('card:'));
    if (badge && key) badges.set(key, badge);
  }
  return badges;
}
