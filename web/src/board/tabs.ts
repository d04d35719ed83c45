// On a narrow screen: the tab on which an element is drawn.
import type { Key, Tab } from './types';

const TABS: Record<string, Tab> = {
  die: 'market',
  space: 'market',
  tile: 'market',
  influence: 'market',
  card: 'cathedral',
  slot: 'board',
  supply: 'board',
  banner: 'board',
  bench: 'board',
  ornament: 'board',
  purse: 'board',
};

export function tabOf(key: Key): Tab | null {
  return TABS[key.split(':')[0] ?? ''] ?? null;
}
