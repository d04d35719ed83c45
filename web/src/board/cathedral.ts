// The cathedral's geometry: a storey is 84 wide; bases 93 high, middle sections 84, domes 136.
import { ORNAMENT_OF } from './names.ts';
import type { Key, Box, Material, OrnamentKind, Section, Site } from './types';

export const WIDTH = 84;
export const GAP = 3;
export const HEIGHTS: Record<Section, number> = { base: 93, middle: 84, dome: 136 };
export const ONION =
  'M26 108C10 100 1 86 4 69 8 51 32 42 42 10 52 42 76 51 80 69 83 86 74 100 58 108z';
const DOMES = ['ribs', 'scales', 'swirl', 'zigzag', 'chequer', 'stars', 'stripes'] as const;

export interface Storey {
  key: Key;
  place: string;
  site: Site;
  section: Section;
  cost: Material[];
  recognition: number;
  rubles: number;
  ornament: OrnamentKind;
  dome: string;
  x: number;
  y: number;
  height: number;
}

export interface Scene {
  width: number;
  height: number;
  ground: number;
  towers: { x: number; storeys: Storey[] }[];
}

/** A scene for a panel of this shape; all towers in it, as large as they get. */
export function sceneOf(
  towers: readonly (readonly Site[])[],
  box: Box,
  wide: number,
  high: number,
  plaque: number,
): Scene {
  const built = towers.map((column, tower) =>
    column.map((site, level) => storeyOf(site, box, tower, level, column.length)),
  );
  const tallest = Math.max(
    ...built.map((column) => column.reduce((sum, each) => sum + each.height, 0)),
  );
  const needWide = towers.length * (WIDTH + GAP) + 9;
  const needHigh = tallest + plaque + 36;
  const scale = Math.min(wide / needWide, high / needHigh, 1.6);
  const width = wide / scale;
  const height = high / scale;
  const ground = height - plaque;
  const spread = Math.min(18, (width - needWide) / (towers.length + 1));
  const step = WIDTH + GAP + spread;
  const left = (width - (towers.length * step - GAP - spread)) / 2;
  return {
    width,
    height,
    ground,
    towers: built.map((column, tower) => {
      const x = left + tower * step;
      let y = ground;
      return {
        x,
        storeys: column.map((each) => {
          y -= each.height;
          return { ...each, x, y };
        }),
      };
    }),
  };
}

/** The dome on a card: always the same one. */
export function domeOf(card: string): string {
  return DOMES[Number(card.replace(/\D/g, '')) % DOMES.length] ?? 'ribs';
}

function storeyOf(site: Site, box: Box, tower: number, level: number, levels: number): Storey {
  const card = box.cards[site.card];
  const section: Section =
    card?.section ?? (level === 0 ? 'base' : level === levels - 1 ? 'dome' : 'middle');
  const place = `${tower + 1}.${level + 1}`;
  return {
    key: `card:${place}`,
    place,
    site,
    section,
    cost: [...(card?.cost ?? '')] as Material[],
    recognition: card?.recognition ?? 0,
    rubles: card?.rubles ?? 0,
    ornament: ORNAMENT_OF[section],
    dome: domeOf(site.card),
    x: 0,
    y: 0,
    height: HEIGHTS[section],
  };
}

export interface Piece {
  letter: Material | null;
  state: 'there' | 'coming' | 'missing';
}

/**
 * The pieces of a card, delivered ones first in place. Those of another kind than the cost names
 * (Ivan's) fill the places from the left.
 */
export function piecesOf(storey: Storey, coming: readonly Material[]): Piece[] {
  const here = { ...storey.site.delivered };
  const soon = [...coming];
  const pieces: Piece[] = storey.cost.map((letter) => {
    if ((here[letter] ?? 0) > 0) {
      here[letter] = (here[letter] ?? 0) - 1;
      return { letter, state: 'there' };
    }
    const index = soon.indexOf(letter);
    if (index < 0) return { letter, state: 'missing' };
    soon.splice(index, 1);
    return { letter, state: 'coming' };
  });
  for (const [letter, count] of Object.entries(here) as [Material, number][]) {
    for (let n = 0; n < count; n += 1) {
      const free = pieces.findIndex((piece) => piece.state === 'missing');
      if (free >= 0) pieces[free] = { letter, state: 'there' };
    }
  }
  return pieces;
}

/** Outline of a storey: where it is hit, and where its marks run. */
export function outline(section: Section): string {
  if (section === 'dome')
    return 'M26 108C10 100 1 86 4 69 8 51 32 42 42 10 52 42 76 51 80 69 83 86 74 100 58 108H64V135H20V108z';
  return section === 'base' ? 'M2 2h80v90H2z' : 'M2 2h80v81H2z';
}
