import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reuse } from '../../src/board/structuralSharing.ts';

test('unchanged parts are reused at any depth', () => {
  const table = (n: number) => {
    const seats: { n: number; goods: string[] }[] = [{ n: 1, goods: ['wood'] }];
    return { seats: [...seats, { n, goods: [] }], due: null, of: [1, 2] };
  };
  const before = table(2);
  const now = table(3);
  const shown = reuse(before, now);
  assert.deepEqual(shown, now);
  assert.ok(shown.seats !== before.seats);
  assert.equal(shown.seats[0], before.seats[0]);
  assert.equal(shown.seats[1]?.goods, before.seats[1]?.goods);
  assert.equal(shown.of, before.of);
  assert.equal(reuse(before, structuredClone(before)), before);
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
  test(`${JSON.stringify(now)} does not reuse ${JSON.stringify(before)}`, () => {
    const shown = reuse(before, now);
    assert.deepEqual(shown, now);
    assert.ok(shown !== before);
  });
