// The cathedrals that were finished on this device, for the skyline of the start screen.
import type { Box, Site } from '../protocol.gen';
import { loadStored, saveStored } from './localStore.ts';

/**
 * The storeys of a tower from the bottom: the first letter of the section and the digits of the
 * card, with `*` for an ornament and `-` for an unfinished storey: `b4* m12 d3-`.
 */
export type TowerCode = string;

const KEY = 'redcathedral.cathedrals';
const MAX_CATHEDRALS = 9;
const TOWERS = /^[bmd]\d*[*-]?([ ,][bmd]\d*[*-]?)*$/;

/** Return the cathedrals, the newest first. */
export function finishedCathedrals(): TowerCode[][] {
  const cathedrals = Object.values(loadStored(KEY)).map(String).toReversed();
  return cathedrals.filter((towers) => TOWERS.test(towers)).map((towers) => towers.split(','));
}

export function storeCathedral(
  id: string,
  towers: readonly (readonly Site[])[],
  { cards }: Pick<Box, 'cards'>,
): void {
  const storey = ({ card, done, ornament }: Site): string => {
    const state = done ? (ornament ? '*' : '') : '-';
    return `${cards[card]?.section.charAt(0) ?? ''}${card.replace(/\D/g, '')}${state}`;
  };
  const codes = towers.map((tower) =>
    tower
      .filter(({ owner }) => owner)
      .map(storey)
      .join(' '),
  );
  const stored = loadStored(KEY);
  const latest = Object.entries(stored).slice(1 - MAX_CATHEDRALS);
  if (!(id in stored))
    saveStored(KEY, Object.fromEntries([...latest, [id, codes.filter(Boolean).join()]]));
}

export const forgetCathedrals = (): boolean => saveStored(KEY, {});
