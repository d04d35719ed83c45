import assert from 'node:assert/strict';
import { test } from 'node:test';

import { skyAt } from '../../src/core/skyTime.ts';

const at = (hours: number, minutes = 0): ReturnType<typeof skyAt> =>
  skyAt(new Date(2026, 4, 3, hours, minutes));

test('each hour has its light', () => {
  assert.deepEqual(
    [0, 5, 6, 8, 9, 16, 17, 19, 20, 23].map((hour) => at(hour).light),
    ['night', 'night', 'dawn', 'dawn', 'day', 'day', 'dusk', 'dusk', 'night', 'night'],
  );
});
test('the sun crosses the sky by day, and the moon by night', () => {
  assert.equal(at(6).progress, 0);
  assert.equal(at(13).progress, 0.5);
  assert.equal(at(20).progress, 0);
  assert.equal(at(1).progress, 0.5);
  assert.ok(at(5, 59).progress < 1);
});
