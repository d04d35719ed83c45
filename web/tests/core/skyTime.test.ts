import assert from 'node:assert/strict';
import { test } from 'node:test';

import { skyAt } from '../../src/core/skyTime.ts';

const at = (hours: number, minutes = 0): ReturnType<typeof skyAt> =>
  skyAt(new Date(2026, 4, 3, hours, minutes));

test('every hour has its sky', () => {
  assert.deepEqual(
    [0, 5, 6, 8, 9, 16, 17, 19, 20, 23].map((hour) => at(hour).hour),
    ['night', 'night', 'dawn', 'dawn', 'day', 'day', 'dusk', 'dusk', 'night', 'night'],
  );
});
test('the sun goes its way by day, the moon by night', () => {
  assert.equal(at(6).way, 0);
  assert.equal(at(13).way, 0.5);
  assert.equal(at(20).way, 0);
  assert.equal(at(1).way, 0.5);
  assert.ok(at(5, 59).way < 1);
});
