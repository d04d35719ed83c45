import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastCounts, parseTiles, tileKey } from '../../../src/features/my_box/tiles.ts';
import type { EnteredTile } from '../../../src/protocol.gen.ts';

function keysOf(text: string, entered = ''): string[] {
  const tiles = (line: string, before: EnteredTile[] = []): EnteredTile[] => {
    const parsed = parseTiles(line, before);
    return typeof parsed === 'string' ? [] : parsed.tiles;
  };
  return tiles(text, tiles(entered)).map((tile) => `${tileKey(tile)} ${tile.count}`);
}

test('reads tiles with amounts, marks and counts', () => {
  assert.deepEqual(keysOf('w, 2W* 3bx2;+ rex2 white* gr g 4r*'), [
    '1wood 1',
    '2wood* 1',
    '3brick 2',
    '1recognition 1',
    'red 2',
    'white* 1',
    'green 1',
    '1gold 1',
    '4ruble* 1',
  ]);
  const tile = { gives: 'ruble', die: null, amount: 4, many: true, count: 1 };
  assert.deepEqual(parseTiles('4r*', []), { tiles: [tile], resources: null });
});

test('adds a tile to the entered ones, or reads how many there are', () => {
  assert.deepEqual(keysOf('w w* bx0 s', 'wx3 b s*'), [
    '1wood 4',
    '1wood* 1',
    '1brick 0',
    '1stone 1',
  ]);
  assert.deepEqual(keysOf('wx2 w'), ['1wood 3']);
});

test('reads the amounts of round tiles, or that they are as shown', () => {
  assert.deepEqual(parseTiles('o3s og', []), { tiles: [], resources: { stone: 3, gold: 1 } });
  assert.deepEqual(parseTiles('o', []), { tiles: [], resources: {} });
});

test('returns the first word that is unclear', () => {
  for (const word of ['q', '5w', '2red', 'wx', 'wx99', 'o3', 'ored', 'o2w*', 'o2wx2', 'wood'])
    assert.equal(parseTiles(`w ${word} ?`, []), word);
  assert.equal(parseTiles(' , ', []), '');
  assert.equal(parseTiles('wx31 w', []), 'w');
});

test('keeps the last count of each kind, in the order of the kinds', () => {
  const tile = { gives: 'wood', die: null, amount: 1, many: false, count: 1 } as const;
  const brick = { ...tile, gives: 'brick' } as const;
  const newest = { ...tile, count: 2 };
  assert.deepEqual(lastCounts([tile, brick, newest]), [newest, brick]);
});
