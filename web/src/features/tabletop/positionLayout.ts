// A position that lies on a real table, changed thing by thing. What lies once only changes places
// with what was there; what else follows from it, and whether it can be, the server says.
import { MATERIAL_LETTERS } from '../../vocabulary.ts';
import type { Fault } from '../../protocol.gen';
import type { Box, Key, Position, Site } from '../../board/types';

export type Part =
  | { kind: 'market' }
  | { kind: 'tower'; at: number }
  | { kind: 'seat'; at: number }
  | { kind: 'ivan' };

/** The part that a thing on the board belongs to; `own` is the seat whose board is large. */
export function partOf(key: Key, position: Position, own: number): Part | null {
  const [kind = '', name = ''] = key.split(':');
  switch (kind) {
    case 'die':
    case 'space':
    case 'tile':
    case 'influence':
      return { kind: 'market' };
    case 'card':
      return { kind: 'tower', at: Number(name.split('.')[0]) - 1 };
    case 'ivan':
      return { kind: 'ivan' };
    case 'seat':
    case 'track':
    case 'marker':
      return { kind: 'seat', at: name ? seatOf(position, name) : own };
    case 'supply':
    case 'standing':
      return null;
    default:
      return { kind: 'seat', at: own };
  }
}

function seatOf(position: Position, colour: string): number {
  return position.seats.findIndex((seat) => seat.colour === colour);
}

export function nameOfPart(part: Part): string {
  return 'at' in part ? `${part.kind}.${part.at + 1}` : part.kind;
}

export function faultsOf(faults: readonly Fault[], part: Part): Fault[] {
  return faults.filter((fault) => {
    const its = partOfFault(fault);
    return its !== null && nameOfPart(its) === nameOfPart(part);
  });
}

/** The part that a fault is to be mended in; null where it is about all of them. */
export function partOfFault({ place }: Fault): Part | null {
  const at = Number(/^\$\.(?:towers|seats)\[(\d+)\]/.exec(place)?.[1] ?? -1);
  if (at >= 0) return { kind: place.startsWith('$.towers') ? 'tower' : 'seat', at };
  if (/^\$\.(dice|influence|resources)/.test(place)) return { kind: 'market' };
  return place.startsWith('$.ivan') ? { kind: 'ivan' } : null;
}

/** Everything that can be pointed at to change it. */
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

export function upTo(most: number): Choice[] {
  return Array.from({ length: most }, (_, at) => [String(at + 1), String(at + 1)]);
}

/** The workshop tiles; some are for three or more players. */
export function tilesOf(box: Box): Choice[] {
  return Object.entries(box.tiles).map(([id, { words, many }]) => [
    id,
    many ? `${words} (3+)` : words,
  ]);
}

const MOST_LETTERS = 99;

/** At one place of a list a thing, and what was there where the thing was. */
export function swapped<Each>(all: readonly Each[], at: number, thing: Each): Each[] {
  const before = all[at];
  return all.map((each, index) =>
    index === at ? thing : each === thing && before !== undefined ? before : each,
  );
}

/** A cathedral card on a place; where it was lies what was there. */
export function putCard(position: Position, site: Site, card: string): void {
  for (const other of position.towers.flat()) if (other.card === card) other.card = site.card;
  site.card = card;
}

/** An influence card in a quadrant; the card there goes where this one's group was. */
export function putInfluence(position: Position, at: number, id: string, box: Box): void {
  const group = box.influence[id]?.group;
  const before = position.influence[at] ?? id;
  position.influence = position.influence.map((each, index) => {
    if (index === at) return id;
    return box.influence[each]?.group === group ? before : each;
  });
}

/** A card of Ivan's row, or the tile on it. */
export function putIvan(position: Position, at: number, column: 0 | 1, id: string): void {
  const cards = position.ivan?.cards ?? [];
  const ids = swapped(
    cards.map((row) => row[column]),
    at,
    id,
  );
  cards.forEach((row, index) => (row[column] = ids[index] ?? row[column]));
}

/** Counts of letters as a text, in the order of the letters; no more than a text may have. */
export function lettersOf(counts: Partial<Record<string, number>>): string {
  const times = (count = 0): number => Math.min(Math.max(count, 0), MOST_LETTERS);
  return MATERIAL_LETTERS.map((letter) => letter.repeat(times(counts[letter]))).join('');
}

export function countsOf(letters: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const letter of letters) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}
