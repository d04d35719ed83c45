// The question for the player's next pick. Its text depends on the verb and the kind of element
// that can be picked next, such as `web.ask.claim.banner`; with several kinds only on the verb.
import { kindOf } from '../../board/types.ts';
import type { Key } from '../../board/types';
import type { Legal } from '../../protocol.gen';

export interface Question {
  id: string;
  /** `n` elements are picked; `price` is the highest price of an answer in rubles. */
  values: { n: number; price: number };
}

export function questionFor(
  under: readonly Legal[],
  path: readonly Key[],
  next: Iterable<Key>,
): Question {
  const verbs = new Set(under.map(({ verb }) => verb));
  const kinds = new Set([...next].map(kindOf));
  const [verb] = verbs;
  const [kind] = kinds;
  const values = { n: path.length, price: Math.max(0, ...under.map(({ rubles }) => rubles)) };
  if (verbs.size === 2 && verbs.has('deliver') && verbs.has('ornament'))
    return { id: 'web.ask.deliver-ornament', values };
  if (verbs.size !== 1) return { id: 'web.ask', values };
  return { id: kinds.size === 1 ? `web.ask.${verb}.${kind}` : `web.ask.${verb}`, values };
}
