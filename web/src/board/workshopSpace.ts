// The state of a workshop space: the components on it, and what a previewed decision would change.
import { seatOf, type BoardContext } from './context.ts';
import type { EventEffects } from './eventEffects.ts';
import type { Die, OrnamentKind, SeatPosition, WorkshopSpace } from './types';

export interface WorkshopSpaceState {
  /** The die that activates the space. */
  die: Die;
  tile: NonNullable<SeatPosition['workshop']>[WorkshopSpace] | null;
  /** The ornament on the space; the player gets it once a tile lies there face up. */
  locked: OrnamentKind | null;
  /** A banner blocks the space. */
  hasBanner: boolean;
  /** The cost in rubles of placing a tile face up; undefined where no tile can be placed. */
  cost: number | undefined;
  /** The previewed decision activates the tile. */
  isActivated: boolean;
  /** The tile that the previewed decision would place. */
  placed: EventEffects['placed'];
}

export function workshopSpaceState(
  board: BoardContext,
  seat: SeatPosition,
  space: WorkshopSpace,
): WorkshopSpaceState {
  const isWhite = space === 'white1' || space === 'white2';
  const info = seatOf(board, seat.colour);
  const costs = info?.costs ?? board.box.costs[info?.side ?? 'basic'][seat.colour];
  const effects = board.effects.seat === seat.colour ? board.effects : null;
  return {
    die: isWhite ? 'white' : space,
    tile: seat.workshop?.[space] ?? null,
    locked: seat.locked[space] ?? null,
    hasBanner: isWhite && Boolean(seat.banners[space]),
    cost: costs[space],
    isActivated: effects?.active.has(space) ?? false,
    placed: effects?.placed?.space === space ? effects.placed : null,
  };
}
