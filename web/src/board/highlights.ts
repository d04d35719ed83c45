// How what can be picked is marked: a bead at rest, a glow for a verb, a rope for what comes next.
import type { BadgeKind, Key } from './types';

/**
 * `chosen`: picked; `next`: what the pick needs now; `glowing`: of the verb pointed at, or all that is
 * asked for; `dimmed`: can be picked, but something else is highlighted.
 */
export type Highlight = 'chosen' | 'next' | 'glowing' | 'available' | 'dimmed';

export interface HighlightState {
  targets: ReadonlySet<Key>;
  chosen: readonly Key[];
  highlighted: ReadonlySet<Key>;
}

export function highlightOf(
  key: Key,
  { targets, chosen, highlighted }: HighlightState,
): Highlight | null {
  if (chosen.includes(key)) return 'chosen';
  if (!targets.has(key)) return null;
  if (chosen.length) return 'next';
  if (!highlighted.size) return 'available';
  return highlighted.has(key) ? 'glowing' : 'dimmed';
}

/** Gilt beads around the origin: a lozenge, or a banner, a brick, a cross. */
export const BADGE_PATHS: Record<BadgeKind, string> = {
  plain: 'M0-6.5 5.5 0 0 6.5-5.5 0z',
  claim: 'M-5-7.5H5V6.5L0 3-5 6.5z',
  deliver: 'M-7-5.5H7V.5H-7zM-4.5.5H4.5V6.5H-4.5z',
  ornament: 'M-1.8-8.5H1.8V-4.5H5.8V-.9H1.8V8H-1.8V-.9H-5.8V-4.5H-1.8z',
};
