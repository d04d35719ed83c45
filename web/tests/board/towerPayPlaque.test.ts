import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TOWER_GAP, STOREY_WIDTH } from '../../src/board/cathedralLayout.ts';
import { layoutPlaque } from '../../src/board/towerPayPlaque.ts';
import type { TowerPay } from '../../src/board/types.ts';
import { fixtureTable } from './fixtures.ts';

const MANY: TowerPay[number] = { red: 14, blue: 11, green: 10, yellow: 12 };

test('plaques of neighboring towers do not touch', () => {
  const pays = ['2p', '3p', '4p', 'last-round', 'solo'].flatMap(
    (name) => fixtureTable(name).tower_pay,
  );
  for (const pay of [...pays, MANY])
    for (const twoLines of [false, true]) {
      const { width, scale } = layoutPlaque(pay, twoLines);
      assert.ok(width * scale + 4 < STOREY_WIDTH + TOWER_GAP, JSON.stringify(pay));
    }
});
test('the highest payment comes first', () =>
  assert.deepEqual(
    layoutPlaque({ red: 2, blue: 9, yellow: 4 }, false).parts.map((part) => part.colour),
    ['blue', 'yellow', 'red'],
  ));
test('three and four payments stand in two lines where there is room', () => {
  assert.deepEqual(
    layoutPlaque(MANY, true).parts.map((part) => part.y > 0),
    [false, false, true, true],
  );
  assert.equal(layoutPlaque(MANY, true).scale, 1);
  assert.ok(layoutPlaque({ red: 2, blue: 9 }, true).parts.every((part) => part.y === 0));
  assert.ok(layoutPlaque(MANY, false).parts.every((part) => part.y === 0));
});
