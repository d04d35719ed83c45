import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardOf, ornamentAfter, parseBoard } from '../../../src/features/my_box/boards.ts';
import { boxOf } from '../../../src/core/box/storedBox.ts';
import type { Box } from '../../../src/protocol.gen.ts';

const BASIC = { red: 2, blue: 2, green: 3, yellow: 3, white1: 1, white2: 2 };
const ADVANCED = { red: 3, blue: 3, green: 3, yellow: 3, white1: 3, white2: 4 };
const ORNAMENTS = { red: 'door', blue: 'arch', green: 'cross', yellow: 'none' };

test('reads a board in any grouping', () => {
  const board = { basic: BASIC, advanced: ADVANCED, ornaments: ORNAMENTS };
  for (const text of ['red 223312 333334 dac-', 'R 223 312, 333 334 DAC–', 'red223312333334dac-'])
    assert.deepEqual(parseBoard(text), { colour: 'red', board });
});

test('reads the parts that were typed', () => {
  assert.deepEqual(parseBoard('223312'), { colour: null, board: { basic: BASIC } });
  assert.deepEqual(parseBoard('bl dac-'), { colour: 'blue', board: { ornaments: ORNAMENTS } });
  assert.deepEqual(parseBoard('dac-'), { colour: null, board: { ornaments: ORNAMENTS } });
  assert.deepEqual(parseBoard('yellow'), { colour: 'yellow', board: {} });
});

test('rejects any other text', () => {
  for (const text of [
    '',
    '22331',
    '223317',
    '2233123',
    'purple 223312',
    '223312 dac',
    '223312 dax-',
    '--',
  ])
    assert.equal(parseBoard(text), null);
});

test('shows the entered parts of a board on the board of the edition', () => {
  const box = {
    costs: { basic: { red: BASIC }, advanced: { red: ADVANCED } },
    ornaments: { red: { red: 'door', blue: 'arch', green: 'cross' } },
  } as unknown as Box;
  const entered = boxOf({ boards: { red: { basic: { red: 5 }, ornaments: { red: 'none' } } } });
  assert.deepEqual(boardOf(box, entered, 'red'), {
    basic: { ...BASIC, red: 5 },
    advanced: ADVANCED,
    ornaments: { ...ORNAMENTS, red: 'none' },
  });
});

test('goes through all ornaments and none', () => {
  const kinds = ['none', 'door', 'arch', 'cross'] as const;
  assert.deepEqual(kinds.map(ornamentAfter), ['door', 'arch', 'cross', 'none']);
});
