// The kinds of workshop tiles, and tiles as people type them: `2w*x3` for three tiles with 2 wood
// and the mark 3+, and `o2w` for a round tile.
import { resourceOf } from '../../board/names.ts';
import { DICE } from '../../vocabulary.ts';
import type { EnteredTile, Resource } from '../../protocol.gen';

export type Amounts = Partial<Record<Resource, number>>;

// The limits of the server.
export const AMOUNTS = [1, 2, 3, 4] as const;
export const MAX_COUNT = 31;

const WORD = /^(o?)([1-4]?)([a-wyz]+|\+)?(\*?)(?:[x×](\d{1,2}))?$/;

/** Return a name for the kind of a tile, such as `2wood*`. */
export function tileKey({ gives, die, amount, many }: Omit<EnteredTile, 'count'>): string {
  return `${gives ? `${amount}${gives}` : die}${many ? '*' : ''}`;
}

/** Return one entry for each kind, with its last count. */
export function lastCounts(tiles: readonly EnteredTile[]): EnteredTile[] {
  return [...new Map(tiles.map((tile) => [tileKey(tile), tile])).values()];
}

/**
 * Parse tiles, such as `2w wx2 red`, and amounts of round tiles, such as `o3s`. A word without a
 * count adds one tile to those that have been `entered`. Return the first word that is unclear.
 */
export function parseTiles(
  text: string,
  entered: readonly EnteredTile[],
): { tiles: EnteredTile[]; resources: Amounts | null } | string {
  let tiles: EnteredTile[] = [];
  let resources: Amounts | null = null;
  const line = text.normalize('NFKC').toLowerCase();
  for (const word of line.split(/[\s,;]+/).filter(Boolean)) {
    const [, round, digit, name = '', mark, times] = WORD.exec(word) ?? [];
    const gives = (name.length === 1 && resourceOf(name.toUpperCase())) || null;
    const die = DICE.find((one) => name.length > 1 && one.startsWith(name)) ?? null;
    const amount = Number(digit || 1);
    if (round) {
      if (mark || times || (!gives && word !== 'o')) return word;
      resources = { ...(resources as Amounts | null), ...(gives && { [gives]: amount }) };
    } else {
      const tile = { gives, die, amount: gives ? amount : 0, many: mark === '*', count: 0 };
      const equal = [...entered, ...tiles].findLast((other) => tileKey(other) === tileKey(tile));
      tile.count = times ? Number(times) : (equal?.count ?? 0) + 1;
      if (!(gives ?? die) || (die && digit) || tile.count > MAX_COUNT) return word;
      tiles = lastCounts([...tiles, tile]);
    }
  }
  return tiles.length || resources ? { tiles, resources } : '';
}
