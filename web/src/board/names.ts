// From the record's names to symbols and back; nothing here is a rule.
import type { BoxGift, Colour, Die, Material, OrnamentKind, Resource, Section } from './types';

export const COLOURS: readonly Colour[] = ['red', 'blue', 'green', 'yellow'];
export const DICE: readonly Die[] = ['white', 'red', 'blue', 'green', 'yellow'];
export const MATERIALS: readonly Material[] = ['W', 'B', 'S', 'G', 'E', 'P'];
export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
/** Spaces of the market; two and two lie in a quadrant. */
export const SPACES = 8;
export const BENCHES = ['red', 'blue', 'green', 'yellow', 'white1', 'white2'] as const;

const FULL: Record<Material, Resource> = {
  W: 'wood',
  B: 'brick',
  S: 'stone',
  G: 'gold',
  E: 'green-gem',
  P: 'purple-gem',
};

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

export const ORNAMENT_OF: Record<Section, OrnamentKind> = {
  base: 'door',
  middle: 'arch',
  dome: 'cross',
};

/** The quadrant of a market space, from 1. */
export function quadrantOf(space: number): number {
  return Math.floor((space - 1) / (SPACES / SEASONS.length)) + 1;
}

/** The season of a market space. */
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
  return MATERIALS.find((letter) => letter === name || FULL[letter] === name);
}

export function symbolOf(name: string): string {
  const resource = resourceOf(name);
  return resource ? SYMBOL[resource] : 'm-any';
}

export function nameOf(letter: Material): Resource {
  return FULL[letter];
}

/** The symbol of what a tile gives, times how often it is drawn. */
export function giftSymbols(gift: BoxGift): string[] {
  if (gift.gives === 'die') return [];
  return Array<string>(Math.max(1, gift.amount ?? 1)).fill(symbolOf(gift.gives));
}

/** Letters one by one in the order of the record. */
export function lettersOf(materials: Partial<Record<Material, number>>): Material[] {
  return MATERIALS.flatMap((letter) => Array<Material>(materials[letter] ?? 0).fill(letter));
}
