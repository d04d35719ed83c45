import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  AIR_ABOVE_CROSS,
  CROSS_HEIGHT,
  snowDriftPath,
  SECTION_HEIGHTS,
  timeOfDay,
  missingMaterials,
  cardMaterials,
  layoutCathedral,
  STOREY_WIDTH,
  type Storey,
} from '../../src/board/cathedralLayout.ts';
import type { Material, Site } from '../../src/board/types.ts';
import { box, fixtureTable } from './fixtures.ts';

const HEAD = 20;
const PANELS = [
  [900, 260],
  [330, 300],
  [466, 495],
  [700, 480],
  [360, 620],
  [1100, 900],
  [1500, 1300],
] as const;

function scene(name: string, wide = 480, high = 480) {
  return layoutCathedral(fixtureTable(name).position.towers, box, {
    wide,
    high,
    head: HEAD,
    foot: 30,
  });
}
function storey(cost: string, delivered: Partial<Record<Material, number>>): Storey {
  const [tower] = scene('start').towers;
  const [first] = tower?.storeys ?? [];
  if (!first) throw new Error('no tower');
  return { ...first, cost: [...cost] as Material[], site: { ...first.site, delivered } };
}
/** The materials of a card that costs WWB: delivered, coming in lower case, missing as a dot. */
const pieces = (delivered: Site['delivered'], coming: Material[] = []): string =>
  cardMaterials(storey('WWB', delivered), coming)
    .map(({ letter, state }) =>
      state === 'missing' ? '.' : state === 'delivered' ? letter : letter?.toLowerCase(),
    )
    .join('');

test('towers stand side by side, with each storey on top of the one below', () => {
  for (const name of ['start', '2p', '3p', 'last-round', 'solo'])
    for (const [wide, high] of PANELS) {
      const { width, height, ground, towers } = scene(name, wide, high);
      let right = 0;
      for (const { x, top, storeys } of towers) {
        assert.ok(x >= right, `${name}: towers overlap`);
        right = x + STOREY_WIDTH;
        let floor = ground;
        for (const each of storeys) {
          assert.ok(Math.abs(each.y + each.height - floor) < 0.01, `${name}: ${each.place} floats`);
          assert.equal(each.height, SECTION_HEIGHTS[each.section]);
          assert.equal(each.x, x);
          floor = each.y;
        }
        assert.equal(floor, top);
      }
      assert.ok(right <= width, `${name}: ${right} of ${width}`);
      assert.ok(ground < height);
      assert.ok(Math.abs(wide / high - width / height) < 0.01);
    }
});
/** Lists of two to six towers, each by its number of storeys. */
const PLANS = [
  [3, 2],
  [2, 3, 2],
  [3, 2, 4, 3],
  [4, 4, 4, 4],
  [3, 5, 2, 5, 3],
  [2, 4, 6, 5, 4, 3],
];

test('towers fill a panel of any size, and their crosses stay below its top edge', () => {
  const [site] = fixtureTable('start').position.towers.flat() as [Site];
  for (const plan of PLANS)
    for (const [wide, high] of PANELS) {
      const towers = plan.map((levels) => Array.from({ length: levels }, () => site));
      const what = `${plan} in ${wide}x${high}`;
      const found = layoutCathedral(towers, box, { wide, high, head: HEAD, foot: 30 });
      const air = Math.min(
        ...found.towers.map((tower) => tower.top - CROSS_HEIGHT - HEAD / found.scale),
      );
      assert.ok(air > AIR_ABOVE_CROSS - 0.01, `${what}: ${air} of air`);
      const left = found.towers[0]?.x ?? 0;
      assert.ok(left >= 0, what);
      const isTight = left < STOREY_WIDTH / 8;
      assert.ok(air < AIR_ABOVE_CROSS + 0.01 || isTight, `${what}: empty above and at the sides`);
    }
});
test('the snow covers no tower', () => {
  const found = scene('4p');
  const drift = snowDriftPath(found);
  for (const { x } of found.towers) assert.ok(drift.includes(`H${x + STOREY_WIDTH - 3}`));
});
test('the time of day follows the number of built cards', () => {
  const [site] = fixtureTable('start').position.towers.flat() as [Site];
  const built = { ...site, done: true };
  assert.equal(timeOfDay([[site, site], [site]]), 0);
  assert.equal(timeOfDay([[built, site, site], [site]]), 1 / 4);
  assert.equal(timeOfDay([[built, built], [built]]), 1);
});
test('a tower is whole when all its storeys are built', () => {
  const { towers } = fixtureTable('3p').position;
  const found = scene('3p');
  for (const [index, tower] of found.towers.entries())
    assert.equal(
      tower.whole,
      towers[index]?.every((site) => site.done),
    );
  assert.ok(found.towers.some((tower) => tower.whole));
  assert.ok(found.towers.some((tower) => !tower.whole && tower.storeys.some((s) => s.site.done)));
});
test('a storey has the section, the cost and the reward of its card', () => {
  const { towers } = scene('4p');
  const { position } = fixtureTable('4p');
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
test('delivered materials fill their own places', () => {
  assert.equal(pieces({}), '...');
  assert.equal(pieces({ W: 1 }), 'W..');
  assert.equal(pieces({ B: 1, W: 1 }), 'W.B');
  assert.equal(pieces({ W: 2, B: 1 }), 'WWB');
});
test('materials of a preview fill free places', () => {
  assert.equal(pieces({ W: 1 }, ['W', 'B']), 'Wwb');
  assert.equal(pieces({}, ['B']), '..b');
  assert.equal(pieces({}, ['W']), 'w..');
});
test('materials of Ivan fill the places from the left, whatever their kind', () => {
  assert.equal(pieces({ S: 1 }), 'S..');
  assert.equal(pieces({ B: 2 }), 'B.B');
  assert.equal(pieces({ G: 5 }), 'GGG');
});
test('missing materials are counted by kind', () => {
  const missing = (delivered: Site['delivered']) =>
    Object.fromEntries(missingMaterials(storey('WWSG', delivered)));
  assert.deepEqual(missing({ W: 1 }), { W: 1, S: 1, G: 1 });
  assert.deepEqual(missing({ B: 2 }), { S: 1, G: 1 });
});
