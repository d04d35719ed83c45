import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as market from '../market.ts';

const { INNER, MID, OUTER, SIZE } = market;
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];
const far = (a: market.Point, b: market.Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const about = (found: number, wanted: number, by = 0.5): boolean => Math.abs(found - wanted) <= by;

test('spaces go clockwise from the upper left, two to a quadrant', () => {
  const sides = SPACES.map((space) => {
    const { x, y } = market.tileAt(space);
    return [Math.sign(x - MID), Math.sign(y - MID)].join(' ');
  });
  assert.deepEqual(sides, ['-1 -1', '-1 -1', '1 -1', '1 -1', '1 1', '1 1', '-1 1', '-1 1']);
  for (const space of SPACES) {
    const [sx, sy] = market.signs(Math.ceil(space / 2));
    const { x, y } = market.tileAt(space);
    assert.deepEqual([Math.sign(x - MID), Math.sign(y - MID)], [sx, sy]);
  }
});
test('dice stand side by side, off the tile and in the well', () => {
  for (const space of SPACES)
    for (const count of [1, 2, 3]) {
      const dice = Array.from({ length: count }, (_, index) => market.dieAt(space, index, count));
      for (const [index, die] of dice.entries()) {
        const middle = market.polar(market.angleOf(space), 150);
        assert.ok(far(die, middle) < 47, `die ${index} of ${count} on space ${space}`);
        assert.ok(far(die, market.tileAt(space)) > market.TILE_SIZE, `on the tile of ${space}`);
        for (const other of dice.slice(index + 1))
          assert.ok(far(die, other) > market.DIE_SIZE, `${count} dice on space ${space}`);
      }
    }
});
test('a way leads out of one well, on along the rim and into another', () => {
  for (const start of SPACES)
    for (const steps of [1, 3, 8, 11]) {
      const end = ((start + steps - 1) % 8) + 1;
      const from = market.dieAt(start, 0, 1);
      const to = market.dieAt(end, 0, 1);
      const points = market
        .arc(from, steps, to)
        .slice(1)
        .split('L')
        .map((pair) => {
          const [x = 0, y = 0] = pair.split(' ').map(Number);
          return { x, y };
        });
      const [first] = points;
      const last = points.at(-1);
      assert.ok(first && far(first, from) < 45, `from ${start} by ${steps}`);
      assert.ok(last && far(last, to) < 45, `to ${end} by ${steps}`);
      // 45 degrees a space, also more than once around
      assert.ok(about(points.length, (45 * steps - 12) / 3, 2), `${points.length} for ${steps}`);
    }
});
test('a point before another lies on the way from the third', () => {
  assert.deepEqual(market.aside({ x: 10, y: 0 }, { x: 0, y: 0 }, 4), { x: 6, y: 0 });
  assert.deepEqual(market.aside({ x: 3, y: 3 }, { x: 3, y: 3 }, 4), { x: 3, y: 3 });
});
test('the arrow ends before the die and points at it', () => {
  for (const space of SPACES) {
    const to = market.dieAt(space, 0, 1);
    const { at, turn } = market.arrowAt(to);
    const radians = (turn * Math.PI) / 180;
    assert.ok(about(far(at, to), 20, 0.01));
    assert.ok(
      far({ x: at.x + 20 * Math.cos(radians), y: at.y + 20 * Math.sin(radians) }, to) < 0.01,
    );
  }
});
test('the tag of a space stays inside the frame and leaves its tile free', () => {
  for (const space of SPACES)
    for (const width of [84, 146, 208]) {
      const { x, y } = market.tagAt(space, width);
      const tile = market.tileAt(space);
      assert.ok(x - width / 2 >= INNER && x + width / 2 <= SIZE - INNER, `${space}, ${width} wide`);
      assert.ok(y - 18 >= INNER && y + 18 <= SIZE - INNER, `${space}, ${width} wide`);
      assert.ok(Math.abs(y - tile.y) >= 18 + market.TILE_SIZE - 12, `over the tile of ${space}`);
    }
});
test('the track goes around the frame without a gap, and on after a lap', () => {
  for (const lap of [40, 80]) {
    const cells = Array.from({ length: lap }, (_, space) => market.cellOf(space, lap));
    assert.equal(cells.filter((cell) => cell.corner).length, 4);
    const area = cells.reduce((sum, cell) => sum + cell.width * cell.height, 0);
    assert.ok(about(area, (SIZE - 2 * OUTER) ** 2 - (SIZE - 2 * INNER) ** 2));
    for (const [space, cell] of cells.entries()) {
      const next = market.cellOf(space + 1, lap);
      const touch =
        cell.x <= next.x + next.width + 0.01 &&
        next.x <= cell.x + cell.width + 0.01 &&
        cell.y <= next.y + next.height + 0.01 &&
        next.y <= cell.y + cell.height + 0.01;
      assert.ok(touch, `space ${space} of ${lap}`);
    }
    assert.deepEqual(market.cellOf(lap, lap), cells[0]);
    assert.deepEqual(market.cellOf(-1, lap), cells.at(-1));
  }
  assert.deepEqual(
    [0, 20, 40, 60].map((space) => market.cellOf(space, 80).side),
    [0, 1, 2, 3],
  );
});
/** The middle of the circle that an arc of a path runs on: `from`, then `A r r 0 0 sweep to`. */
function middleOf(path: string): market.Point[] {
  const points: market.Point[] = [];
  let at = { x: 0, y: 0 };
  for (const [, letter, rest = ''] of path.matchAll(/([MHA])([^MHAz]*)/g)) {
    const [first = 0, second = 0, , , sweep, x = 0, y = 0] = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (letter !== 'A') {
      at = { x: first, y: letter === 'H' ? at.y : second };
      continue;
    }
    const chord = Math.hypot(x - at.x, y - at.y);
    const out = (sweep ? 1 : -1) * Math.sqrt(first ** 2 - (chord / 2) ** 2);
    points.push({
      x: (at.x + x) / 2 - (out * (y - at.y)) / chord,
      y: (at.y + y) / 2 + (out * (x - at.x)) / chord,
    });
    at = { x, y };
  }
  return points;
}
test('cards and their halves end at the rim of the hub', () => {
  for (const quadrant of [1, 2, 3, 4]) {
    const [sx, sy] = market.signs(quadrant);
    const cut = market.splitOf(quadrant) - MID;
    assert.equal(Math.sign(cut), sy);
    const paths = [1, 2].map((action) => market.half(quadrant, action as 1 | 2, market.CARD));
    for (const path of paths) {
      const middles = middleOf(path);
      assert.equal(middles.length, 1);
      for (const middle of middles)
        assert.ok(far(middle, { x: MID, y: MID }) < 0.01, `${quadrant}: ${path}`);
      assert.ok(path.includes(`${MID + cut}`), 'both meet at the line between them');
    }
    const quarter = market.quarter(quadrant, market.CARD, 4);
    assert.ok(quarter.startsWith(`M${MID + sx * 4} ${MID + sy * 4}`));
    // its gap to the other cards moves its middle a little
    for (const middle of middleOf(quarter)) assert.ok(far(middle, { x: MID, y: MID }) < 6, quarter);
  }
});
test('outlines close', () => {
  assert.equal(market.boxPath(1, 2, 3, 4), 'M1 2h3v4h-3z');
  assert.equal(market.circlePath({ x: 5, y: 5 }, 2), 'M3 5a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z');
});
