// The geometry of the market drawing: a round tray inside the square score track. Lengths are in
// units of the drawing.
import type { Die, Position } from '../protocol.gen.ts';
import { DICE } from '../vocabulary.ts';

export const MARKET_SIZE = 548;
export const MARKET_CENTER = MARKET_SIZE / 2;
/** The score track is between these distances from the edge. */
export const TRACK_OUTER = 12;
export const TRACK_INNER = 42;
const CORNER = TRACK_INNER - TRACK_OUTER;

export const TRAY_RADIUS = 218;
export const HUB_RADIUS = 130.6;
export const CARD_RADIUS = 125.6;

/** The petal shape of a market space around the origin, tip up, and the well inside it. */
export const PETAL_PATH =
  'M-49.4-124.2L-65.4-164.5C-73.6-184.9-61.5-205-31.8-212.6Q-11.4-216.7 0-229Q11.4-216.7 31.8-212.6' +
  'C61.5-205 73.6-184.9 65.4-164.5L49.4-124.2A133.6 133.6 0 0 0-49.4-124.2z';
export const WELL_PATH =
  'M-47.3-129.3L-60.1-164.3C-67.7-185-53.9-199.9-30.8-205.7Q-11-209.8 0-222Q11-209.8 30.8-205.7' +
  'C53.9-199.9 67.7-185 60.1-164.3L47.3-129.3A137.6 137.6 0 0 0-47.3-129.3z';

export interface Point {
  x: number;
  y: number;
}

/** Return the angle of the axis of a space. Spaces go clockwise from the upper left quadrant. */
export function spaceAngle(space: number): number {
  return -67.5 + 45 * (space - 1);
}

/** Return the point at an angle (0 is up, clockwise) and a distance from the center. */
export function pointAt(angle: number, radius: number): Point {
  const radians = (angle * Math.PI) / 180;
  return {
    x: MARKET_CENTER + radius * Math.sin(radians),
    y: MARKET_CENTER - radius * Math.cos(radians),
  };
}

export const TILE_RADIUS = 194;
export const TILE_SIZE = 24;

/** Return the center of the resource tile of a space, outside its dice. */
export function tileAt(space: number): Point {
  return pointAt(spaceAngle(space), TILE_RADIUS);
}

/** The center and the size of a die. */
export interface DiePlace extends Point {
  size: number;
}

/** Return the place of one of one to three dice on a space; of three, one is inside the others. */
export function dieAt(space: number, index: number, count: number): DiePlace {
  const turn = (index - (count - 1) / 2) * (count > 2 ? 14 : 18);
  const radius = count > 2 ? (turn ? 170 : 146) : count > 1 ? 153 : 148.5;
  return { ...pointAt(spaceAngle(space) + turn, radius), size: count > 2 ? 30 : 33 };
}

/** Return the places of all dice. */
export function diceAt(dice: Position['dice']): Record<Die, DiePlace> {
  const places = DICE.map((die): [Die, DiePlace] => {
    const space = dice[die][1];
    const onSpace = DICE.filter((name) => dice[name][1] === space);
    return [die, dieAt(space, onSpace.indexOf(die), onSpace.length)];
  });
  return Object.fromEntries(places) as Record<Die, DiePlace>;
}

/** The side of a target on a narrow screen: 44 CSS pixels where the market is 345 wide. */
export const TOUCH_SIZE = 70;

/** Return the centers of squares of TOUCH_SIZE around dice. Squares push each other apart. */
export function touchSquaresAt(dice: readonly DiePlace[]): Point[] {
  const centers = dice.map(({ x, y }) => ({ x, y }));
  const reach = TOUCH_SIZE / 2 - 8; // from a die to the center of its square
  for (let push = 0; push < MAX_PUSHES; push += 1)
    for (const [index, die] of dice.entries())
      for (const [before, other] of dice.slice(0, index).entries()) {
        const [a, b] = [centers[index], centers[before]];
        if (!a || !b) continue;
        const along = Math.abs(die.x - other.x) < Math.abs(die.y - other.y) ? 'y' : 'x';
        const across = along === 'x' ? 'y' : 'x';
        const overlap = TOUCH_SIZE - Math.abs(a[along] - b[along]);
        if (overlap <= 0 || Math.abs(a[across] - b[across]) >= TOUCH_SIZE) continue;
        const step = (Math.sign(die[along] - other[along]) * overlap) / 2;
        a[along] = Math.max(die[along] - reach, Math.min(die[along] + reach, a[along] + step));
        b[along] = Math.max(other[along] - reach, Math.min(other[along] + reach, b[along] - step));
      }
  return centers;
}

