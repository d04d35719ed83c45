// The tab of a narrow screen that draws an element.
import { kindOf } from './types.ts';
import type { Key, KeyKind, Tab } from './types';

/** The other kinds are on no tab or on several. */
const TAB_OF_KIND: Partial<Record<KeyKind, Tab>> = {
  die: 'market',
  space: 'market',
  tile: 'market',
  influence: 'market',
  card: 'cathedral',
  tower: 'cathedral',
  slot: 'board',
  supply: 'board',
  banner: 'board',
  workshop: 'board',
  ornament: 'board',
  rubles: 'board',
  seat: 'others',
};

/** Return the tab of an element, or null if it is on no tab or on several. */
export function tabOf(key: Key): Tab | null {
  return TAB_OF_KIND[kindOf(key)] ?? null;
}
