// The tab of a narrow screen that draws an element.
import { kindOf, type Key, type KeyKind, type Tab } from './types.ts';

/** The other kinds are on no tab or on several. */
const KINDS: Partial<Record<Tab, readonly KeyKind[]>> = {
  market: ['die', 'space', 'tile', 'influence'],
  cathedral: ['card', 'tower'],
  board: ['slot', 'supply', 'banner', 'workshop', 'ornament', 'rubles'],
  others: ['seat'],
};
const TABS = Object.keys(KINDS) as Tab[];

/** Return the tab of an element, or null if it is on no tab or on several. */
export function tabOf(key: Key): Tab | null {
  return TABS.find((tab) => KINDS[tab]?.includes(kindOf(key))) ?? null;
}
