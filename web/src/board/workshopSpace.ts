// The state of a workshop space: the components on it, and what a previewed decision would change.
import { seatOf, type BoardContext } from './context.ts';
import { joinParts } from './names.ts';
import type { SeatPosition, WorkshopSpace } from './types';

export function workshopSpaceState(board: BoardContext, seat: SeatPosition, space: WorkshopSpace) {
  const isWhite = space === 'white1' || space === 'white2';
  const info = seatOf(board, seat.colour);
  const costs = info?.costs ?? board.box.costs[info?.side ?? 'basic'][seat.colour];
  const effects = board.effects.seat === seat.colour ? board.effects : null;
  return {
    /** The die that activates the space. */
    die: isWhite ? ('white' as const) : space,
    tile: seat.workshop?.[space] ?? null,
    /** The ornament on the space; the player gets it once a tile lies there face up. */
    locked: seat.locked[space] ?? null,
    /** A banner blocks the space. */
    hasBanner: isWhite && Boolean(seat.banners[space]),
    /** The cost in rubles of placing a tile face up; undefined where no tile can be placed. */
    cost: costs[space],
    /** The previewed decision activates the tile. */
    isActivated: effects?.active.has(space) ?? false,
    /** The tile that the previewed decision would place. */
    placed: effects?.placed?.space === space ? effects.placed : null,
  };
}

/** Return the accessible name of a space: its tile, or the cost of placing one and what blocks it. */
export function workshopSpaceName(
  { t, box }: BoardContext,
  space: WorkshopSpace,
  { tile, cost, locked, hasBanner }: ReturnType<typeof workshopSpaceState>,
): string {
  const parts = [t(`workshop.${space}`)];
  if (tile) {
    const what = box.tiles[tile[0]]?.words ?? '';
    parts.push(tile[1] === 'up' ? t('board.tile-up', { what }) : t('board.tile-down'));
  } else if (cost !== undefined)
    parts.push(t('board.face-up-cost', { price: t('amount.ruble', { n: cost }) }));
  if (locked) parts.push(t('board.locked', { what: t(`ornament.${locked}`) }));
  if (hasBanner) parts.push(t('board.blocked'));
  return joinParts(t, parts);
}
