// The geometry of the cathedral drawing, in its own units: a storey is 84 units wide.
import { ORNAMENT_OF } from './names.ts';
import type { Key, Box, Material, OrnamentKind, Section, Site } from './types';

export const STOREY_WIDTH = 84;
export const TOWER_GAP = 3;
export const SECTION_HEIGHTS: Record<Section, number> = { base: 93, middle: 84, dome: 136 };
/** The height of the cross above a dome, and the free space above the cross. */
export const CROSS_HEIGHT = 31;
export const AIR_ABOVE_CROSS = 16;
/** The largest extra gap between towers on a wide panel. */
const MAX_SPREAD = 30;
const DOME_PATTERNS = ['ribs', 'scales', 'swirl', 'zigzag', 'chequer', 'stars', 'stripes'] as const;

/** A cathedral card at its place in the drawing. */
export interface Storey {
  key: Key;
  /** The tower and the level, from 1: `2.1`. */
  place: string;
  site: Site;
  section: Section;
  cost: Material[];
  recognition: number;
  rubles: number;
  ornament: OrnamentKind;
  /** The pattern of the dome. */
  dome: string;
  x: number;
  y: number;
  height: number;
}

export interface Tower {
  x: number;
  top: number;
  /** All storeys are built. */
  whole: boolean;
  storeys: Storey[];
}

export interface CathedralLayout {
  width: number;
  height: number;
  ground: number;
  /** The number of pixels for a unit. */
  scale: number;
  towers: Tower[];
}

/** The size of a panel in pixels, with the height of its top edge; `foot` is the snow, in units. */
export interface PanelSize {
  wide: number;
  high: number;
  head?: number;
  foot?: number;
}

/** Return the time of day from 0 to 1: it advances with each card that is built. */
export function timeOfDay(towers: readonly (readonly Site[])[]): number {
  const sites = towers.flat();
  return sites.filter((site) => site.done).length / Math.max(1, sites.length);
}

/** Return the layout of all towers, as large as the panel allows. */
export function layoutCathedral(
  towers: readonly (readonly Site[])[],
  box: Box,
  { wide, high, head = 0, foot = 25 }: PanelSize,
): CathedralLayout {
  const built = towers.map((column, tower) =>
    column.map((site, level) => storeyOf(site, box, tower, level, column.length - 1)),
  );
  const tallest = Math.max(
    ...built.map((column) => column.reduce((sum, storey) => sum + storey.height, 0)),
  );
  const needWide = towers.length * (STOREY_WIDTH + TOWER_GAP) + 9;
  const needHigh = tallest + foot + CROSS_HEIGHT + AIR_ABOVE_CROSS;
  const scale = Math.min(wide / needWide, Math.max(1, high - head) / needHigh);
  const width = wide / scale;
  const height = high / scale;
  const ground = height - foot;
  const spread = Math.min(MAX_SPREAD, (width - needWide) / (towers.length + 1));
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
      const storeys = column.map((storey) => {
        top -= storey.height;
        return { ...storey, x, y: top };
      });
      return { x, top, whole: column.every(({ site }) => site.done), storeys };
    }),
  };
}

/** Return the dome pattern of a card, which never changes. */
export function domePattern(card: string): string {
  return DOME_PATTERNS[Number(card.replace(/\D/g, '')) % DOME_PATTERNS.length] ?? 'ribs';
}

export function storeyOf(site: Site, box: Box, tower: number, level: number, top: number): Storey {
  const card = box.cards[site.card];
  const section: Section =
    card?.section ?? (level === 0 ? 'base' : level === top ? 'dome' : 'middle');
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

/** A material that a card needs: delivered, about to be delivered, or missing. */
export interface CardMaterial {
  letter: Material | null;
  state: 'delivered' | 'coming' | 'missing';
}

/**
 * Return the materials of a card in the order of its cost. Delivered materials that the cost does
 * not name (those of Ivan) fill the missing places from the left.
 */
export function cardMaterials(storey: Storey, coming: readonly Material[]): CardMaterial[] {
  const delivered = { ...storey.site.delivered };
  const arriving = [...coming];
  const materials: CardMaterial[] = storey.cost.map((letter) => {
    if ((delivered[letter] ?? 0) > 0) {
      delivered[letter] = (delivered[letter] ?? 0) - 1;
      return { letter, state: 'delivered' };
    }
    const index = arriving.indexOf(letter);
    if (index < 0) return { letter, state: 'missing' };
    arriving.splice(index, 1);
    return { letter, state: 'coming' };
  });
  for (const [letter, count] of Object.entries(delivered) as [Material, number][]) {
    for (let n = 0; n < count; n += 1) {
      const free = materials.findIndex((material) => material.state === 'missing');
      if (free >= 0) materials[free] = { letter, state: 'delivered' };
    }
  }
  return materials;
}

/** Return how many of each material a card still needs. */
export function missingMaterials(storey: Storey): Map<Material, number> {
  const missing = new Map<Material, number>();
  for (const { letter, state } of cardMaterials(storey, []))
    if (letter && state === 'missing') missing.set(letter, (missing.get(letter) ?? 0) + 1);
  return missing;
}

/** Return the path of the snow in front, which rises between the towers and never covers them. */
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

/** Return the outline of a storey, for clicks and highlights. */
export function storeyOutline(section: Section): string {
  if (section === 'dome')
    return 'M26 108C10 100 1 86 4 69 8 51 32 42 42 10 52 42 76 51 80 69 83 86 74 100 58 108H64V135H20V108z';
  return section === 'base' ? 'M2 2h80v90H2z' : 'M2 2h80v81H2z';
}
