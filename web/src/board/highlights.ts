// The highlight of each element that can be picked, and the badges at its corner.
import type { BadgeKind, Key } from './types';

/**
 * `chosen`: picked already. `next`: the next pick can be this element. `glowing`: belongs to the
 * action that the player points at, or is the only thing asked for. `available`: can be picked.
 * `dimmed`: can be picked, while other elements glow.
 */
export type Highlight = 'chosen' | 'next' | 'glowing' | 'available' | 'dimmed';

export interface HighlightState {
  targets: ReadonlySet<Key>;
  chosen: readonly Key[];
  /** The elements that glow; they count only while nothing is chosen. */
  highlighted: ReadonlySet<Key>;
}

/** Return the highlight of an element, or null if it has none. */
export function highlightOf(key: Key, state: HighlightState): Highlight | null {
  const { targets, chosen, highlighted } = state;
  if (chosen.includes(key)) return 'chosen';
  if (!targets.has(key)) return null;
  if (chosen.length) return 'next';
  if (!highlighted.size) return 'available';
  return highlighted.has(key) ? 'glowing' : 'dimmed';
}

/** SVG paths around the origin: a diamond, a banner, a brick and a cross. */
export const BADGE_PATHS: Record<BadgeKind, string> = {
  plain: 'M0-6.5 5.5 0 0 6.5-5.5 0z',
  claim: 'M-5-7.5H5V6.5L0 3-5 6.5z',
  deliver: 'M-7-5.5H7V.5H-7zM-4.5.5H4.5V6.5H-4.5z',
  ornament: 'M-1.8-8.5H1.8V-4.5H5.8V-.9H1.8V8H-1.8V-.9H-5.8V-4.5H-1.8z',
};
