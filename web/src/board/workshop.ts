// A space of somebody's workshop: what lies there, and what a preview would do to it.
import { seatOf, type Table } from './context.ts';
import type { Shown } from './events.ts';
import type { Die, OrnamentKind, SeatPosition, WorkshopSpace } from './types';

export interface Space {
  die: Die;
  tile: NonNullable<SeatPosition['workshop']>[WorkshopSpace] | null;
  locked: OrnamentKind | null;
  /** A banner blocks it. */
  flag: boolean;
  /** Of a tile face up; undefined where none can be placed. */
  cost: number | undefined;
  works: boolean;
  placed: Shown['placed'];
}

export function spaceOf(table: Table, seat: SeatPosition, space: WorkshopSpace): Space {
  const isWhite = space === 'white1' || space === 'white2';
  const info = seatOf(table, seat.colour);
  const costs = info?.costs ?? table.box.costs[info?.side ?? 'basic'][seat.colour];
  const preview = table.preview.seat === seat.colour ? table.preview : null;
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
