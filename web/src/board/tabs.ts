// The tab of a narrow screen that draws an element.
import { kindOf } from './types.ts';
import type { Key, KeyKind, Tab } from './types';

const TAB_OF_KIND: Record<KeyKind, Tab | null> = {
  die: 'market',
  space: 'market',
  tile: 'market',
  influence: 'market',
  card: 'cathedral',
  slot: 'board',
  supply: 'board',
  banner: 'board',
  workshop: 'board',
  ornament: 'board',
  rubles: 'board',
  marker: null,
  gems: null,
  side: null,
  units: null,
  pay: null,
  stop: null,
  end: null,
  reroll: null,
  seat: 'others',
  ivan: null,
  track: null,
  standing: null,
};

/** Return the tab of an element, or null if it is on no tab or on several. */
export function tabOf(key: Key): Tab | null {
  return TAB_OF_KIND[kindOf(key)];
}
