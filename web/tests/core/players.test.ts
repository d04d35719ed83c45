import assert from 'node:assert/strict';
import { test } from 'node:test';

import { looksLike, seatLabel } from '../../src/core/players.ts';

test('notices a typed name that looks like another one', () => {
  for (const typed of ['Ana', ' ana ', 'ANA', '\uff21\uff4e\uff41', 'A\u200dna'])
    assert.ok(looksLike('Ana', typed, 'en'), typed);
  for (const typed of ['', ' ', 'An', 'Aná']) assert.ok(!looksLike('Ana', typed, 'en'), typed);
});

test('labels a seat by its color and its name', () => {
  const t = (id: string, values: object = {}): string => JSON.stringify([id, values]);
  assert.equal(seatLabel('red', '', t), '["player.red",{}]');
  assert.equal(
    seatLabel('red', 'Ana', t),
    '["player-named",{"who":{"term":"player.red"},"name":"Ana"}]',
  );
});
