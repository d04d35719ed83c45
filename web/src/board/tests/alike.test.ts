import assert from 'node:assert/strict';
import { test } from 'node:test';

import { alike } from '../alike.ts';

test('what has not changed is the very same, whatever it lies in', () => {
  const before = {
    seats: [
      { n: 1, goods: ['wood'] },
      { n: 2, goods: [] },
    ],
    due: null,
    of: [1, 2],
  };
  const now = {
    seats: [
      { n: 1, goods: ['wood'] },
      { n: 3, goods: [] },
    ],
    due: null,
    of: [1, 2],
  };
  const shown = alike(before, now);
  assert.deepEqual(shown, now);
  assert.ok(shown.seats !== before.seats);
  assert.equal(shown.seats[0], before.seats[0]);
  assert.equal(shown.seats[1]?.goods, before.seats[1]?.goods);
  assert.equal(shown.of, before.of);
  assert.equal(alike(before, structuredClone(before)), before);
});

const different: [unknown, unknown][] = [
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: null }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  [undefined, [1]],
  ['1', 1],
];
for (const [before, now] of different)
  test(`${JSON.stringify(before)} is not taken for ${JSON.stringify(now)}`, () => {
    const shown = alike(before, now);
    assert.deepEqual(shown, now);
    assert.ok(shown !== before);
  });
