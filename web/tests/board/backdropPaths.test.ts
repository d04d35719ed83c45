import assert from 'node:assert/strict';
import { test } from 'node:test';

import { skyBand, SKY_BANDS, distantCity, sunPosition } from '../../src/board/backdropPaths.ts';

test('the sun is highest at noon, a third of the day, and stays in the picture', () => {
  const at = (hour: number) => sunPosition(hour, 600, 500);
  const path = [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 1].map(at);
  for (const [index, { x }] of path.slice(1).entries()) assert.ok(x > (path[index]?.x ?? 0));
  const highest = Math.min(...path.map(({ y }) => y));
  assert.equal(at(1 / 3).y, highest);
  assert.ok(at(1).y > at(2 / 3).y);
  for (const { x, y } of path) assert.ok(x > 0 && x < 600 && y > 0 && y < 500);
});
test('each band of the sky begins below the previous one and reaches the ground', () => {
  const tops = SKY_BANDS.map((band) =>
    Number(/^M-4 ?(-?[\d.]+)/.exec(skyBand(band, 480, 500))?.[1]),
  );
  for (const [index, top] of tops.slice(1).entries()) assert.ok(top > (tops[index] ?? 0));
  for (const band of SKY_BANDS) assert.ok(skyBand(band, 480, 500).includes('V500'));
});
test('the distant city spans any width', () => {
  for (const width of [90, 480, 2400]) {
    const { roofs, panes } = distantCity(width, 400);
    const from = [...roofs.matchAll(/M(-?[\d.]+) /g)].map((found) => Number(found[1]));
    assert.ok(Math.max(...from) > width - 60, `${width}: ${Math.max(...from)}`);
    assert.ok(panes.split('M').length > width / 60);
  }
});
