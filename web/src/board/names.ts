// From the record's names to symbols and back; nothing here is a rule.
import type { BoxGift, IvanCard, Material, Resource } from '../protocol.gen.ts';
import { MATERIAL_LETTERS, ORNAMENTS, RESOURCES, SECTIONS } from '../vocabulary.ts';

export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
/** Spaces of the market; two and two lie in a quadrant. */
export const MARKET_SPACES = 8;

const FULL = paired(MATERIAL_LETTERS, RESOURCES);
/** The ornament that a section can hold. */
export const ORNAMENT_OF = paired(SECTIONS, ORNAMENTS);

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

/** What stands for Ivan's cards. */
export const IVAN_SYMBOL: Record<IvanCard, string> = {
  recognition: 'recognition',
  inventory: 'sack',
  transport: 'cart',
  claim: 'round',
  build: 'm-brick',
};

/** Each word of a list with the one at its place in another. */
function paired<Key extends string, Value>(keys: readonly Key[], values: readonly Value[]) {
  return Object.fromEntries(keys.map((key, at) => [key, values[at]])) as Record<Key, Value>;
}

/** The quadrant of a market space, from 1. */
export function quadrantOf(space: number): number {
  return Math.floor((space - 1) / (MARKET_SPACES / SEASONS.length)) + 1;
}

export function seasonOf(space: number): (typeof SEASONS)[number] | undefined {
  return SEASONS[quadrantOf(space) - 1];
}

export function isMaterial(letter: string): letter is Material {
  return letter in FULL;
}

/** `stone` for `S` and for `stone`; undefined for what is no resource. */
export function resourceOf(name: string): Resource | undefined {
  if (isMaterial(name)) return FULL[name];
  if (name === 'R') return 'ruble';
  if (name === '+') return 'recognition';
  return name in SYMBOL ? (name as Resource) : undefined;
}

export function letterOf(name: string): Material | undefined {
  return MATERIAL_LETTERS.find((letter) => letter === name || FULL[letter] === name);
}

export function symbolOf(name: string): string {
  const resource = resourceOf(name);
  return resource ? SYMBOL[resource] : 'm-any';
}

export function materialName(letter: Material): Resource {
  return FULL[letter];
}

/** The symbol of what a tile gives, times how often it is drawn. */
export function giftSymbols(gift: BoxGift): string[] {
  if (gift.gives === 'die') return [];
  return Array<string>(Math.max(1, gift.amount ?? 1)).fill(symbolOf(gift.gives));
}

/** Letters one by one in the order of the record. */
export function lettersOf(materials: Partial<Record<Material, number>>): Material[] {
  return MATERIAL_LETTERS.flatMap((letter) => Array<Material>(materials[letter] ?? 0).fill(letter));
}

/**
 * A name in two parts, of which the first may be cut: the second tells it from the other names,
 * and is empty where the first letters do.
 */
export function splitForShortening(name: string, names: readonly string[]): [string, string] {
  const same = Math.max(
    0,
    ...names.filter((each) => each !== name).map((each) => common(name, each)),
  );
  return same < 3 ? [name, ''] : [name.slice(0, same), name.slice(same)];
}

/** How many first letters two names share. */
function common(one: string, other: string): number {
  let n = 0;
  while (n < one.length && one[n] === other[n]) n += 1;
  return n;
}
