// Converts between the names and letters of a game record and the symbols of the page.
import type { Translate } from './types.ts';
import type { BoxGift, IvanCard, Material, Resource } from '../protocol.gen.ts';
import { MATERIAL_LETTERS, ORNAMENTS, RESOURCES, SECTIONS } from '../vocabulary.ts';

export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
/** The number of spaces of the market. Each quadrant has two. */
export const MARKET_SPACES = 8;

const NAME_OF_LETTER = zip(MATERIAL_LETTERS, RESOURCES);
/** The ornament that decorates a section. */
export const ORNAMENT_OF = zip(SECTIONS, ORNAMENTS);

const SYMBOL: Record<Resource, string> = {
  wood: 'm-wood',
  brick: 'm-brick',
  stone: 'm-stone',
  gold: 'm-gold',
  'green-gem': 'm-green',
  'purple-gem': 'm-purple',
  ruble: 'ruble',
  recognition: 'recognition',
};

/** The symbol of each of Ivan's cards. */
export const IVAN_SYMBOL: Record<IvanCard, string> = {
  recognition: 'recognition',
  inventory: 'sack',
  transport: 'cart',
  claim: 'round',
  build: 'm-brick',
};

/** Return an object from two lists: each key gets the value at the same index. */
function zip<Key extends string, Value>(keys: readonly Key[], values: readonly Value[]) {
  return Object.fromEntries(keys.map((key, index) => [key, values[index]])) as Record<Key, Value>;
}

/** The quadrant of a market space, from 1. */
export function quadrantOf(space: number): number {
  return Math.floor((space - 1) / (MARKET_SPACES / SEASONS.length)) + 1;
}

export function seasonOf(space: number): (typeof SEASONS)[number] | undefined {
  return SEASONS[quadrantOf(space) - 1];
}

export function isMaterial(letter: string): letter is Material {
  return letter in NAME_OF_LETTER;
}

/** Return a resource by its letter or its name: `stone` for `S` and for `stone`. */
export function resourceOf(name: string): Resource | undefined {
  if (isMaterial(name)) return NAME_OF_LETTER[name];
  if (name === 'R') return 'ruble';
  if (name === '+') return 'recognition';
  return name in SYMBOL ? (name as Resource) : undefined;
}

export function letterOf(name: string): Material | undefined {
  return MATERIAL_LETTERS.find((letter) => letter === name || NAME_OF_LETTER[letter] === name);
}

export function symbolOf(name: string): string {
  const resource = resourceOf(name);
  return resource ? SYMBOL[resource] : 'm-any';
}

export function materialName(letter: Material): Resource {
  return NAME_OF_LETTER[letter];
}

/** Return the symbols on a tile: that of its resource, once for each unit. */
export function giftSymbols(gift: Pick<BoxGift, 'gives' | 'die' | 'amount'>): string[] {
  if (gift.gives === 'die') return [];
  return Array<string>(Math.max(1, gift.amount ?? 1)).fill(symbolOf(gift.gives));
}

/** Return one letter for each unit of material, in the order of the record. */
export function lettersOf(materials: Partial<Record<Material, number>>): Material[] {
  return MATERIAL_LETTERS.flatMap((letter) => Array<Material>(materials[letter] ?? 0).fill(letter));
}

/**
 * Split a name in two parts. The page may shorten the first part. The second part distinguishes
 * the name from the other names; it is empty if the first letters distinguish it.
 */
export function splitForShortening(name: string, names: readonly string[]): [string, string] {
  const otherNames = names.filter((otherName) => otherName !== name);
  const shared = Math.max(0, ...otherNames.map((text) => sharedPrefixLength(name, text)));
  return shared < 3 ? [name, ''] : [name.slice(0, shared), name.slice(shared)];
}

function sharedPrefixLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}

/** Return an accessible name of several parts, without the empty ones. */
export function joinParts(t: Translate, parts: readonly string[]): string {
  const join = (before: string, after: string): string =>
    before && after ? t('board.parts', { before, after }) : before || after;
  return parts.reduce(join, '');
}

/** Return a text with a capital letter at its beginning. */
export function asSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