/** Return the path of a die: out of its well, along the rim, and into another well. */
export function dieWayPath(from: Point, steps: number, to: Point): string {
  const { sweep, at } = dieWay(from, steps, to);
  const points: string[] = [];
  for (let turn = 6; turn <= sweep - 6.5; turn += 3) {
    const { x, y } = at(turn);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

/** Return the way of a die: its total angle in degrees, and the point at each angle. */
export function dieWay(
  from: Point,
  steps: number,
  to: Point,
): { sweep: number; at: (turn: number) => Point } {
  const start = turnOf(from);
  let sweep = (((turnOf(to) - start) % 360) + 360) % 360;
  while (sweep < 45 * steps - 30) sweep += 360;
  const ramp = Math.min(34, sweep * 0.42);
  const first = radiusOf(from);
  const last = radiusOf(to);
  const at = (turn: number): Point => {
    const rim = DIE_PATH_RADIUS + Math.max(0, turn - 340) / 36;
    const out = ease(turn / ramp);
    const back = ease((sweep - turn) / ramp);
    const radius = Math.min(first + (rim - first) * out, last + (rim - last) * back);
    return pointAt(start + turn, radius);
  };
  return { sweep, at };
}

/** The radius of the way of a die, outside the tiles. */
export const DIE_PATH_RADIUS = 224;

function ease(part: number): number {
  const x = Math.min(1, Math.max(0, part));
  return x * x * (3 - 2 * x);
}

function turnOf(at: Point): number {
  return (Math.atan2(at.x - MARKET_CENTER, MARKET_CENTER - at.y) * 180) / Math.PI;
}

function radiusOf(at: Point): number {
  return Math.hypot(at.x - MARKET_CENTER, at.y - MARKET_CENTER);
}

/** Return the tip and the direction of the arrow at the end of the way of a die. */
export function arrowHeadAt(to: Point): { at: Point; turn: number } {
  const angle = turnOf(to);
  const before = pointAt(angle - 9.5, radiusOf(to) + 16);
  const turn = (Math.atan2(to.y - before.y, to.x - before.x) * 180) / Math.PI;
  return { at: pointShortOf(to, before, 20), turn };
}

/** Return the point on the line from `from` to `to` that is `gap` short of `to`. */
export function pointShortOf(to: Point, from: Point, gap: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x + ((from.x - to.x) * gap) / length, y: to.y + ((from.y - to.y) * gap) / length };
}

/** Return the center of the gain tag of a space: next to its tile, away from the center. */
export function tagAt(space: number, width: number): Point {
  const tile = tileAt(space);
  const low = TRACK_INNER + 6;
  const high = MARKET_SIZE - TRACK_INNER - 6;
  const upright = Math.abs(tile.x - MARKET_CENTER) < 100;
  const offset = upright ? TILE_SIZE + 5 + width / 2 : -width / 2;
  const y = upright
    ? tile.y < MARKET_CENTER
      ? low + 18
      : high - 18
    : tile.y + (tile.y < MARKET_CENTER ? -54 : 54);
  const x = upright
    ? tile.x + (tile.x < MARKET_CENTER ? -offset : offset)
    : tile.x < MARKET_CENTER
      ? low - offset
      : high + offset;
  return { x: Math.min(high - width / 2, Math.max(low + width / 2, x)), y };
}

export interface TrackCell extends Point {
  width: number;
  height: number;
  side: 0 | 1 | 2 | 3;
  corner: boolean;
}

/** Return the cell of a track space. Spaces go clockwise from the upper left corner. */
export function trackCell(space: number, lap: number): TrackCell {
  const per = lap / 4;
  const at = ((space % lap) + lap) % lap;
  const side = Math.floor(at / per) as 0 | 1 | 2 | 3;
  const index = at - side * per;
  const step = (MARKET_SIZE - 2 * TRACK_INNER) / (per - 1);
  const far = MARKET_SIZE - TRACK_INNER;
  if (index === 0) {
    const x = side === 0 || side === 3 ? TRACK_OUTER : far;
    const y = side < 2 ? TRACK_OUTER : far;
    return { x, y, width: CORNER, height: CORNER, side, corner: true };
  }
  const along = side < 2 ? TRACK_INNER + (index - 1) * step : far - index * step;
  const across = side === 0 || side === 3 ? TRACK_OUTER : far;
  return side % 2
    ? { x: across, y: along, width: CORNER, height: step, side, corner: false }
    : { x: along, y: across, width: step, height: CORNER, side, corner: false };
}

/** The size of a score marker, and the least distance between two of them. */
export const MARKER_SIZE = { width: 26, height: 36 };
const MARKER_DISTANCE = 15;
const MAX_PUSHES = 40;

export function cellCenter({ x, y, width, height }: TrackCell): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Return the point of a cell at a depth from the outer edge of the track. */
export function pointInCell(cell: TrackCell, depth: number): Point {
  const { x, y } = cellCenter(cell);
  if (cell.side === 0) return { x, y: TRACK_OUTER + depth };
  if (cell.side === 1) return { x: MARKET_SIZE - TRACK_OUTER - depth, y };
  if (cell.side === 2) return { x, y: MARKET_SIZE - TRACK_OUTER - depth };
  return { x: TRACK_OUTER + depth, y };
}

/** Return the centers of the score markers. Markers that are too close push each other apart. */
export function markersAt(scores: readonly number[], lap: number): Point[] {
  const points = scores.map((score) => {
    const cell = trackCell(score, lap);
    return { ...pointInCell(cell, cell.side % 2 ? 29 : 33), side: cell.side };
  });
  for (const side of [0, 1, 2, 3]) {
    const along = side % 2 ? 'y' : 'x';
    const onSide = points.filter((point) => point.side === side);
    onSide.sort((a, b) => a[along] - b[along]);
    for (let push = 0; push < MAX_PUSHES; push += 1)
      for (const [index, next] of onSide.entries()) {
        const last = onSide[index - 1];
        const overlap = last ? MARKER_DISTANCE - (next[along] - last[along]) : 0;
        if (!last || overlap <= 0) continue;
        last[along] -= overlap / 2;
        next[along] += overlap / 2;
      }
  }
  return points;
}

export function boxPath(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

export function squarePath({ x, y }: Point, side: number): string {
  return boxPath(x - side / 2, y - side / 2, side, side);
}

export function circlePath(at: Point, radius: number): string {
  return `M${at.x - radius} ${at.y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;
}

/** Return the outline of the influence card of a quadrant: a quarter of the hub. */
export function cardPath(quadrant: number, radius: number, gap: number): string {
  const [sx, sy] = quadrantSigns(quadrant);
  const x = MARKET_CENTER + sx * gap;
  const y = MARKET_CENTER + sy * gap;
  const sweep = sx * sy > 0 ? 1 : 0;
  return `M${x} ${y}H${MARKET_CENTER + sx * radius}A${radius} ${radius} 0 0 ${sweep} ${x} ${MARKET_CENTER + sy * radius}z`;
}

/** Return the signs of x and y of a quadrant; quadrants go clockwise from the upper left. */
export function quadrantSigns(quadrant: number): [number, number] {
  return [quadrant === 2 || quadrant === 3 ? 1 : -1, quadrant < 3 ? -1 : 1];
}

/** Return the outline of the half of a card with its first or second action. */
export function cardHalfPath(quadrant: number, action: 1 | 2, radius: number, narrow = false) {
  const [sx, sy] = quadrantSigns(quadrant);
  const split = actionBoundary(quadrant, narrow);
  const upper = action === 1;
  const edge = (y: number): number => Math.sqrt(Math.max(0, radius * radius - y * y));
  const inner = MARKET_CENTER + sx * 4;
  // y relative to the center of the tray, outwards
  const near = sy * 4;
  const cut = split - MARKET_CENTER;
  if (sy < 0 === upper) {
    // the half at the rim, from the boundary to the pole
    const pole = sy * Math.sqrt(radius * radius - 16);
    const turn = sx * sy < 0 ? 0 : 1;
    return `M${inner} ${split}H${MARKET_CENTER + sx * edge(cut)}A${radius} ${radius} 0 0 ${turn} ${inner} ${MARKET_CENTER + pole}z`;
  }
  const turn = sx * sy < 0 ? 1 : 0;
  return (
    `M${inner} ${MARKET_CENTER + near}H${MARKET_CENTER + sx * edge(near)}` +
    `A${radius} ${radius} 0 0 ${1 - turn} ${MARKET_CENTER + sx * edge(cut)} ${split}H${inner}z`
  );
}

const SPLIT = 36;
const NARROW_SPLIT = 53;

/** Return the y of the line between the two actions of a card. */
export function actionBoundary(quadrant: number, narrow = false): number {
  return MARKET_CENTER + quadrantSigns(quadrant)[1] * (narrow ? NARROW_SPLIT : SPLIT);
}

/**
 * Return the area of an action on a narrow screen. That of a target reaches beyond the card, where
 * other cards leave room for it.
 */
export function actionTouchPath(quadrant: number, action: 1 | 2, isTarget: boolean): string {
  const [sx, sy] = quadrantSigns(quadrant);
  const isAtRim = sy < 0 === (action === 1);
  const inner = TOUCH_SIZE - NARROW_SPLIT;
  const near = isAtRim ? NARROW_SPLIT : isTarget ? -inner : inner;
  const far = isAtRim ? (isTarget ? NARROW_SPLIT + TOUCH_SIZE : 100) : NARROW_SPLIT;
  const width = CARD_RADIUS - 20;
  const y = MARKET_CENTER + (sy < 0 ? -far : near);
  return boxPath(MARKET_CENTER + (sx < 0 ? -width : 0), y, width, far - near);
}
