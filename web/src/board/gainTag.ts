// The contents of the tag next to a market space: the gains of a decision, and the resources that
// the player cannot receive because the inventory is full or the supply is empty.
import type { Gain } from './eventEffects.ts';
import { symbolOf } from './names.ts';
import type { Offer, Translate } from './types';

/** A text followed by a symbol. Sizes are in units of the market drawing. */
export interface TagPart {
  text: string;
  symbol: string;
  /** Whether the player receives less than the space offers. */
  isShort: boolean;
  fontSize: number;
  width: number;
}

export const MAX_PARTS = 3;
const ICON_WIDTH = 25;
const GAP = 4;
const FONT_SIZE = 23;
const SHORT_FONT_SIZE = 18;
/** The width of a letter relative to the font size. */
const LETTER_WIDTH = 0.53;

/** Return the parts of the tag, at most `MAX_PARTS`. */
export function tagParts(gains: readonly Gain[], offer: Offer | null, t: Translate): TagPart[] {
  const parts = gains
    .filter((gain) => gain.amount > 0)
    .map(({ resource, amount }) => {
      const symbol = resource === 'prestige' ? resource : symbolOf(resource);
      if (offer?.resource !== resource) return tagPart(`+${amount}`, symbol);
      return tagPart(t('board.gain-part', { n: amount, all: offer.offered }), symbol, true);
    });
  if (offer && !offer.received) {
    const reason = offer.short_of === 'room' ? 'board.no-room' : 'board.none-left';
    parts.unshift(tagPart(t(reason), symbolOf(offer.resource), true));
  }
  return parts.slice(0, MAX_PARTS);
}

function tagPart(text: string, symbol: string, isShort = false): TagPart {
  const fontSize = isShort ? SHORT_FONT_SIZE : FONT_SIZE;
  const width = text.length * fontSize * LETTER_WIDTH + GAP + ICON_WIDTH;
  return { text, symbol, isShort, fontSize, width };
}
