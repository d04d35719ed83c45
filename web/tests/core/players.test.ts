import assert from 'node:assert/strict';
import { test } from 'node:test';

import { displayNameIn, looksLike, seatLabel } from '../../src/core/players.ts';

test('a seat is called what the server calls it', () => {
  const seats = [{ colour: 'red' as const, called: 'Ana (Red)' }];
  assert.equal(displayNameIn(seats, 'red'), 'Ana (Red)');
  assert.equal(displayNameIn(seats, 'blue'), '');
  assert.equal(displayNameIn(seats, null), '');
});

test('a name that looks like another one is noticed while it is typed', () => {
  for (const typed of ['Ana', ' ana ', 'ANA', '\uff21\uff4e\uff41', 'A\u200dna'])
    assert.ok(looksLike('Ana', typed, 'en'), typed);
  for (const typed of ['', ' ', 'An', 'Aná']) assert.ok(!looksLike('Ana', typed, 'en'), typed);
});

test('a seat that is set up is labeled by its color and a name', () => {
  const say = (id: string, values: object = {}): string => JSON.stringify([id, values]);
  assert.equal(seatLabel('red', '', say), '["player.red",{}]');
  assert.equal(
    seatLabel('red', 'Ana', say),
    '["player-named",{"who":{"term":"player.red"},"name":"Ana"}]',
  );
});
