// What the tag beside a market space says: what is gained, and of what there is no room for all.
import type { Gain } from './eventEffects.ts';
import { symbolOf } from './names.ts';
import type { Offer, Translate } from './types';

/** A text and the symbol behind it. */
export interface TagPart {
  text: string;
  symbol: string;
  /** Less than is offered, or nothing. */
  lacks: boolean;
  /** Of the letters. */
  size: number;
  width: number;
}

const ICON = 25;
const GAP = 4;
export const MAX_PARTS = 3;

export function tagParts(gains: readonly Gain[], offer: Offer | null, t: Translate): TagPart[] {
  const parts = gains
    .filter((gain) => gain.amount > 0)
    .map(({ resource, amount }) => {
      const symbol = resource === 'prestige' ? resource : symbolOf(resource);
      if (offer?.resource !== resource) return part(`+${amount}`, symbol);
      return part(t('board.gain-part', { n: amount, all: offer.offered }), symbol, true);
    });
  if (offer && !offer.received) {
    const lack = offer.lack === 'room' ? 'board.no-room' : 'board.none-left';
    parts.unshift(part(t(lack), symbolOf(offer.resource), true));
  }
  return parts.slice(0, MAX_PARTS);
}

function part(text: string, symbol: string, lacks = false): TagPart {
  const size = lacks ? 18 : 23;
  return { text, symbol, lacks, size, width: text.length * size * 0.53 + GAP + ICON };
}
