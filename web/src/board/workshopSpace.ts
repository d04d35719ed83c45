// A space of somebody's workshop: what lies there, and what a preview would do to it.
import { seatOf, type BoardContext } from './context.ts';
import type { EventEffects } from './eventEffects.ts';
import type { Die, OrnamentKind, SeatPosition, WorkshopSpace } from './types';

export interface WorkshopSpaceState {
  die: Die;
  tile: NonNullable<SeatPosition['workshop']>[WorkshopSpace] | null;
  locked: OrnamentKind | null;
  /** A banner blocks it. */
  flag: boolean;
  /** Of a tile face up; undefined where none can be placed. */
  cost: number | undefined;
  works: boolean;
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
  const preview = board.effects.seat === seat.colour ? board.effects : null;
  return {
    die: isWhite ? 'white' : space,
    tile: seat.workshop?.[space] ?? null,
    locked: seat.locked[space] ?? null,
    flag: isWhite && Boolean(seat.banners[space]),
    cost: costs[space],
    works: preview?.active.has(space) ?? false,
    placed: preview?.placed?.space === space ? preview.placed : null,
  };
}
