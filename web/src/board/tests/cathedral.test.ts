import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HEIGHTS, outline, piecesOf, sceneOf, WIDTH, type Storey } from '../cathedral.ts';
import type { Material } from '../types.ts';
import { box, sent } from './table.ts';

const PLAQUE = 30;

function scene(name: string, wide = 480, high = 480) {
  return sceneOf(sent(name).position.towers, box, wide, high, PLAQUE);
}
function storey(cost: string, delivered: Partial<Record<Material, number>>): Storey {
  const [tower] = scene('start').towers;
  const [first] = tower?.storeys ?? [];
  if (!first) throw new Error('no tower');
  return { ...first, cost: [...cost] as Material[], site: { ...first.site, delivered } };
}
const letters = (found: ReturnType<typeof piecesOf>): string =>
  found
    .map(({ letter, state }) =>
      state === 'missing' ? '.' : state === 'there' ? letter : letter?.toLowerCase(),
    )
    .join('');

test('towers stand side by side, each storey upon the one below', () => {
  for (const name of ['start', '2p', '3p', 'last-round', 'solo'])
    for (const [wide, high] of [
      [480, 480],
      [330, 300],
      [900, 260],
    ] as const) {
      const { width, height, ground, towers } = scene(name, wide, high);
      let right = 0;
      for (const { x, storeys } of towers) {
        assert.ok(x >= right, `${name}: towers overlap`);
        right = x + WIDTH;
        let floor = ground;
        for (const each of storeys) {
          assert.ok(Math.abs(each.y + each.height - floor) < 0.01, `${name}: ${each.place} floats`);
          assert.equal(each.height, HEIGHTS[each.section]);
          assert.equal(each.x, x);
          floor = each.y;
        }
        assert.ok(floor >= 0, `${name}: a tower leaves the picture`);
      }
      assert.ok(right <= width, `${name}: ${right} of ${width}`);
      assert.ok(ground < height);
      assert.ok(Math.abs(wide / high - width / height) < 0.01);
    }
});
test('a storey is what its card says', () => {
  const { towers } = scene('4p');
  const { position } = sent('4p');
  for (const [tower, { storeys }] of towers.entries())
    for (const [level, each] of storeys.entries()) {
      const site = position.towers[tower]?.[level];
      const card = box.cards[site?.card ?? ''];
      assert.equal(each.key, `card:${tower + 1}.${level + 1}`);
      assert.deepEqual(
        [each.section, each.cost.join(''), each.recognition, each.rubles],
        [card?.section, card?.cost, card?.recognition, card?.rubles],
      );
      assert.equal(each.ornament, { base: 'door', middle: 'arch', dome: 'cross' }[each.section]);
    }
});
test('delivered materials lie on their places', () => {
  assert.equal(letters(piecesOf(storey('WWB', {}), [])), '...');
  assert.equal(letters(piecesOf(storey('WWB', { W: 1 }), [])), 'W..');
  assert.equal(letters(piecesOf(storey('WWB', { B: 1, W: 1 }), [])), 'W.B');
  assert.equal(letters(piecesOf(storey('WWB', { W: 2, B: 1 }), [])), 'WWB');
});
test('what would come is shown on a place that is free', () => {
  assert.equal(letters(piecesOf(storey('WWB', { W: 1 }), ['W', 'B'])), 'Wwb');
  assert.equal(letters(piecesOf(storey('WWB', {}), ['B'])), '..b');
  assert.equal(letters(piecesOf(storey('WWB', {}), ['W'])), 'w..');
});
test("Ivan's materials fill the places from the left, of whatever kind", () => {
  assert.equal(letters(piecesOf(storey('WWB', { S: 1 }), [])), 'S..');
  assert.equal(letters(piecesOf(storey('WWB', { B: 2 }), [])), 'B.B');
  assert.equal(letters(piecesOf(storey('WWB', { G: 5 }), [])), 'GGG');
});
test('each section has its outline', () =>
  assert.equal(
    new Set(['base', 'middle', 'dome'].map((each) => outline(each as keyof typeof HEIGHTS))).size,
    3,
  ));
