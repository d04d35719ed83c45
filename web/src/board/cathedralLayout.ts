// The cathedral's geometry: a storey is 84 wide; bases 93 high, middle sections 84, domes 136.
import { ORNAMENT_OF } from './names.ts';
import type { Key, Box, Material, OrnamentKind, Section, Site } from './types';

export const STOREY_WIDTH = 84;
export const TOWER_GAP = 3;
export const SECTION_HEIGHTS: Record<Section, number> = { base: 93, middle: 84, dome: 136 };
/** How far a cross stands above a dome, and how much air is kept above it. */
export const CROSS_HEIGHT = 31;
export const AIR_ABOVE_CROSS = 16;
/** How far apart towers may stand where there is room. */
const SPREAD = 30;
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

export interface Tower {
  x: number;
  top: number;
  /** Every storey of it stands. */
  whole: boolean;
  storeys: Storey[];
}

export interface CathedralLayout {
  width: number;
  height: number;
  ground: number;
  /** Pixels for a unit. */
  scale: number;
  towers: Tower[];
}

/** A panel in pixels: what hangs from its top; in units: the snow in front of the towers. */
export interface PanelSize {
  wide: number;
  high: number;
  head?: number;
  foot?: number;
}

/** How far the day has gone: it follows the building. */
export function timeOfDay(towers: readonly (readonly Site[])[]): number {
  const sites = towers.flat();
  return sites.filter((site) => site.done).length / Math.max(1, sites.length);
}

/** A scene for a panel of this shape: all towers in it, as large as they get. */
export function layoutCathedral(
  towers: readonly (readonly Site[])[],
  box: Box,
  { wide, high, head = 0, foot = 25 }: PanelSize,
): CathedralLayout {
  const built = towers.map((column, tower) =>
    column.map((site, level) => storeyOf(site, box, tower, level, column.length)),
  );
  const tallest = Math.max(
    ...built.map((column) => column.reduce((sum, each) => sum + each.height, 0)),
  );
  const needWide = towers.length * (STOREY_WIDTH + TOWER_GAP) + 9;
  const needHigh = tallest + foot + CROSS_HEIGHT + AIR_ABOVE_CROSS;
  const scale = Math.min(wide / needWide, Math.max(1, high - head) / needHigh);
  const width = wide / scale;
  const height = high / scale;
  const ground = height - foot;
  const spread = Math.min(SPREAD, (width - needWide) / (towers.length + 1));
  const step = STOREY_WIDTH + TOWER_GAP + spread;
  const left = (width - (towers.length * step - TOWER_GAP - spread)) / 2;
  return {
    width,
    height,
    ground,
    scale,
    towers: built.map((column, tower) => {
      const x = left + tower * step;
      let top = ground;
      const storeys = column.map((each) => {
        top -= each.height;
        return { ...each, x, y: top };
      });
      return { x, top, whole: column.every((each) => each.site.done), storeys };
    }),
  };
}

/** The dome on a card: always the same one. */
export function domePattern(card: string): string {
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
    dome: domePattern(site.card),
    x: 0,
    y: 0,
    height: SECTION_HEIGHTS[section],
  };
}

export interface CardMaterial {
  letter: Material | null;
  state: 'there' | 'coming' | 'missing';
}

/**
 * The pieces of a card, delivered ones first in place. Those of another kind than the cost names
 * (Ivan's) fill the places from the left.
 */
export function cardMaterials(storey: Storey, coming: readonly Material[]): CardMaterial[] {
  const here = { ...storey.site.delivered };
  const soon = [...coming];
  const pieces: CardMaterial[] = storey.cost.map((letter) => {
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

export function missingMaterials(storey: Storey): Map<Material, number> {
  const found = new Map<Material, number>();
  for (const { letter, state } of cardMaterials(storey, []))
    if (letter && state === 'missing') found.set(letter, (found.get(letter) ?? 0) + 1);
  return found;
}

/** The snow in front: it lies against each tower's plinth, never upon it. */
export function snowDriftPath({ towers, width, height, ground }: CathedralLayout): string {
  let x = -4;
  let path = `M-4 ${height + 4}V${ground}`;
  const heapTo = (end: number, rise: number): void => {
    path += `Q${(x + end) / 2} ${ground - rise} ${end} ${ground}`;
    x = end;
  };
  for (const tower of towers) {
    const gap = tower.x - x;
    heapTo(tower.x + 3, Math.min(13, gap));
    path += `H${(x = tower.x + STOREY_WIDTH - 3)}`;
  }
  heapTo(width + 4, 13);
  return `${path}V${height + 4}z`;
}

/** Outline of a storey: where it is hit, and where its marks run. */
export function storeyOutline(section: Section): string {
  if (section === 'dome')
    return 'M26 108C10 100 1 86 4 69 8 51 32 42 42 10 52 42 76 51 80 69 83 86 74 100 58 108H64V135H20V108z';
  return section === 'base' ? 'M2 2h80v90H2z' : 'M2 2h80v81H2z';
}
