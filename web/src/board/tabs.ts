// On a narrow screen: the tab on which an element is drawn; null where it is on none or on several.
import { kindOf } from './types.ts';
import type { Key, KeyKind, Tab } from './types';

const TABS: Record<KeyKind, Tab | null> = {
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

export function tabOf(key: Key): Tab | null {
  return TABS[kindOf(key)];
}
