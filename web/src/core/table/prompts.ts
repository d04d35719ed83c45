// The question for the player's next pick. Its text depends on the verb and the kind of element
// that can be picked next, such as `web.ask.claim.banner`.
import { kindOf, type Key } from '../../board/types.ts';
import type { Legal } from '../../protocol.gen';

/** In the text, `n` elements are picked; `price` is the highest price of an answer in rubles. */
export function questionFor(under: readonly Legal[], path: readonly Key[], next: Iterable<Key>) {
  const verbs = new Set(under.map(({ verb }) => verb));
  const kinds = new Set([...next].map(kindOf));
  const [verb] = verbs;
  const [kind] = kinds;
  const values = { n: path.length, price: Math.max(0, ...under.map(({ rubles }) => rubles)) };
  if (verbs.size === 2 && verbs.has('deliver') && verbs.has('ornament'))
    return { id: 'web.ask.deliver-ornament', values };
  if (verbs.size === 1 && verb === 'deliver' && kinds.size > 1)
    return { id: 'web.ask.deliver.slot', values };
  const isOne = verbs.size === 1 && kinds.size === 1;
  return { id: isOne ? `web.ask.${verb}.${kind}` : 'web.ask', values };
}
