// Changes to a position in the position editor. A component that exists once is swapped with the one
// that it replaces. The server completes and checks the position.
import { MATERIAL_LETTERS } from '../../vocabulary.ts';
import { tabOf } from '../../board/tabs.ts';
import type { Box, Fault, Key, Position, Site } from '../../board/types';

export type Part =
  | { kind: 'market' }
  | { kind: 'tower'; at: number }
  | { kind: 'seat'; at: number }
  | { kind: 'ivan' };

/** Return the part that an element of the board belongs to. `own` is the seat with the large board. */
export function partOf(key: Key, position: Position, own: number): Part | null {
  const [kind = '', name = ''] = key.split(':');
  if (kind === 'supply' || kind === 'standing') return null;
  if (kind === 'ivan') return { kind };
  if (kind === 'card') return { kind: 'tower', at: Number(name.split('.')[0]) - 1 };
  if (tabOf(key) === 'market') return { kind: 'market' };
  const isOfSeat = ['seat', 'track', 'marker'].includes(kind) && name !== '';
  return {
    kind: 'seat',
    at: isOfSeat ? position.seats.findIndex(({ colour }) => colour === name) : own,
  };
}

export function nameOfPart(part: Part): string {
  return 'at' in part ? `${part.kind}.${part.at + 1}` : part.kind;
}

export function faultsOf(faults: readonly Fault[], part: Part): Fault[] {
  return faults.filter((fault) => {
    const faultPart = partOfFault(fault);
    return faultPart !== null && nameOfPart(faultPart) === nameOfPart(part);
  });
}

/** Return the part in which a fault is corrected, or null if it can be in several parts. */
export function partOfFault({ place }: Fault): Part | null {
  const at = Number(/^\$\.(?:towers|seats)\[(\d+)\]/.exec(place)?.[1] ?? -1);
  if (at >= 0) return { kind: place.startsWith('$.towers') ? 'tower' : 'seat', at };
  if (/^\$\.(dice|influence|resources)/.test(place)) return { kind: 'market' };
  return place.startsWith('$.ivan') ? { kind: 'ivan' } : null;
}

/** Return the elements that a player can click to edit them. */
export function keysOf(position: Position): Set<Key> {
  const keys: string[] = Object.keys(position.dice).map((die) => `die:${die}`);
  position.resources.forEach((_, at) => keys.push(`tile:${at + 1}`));
  position.influence.forEach((_, at) => keys.push(`influence:${at + 1}`));
  position.towers.forEach((sites, tower) => {
    sites.forEach((_, level) => keys.push(`card:${tower + 1}.${level + 1}`));
  });
  for (const { colour, workshop } of position.seats) {
    keys.push(`marker:${colour}`);
    for (const space of Object.keys(workshop ?? {}))
      keys.push(`seat:${colour}:${space}`, `workshop:${space}`);
  }
  for (const letter of MATERIAL_LETTERS) keys.push(`slot:${letter}`);
  for (const kind of ['door', 'arch', 'cross']) keys.push(`ornament:${kind}`);
  position.ivan?.cards.forEach((_, at) => keys.push(`ivan:${at + 1}`));
  return new Set(keys.concat('marker', 'rubles', 'banner:inventory', 'banner:beside') as Key[]);
}

export type Choice = readonly [string, string];

/** Return the numbers from 1 to `max` as choices. */
export function numbersUpTo(max: number): Choice[] {
  return Array.from({ length: max }, (_, at) => [String(at + 1), String(at + 1)]);
}

/** Return the workshop tiles as choices. Some tiles are for three or more players. */
export function tilesOf(box: Box): Choice[] {
  return Object.entries(box.tiles).map(([id, { words, many }]) => [
    id,
    many ? `${words} (3+)` : words,
  ]);
}

/** The maximum count of a letter in a text. */
const MAX_LETTERS = 99;

/** Return a list with `item` at an index, swapped with the item that was there. */
export function withSwapped<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  const replaced = items[at] ?? item;
  return items.map((old, index) => (index === at ? item : old === item ? replaced : old));
}

/** Put a cathedral card on a site, swapped with the card that was there. */
export function putCard(position: Position, site: Site, card: string): void {
  for (const old of position.towers.flat()) if (old.card === card) old.card = site.card;
  site.card = card;
}

/**
 * Put an influence card in a quadrant. If another quadrant has a card of the same guild, that
 * quadrant gets the replaced card.
 */
export function putInfluence(position: Position, at: number, id: string, box: Box): void {
  const group = box.influence[id]?.group;
  const replaced = position.influence[at] ?? id;
  position.influence = position.influence.map((old, index) => {
    if (index === at) return id;
    return box.influence[old]?.group === group ? replaced : old;
  });
}

/** Put a card in Ivan's row, or a tile on one of its cards. */
export function putIvanCard(position: Position, at: number, column: 0 | 1, id: string): void {
  const cards = position.ivan?.cards ?? [];
  const ids = withSwapped(
    cards.map((row) => row[column]),
    at,
    id,
  );
  cards.forEach((row, index) => (row[column] = ids[index] ?? row[column]));
}

/** Return counts of letters as a text, in the order of MATERIAL_LETTERS. */
export function lettersOf(counts: Partial<Record<string, number>>): string {
  const times = (count = 0): number => Math.min(Math.max(count, 0), MAX_LETTERS);
  return MATERIAL_LETTERS.map((letter) => letter.repeat(times(counts[letter]))).join('');
}

export function countsOf(letters: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const letter of letters) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}
