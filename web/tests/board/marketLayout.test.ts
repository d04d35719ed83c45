import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Position } from '../../src/protocol.gen.ts';
import { DICE } from '../../src/vocabulary.ts';
import * as market from '../../src/board/marketLayout.ts';

const { TRACK_INNER, MARKET_CENTER, TRACK_OUTER, MARKET_SIZE } = market;
const CENTER = { x: MARKET_CENTER, y: MARKET_CENTER };
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];
const far = (a: market.Point, b: market.Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const about = (found: number, wanted: number, by = 0.5): boolean => Math.abs(found - wanted) <= by;

test('market spaces go clockwise from the upper left, two in each quadrant', () => {
  const quadrants = [1, 2, 3, 4].map((quadrant) => market.quadrantSigns(quadrant).join(' '));
  assert.deepEqual(quadrants, ['-1 -1', '1 -1', '1 1', '-1 1']);
  for (const space of SPACES) {
    const { x, y } = market.tileAt(space);
    const side = [Math.sign(x - MARKET_CENTER), Math.sign(y - MARKET_CENTER)].join(' ');
    assert.equal(side, quadrants[Math.floor((space - 1) / 2)]);
  }
});
/** Yield all placements of the five dice with at most three on a space. */
function* placements(): Generator<Position['dice']> {
  for (let code = 0; code < 8 ** DICE.length; code += 1) {
    const spaces = DICE.map((_, index) => 1 + (Math.floor(code / 8 ** index) % 8));
    if (SPACES.some((space) => spaces.filter((each) => each === space).length > 3)) continue;
    yield Object.fromEntries(
      DICE.map((die, index) => [die, [1, spaces[index]]]),
    ) as Position['dice'];
  }
}
const apart = (a: market.DiePlace, b: market.DiePlace): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) > (a.size + b.size) / 2;
test('dice never overlap, wherever they are', () => {
  for (const dice of placements()) {
    const at = Object.values(market.diceAt(dice));
    for (const [index, die] of at.entries())
      for (const other of at.slice(index + 1)) assert.ok(apart(die, other), JSON.stringify(dice));
  }
});
test('a die that moves to others overlaps none of them', () => {
  const heap = (space: number, count: number): market.DiePlace[] =>
    Array.from({ length: count }, (_, index) => market.dieAt(space, index, count));
  for (const from of SPACES)
    for (const to of SPACES)
      for (const left of [1, 2, 3])
        for (const joined of [1, 2, 3])
          if (from !== to)
            for (const die of heap(from, left))
              for (const other of heap(to, joined))
                assert.ok(apart(die, other), `${left} on ${from}, ${joined} on ${to}`);
});
test('each die has a square for touch, and no two overlap', () => {
  const side = market.TOUCH_SIZE;
  for (const dice of placements()) {
    const at = Object.values(market.diceAt(dice));
    const squares = market.touchSquaresAt(at).map((center) => ({ ...center, size: side - 0.1 }));
    for (const [index, square] of squares.entries()) {
      const die = at[index];
      assert.ok(die && !apart({ ...die, size: 0 }, square), JSON.stringify(dice));
      for (const other of squares.slice(index + 1))
        assert.ok(apart(square, other), JSON.stringify(dice));
    }
  }
});
test('dice cover neither tiles nor cards', () => {
  for (const space of SPACES)
    for (const count of [1, 2, 3])
      for (let index = 0; index < count; index += 1) {
        const die = market.dieAt(space, index, count);
        const half = die.size / 2;
        const corners = [-half, half].flatMap((x) =>
          [-half, half].map((y) => ({ x: die.x + x, y: die.y + y })),
        );
        for (const corner of corners)
          assert.ok(far(corner, CENTER) > market.CARD_RADIUS, `${count} on ${space}`);
        for (const other of SPACES) {
          const tile = market.tileAt(other);
          const x = Math.max(0, Math.abs(tile.x - die.x) - half);
          const y = Math.max(0, Math.abs(tile.y - die.y) - half);
          assert.ok(Math.hypot(x, y) > market.TILE_SIZE, `${count} on ${space}, tile ${other}`);
        }
      }
});
test('a single die is on the axis of its space, inside its tile', () => {
  for (const space of SPACES) {
    const { x, y } = market.dieAt(space, 0, 1);
    const { x: over, y: up } = market.tileAt(space);
    assert.ok(
      about(
        Math.atan2(x - MARKET_CENTER, MARKET_CENTER - y),
        Math.atan2(over - MARKET_CENTER, MARKET_CENTER - up),
        1e-9,
      ),
    );
  }
});
test('the path of a die leaves its space, follows the rim and enters another space', () => {
  for (const start of SPACES)
    for (const steps of [1, 3, 8, 11]) {
      const end = ((start + steps - 1) % 8) + 1;
      const from = market.dieAt(start, 0, 1);
      const to = market.dieAt(end, 0, 1);
      const points = market
        .dieWayPath(from, steps, to)
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
test('a point short of a target is on the line to it', () => {
  assert.deepEqual(market.pointShortOf({ x: 10, y: 0 }, { x: 0, y: 0 }, 4), { x: 6, y: 0 });
  assert.deepEqual(market.pointShortOf({ x: 3, y: 3 }, { x: 3, y: 3 }, 4), { x: 3, y: 3 });
});
test('the arrow head ends short of the die and points at it', () => {
  for (const space of SPACES) {
    const to = market.dieAt(space, 0, 1);
    const { at, turn } = market.arrowHeadAt(to);
    const radians = (turn * Math.PI) / 180;
    assert.ok(about(far(at, to), 20, 0.01));
    assert.ok(
      far({ x: at.x + 20 * Math.cos(radians), y: at.y + 20 * Math.sin(radians) }, to) < 0.01,
    );
  }
});
test('the tag of a space stays inside the frame and does not cover its tile', () => {
  for (const space of SPACES)
    for (const width of [84, 110, 127, 208]) {
      const { x, y } = market.tagAt(space, width);
      const tile = market.tileAt(space);
      assert.ok(
        x - width / 2 >= TRACK_INNER && x + width / 2 <= MARKET_SIZE - TRACK_INNER,
        `${space}, ${width} wide`,
      );
      assert.ok(
        y - 18 >= TRACK_INNER && y + 18 <= MARKET_SIZE - TRACK_INNER,
        `${space}, ${width} wide`,
      );
      const dx = Math.max(0, Math.abs(x - tile.x) - width / 2);
      const dy = Math.max(0, Math.abs(y - tile.y) - 18);
      // a wide tag may touch the rim of the tile, but not its symbols
      const free = width < 120 ? market.TILE_SIZE : 10;
      assert.ok(Math.hypot(dx, dy) >= free, `over the tile of ${space}, ${width} wide`);
    }
});
test('score markers cover neither numbers nor the letters of other markers', () => {
  const heaps = [
    [2, 2, 2, 2],
    [2, 2, 2, 3],
    [39, 40, 41],
    [61, 62, 62, 63],
    [80, 0, 1],
  ];
  for (const scores of heaps) {
    const at = market.markersAt(scores, 80);
    for (const [index, banner] of at.entries()) {
      const cell = market.trackCell(scores[index] ?? 0, 80);
      const edge = cell.side % 2 ? market.MARKER_SIZE.width / 2 : market.MARKER_SIZE.height / 2;
      const near =
        [banner.y, MARKET_SIZE - banner.x, MARKET_SIZE - banner.y, banner.x][cell.side] ?? 0;
      // a number is 15 wide and 12 high
      assert.ok(near - edge >= TRACK_OUTER + (cell.side % 2 ? 15 : 12), `${scores} at ${index}`);
      for (const other of at.slice(index + 1)) assert.ok(far(banner, other) > 14, `${scores}`);
    }
  }
  const [alone] = market.markersAt([7], 80);
  const cell = market.trackCell(7, 80);
  assert.ok(alone && about(alone.x, cell.x + cell.width / 2, 1e-9));
});
test('the track surrounds the frame without gaps and repeats after a lap', () => {
  for (const lap of [40, 80]) {
    const cells = Array.from({ length: lap }, (_, space) => market.trackCell(space, lap));
    assert.equal(cells.filter((cell) => cell.corner).length, 4);
    const area = cells.reduce((sum, cell) => sum + cell.width * cell.height, 0);
    assert.ok(
      about(area, (MARKET_SIZE - 2 * TRACK_OUTER) ** 2 - (MARKET_SIZE - 2 * TRACK_INNER) ** 2),
    );
    for (const [space, cell] of cells.entries()) {
      const next = market.trackCell(space + 1, lap);
      const touch =
        cell.x <= next.x + next.width + 0.01 &&
        next.x <= cell.x + cell.width + 0.01 &&
        cell.y <= next.y + next.height + 0.01 &&
        next.y <= cell.y + cell.height + 0.01;
      assert.ok(touch, `space ${space} of ${lap}`);
    }
    assert.deepEqual(market.trackCell(lap, lap), cells[0]);
    assert.deepEqual(market.trackCell(-1, lap), cells.at(-1));
  }
  assert.deepEqual(
    [0, 20, 40, 60].map((space) => market.trackCell(space, 80).side),
    [0, 1, 2, 3],
  );
});
/** Return the center of the circle of an arc: a path `from`, then `A r r 0 0 sweep to`. */
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
test('influence cards and their halves end at the rim of the hub', () => {
  for (const quadrant of [1, 2, 3, 4]) {
    const [sx, sy] = market.quadrantSigns(quadrant);
    const cut = market.actionBoundary(quadrant) - MARKET_CENTER;
    assert.equal(Math.sign(cut), sy);
    const paths = [1, 2].map((action) =>
      market.cardHalfPath(quadrant, action as 1 | 2, market.CARD_RADIUS),
    );
    for (const path of paths) {
      const [middle, ...more] = middleOf(path);
      assert.deepEqual(more, []);
      assert.ok(middle && far(middle, CENTER) < 0.01, `${quadrant}: ${path}`);
      assert.ok(path.includes(`${MARKET_CENTER + cut}`), 'both meet at the line between them');
    }
    const quarter = market.cardPath(quadrant, market.CARD_RADIUS, 4);
    assert.ok(quarter.startsWith(`M${MARKET_CENTER + sx * 4} ${MARKET_CENTER + sy * 4}`));
    // the gap between the cards moves the center a little
    for (const middle of middleOf(quarter)) assert.ok(far(middle, CENTER) < 6, quarter);
  }
});
test('outlines are closed paths', () => {
  assert.equal(market.boxPath(1, 2, 3, 4), 'M1 2h3v4h-3z');
  assert.equal(market.circlePath({ x: 5, y: 5 }, 2), 'M3 5a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z');
});
