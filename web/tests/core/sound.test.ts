import assert from 'node:assert/strict';
import { test } from 'node:test';

import { play, soundOf, soundsOf } from '../../src/core/sound.ts';
import type { Event } from '../../src/protocol.gen.ts';

const seat = 'red';
const moved: Event = { kind: 'die-moved', seat, die: 'white', from: 1, to: 3 };
const rolled: Event = { kind: 'die-rolled', seat, die: 'white', face: 4 };
const rubles: Event = { kind: 'gained', seat, resource: 'ruble', amount: 2 };
const wood: Event = { kind: 'gained', seat, resource: 'wood', amount: 2 };
const completed: Event = { kind: 'completed', seat, place: '1.2' };

test('events have sounds, but not all of them', () => {
  assert.equal(soundOf(moved), 'die');
  assert.equal(soundOf(rubles), 'coin');
  assert.equal(soundOf({ ...rubles, kind: 'paid' }), 'coin');
  assert.equal(soundOf(wood), null);
  assert.equal(soundOf({ kind: 'delivered', seat, place: '1.2', resource: 'wood' }), 'plank');
  assert.equal(soundOf(completed), 'storey');
  assert.equal(
    soundOf({ kind: 'reprimanded', seat, place: '1.1', cause: '1.2', amount: 1 }),
    'reprimand',
  );
  assert.equal(soundOf({ kind: 'game-ended', seat }), 'end');
  assert.equal(soundOf({ kind: 'turn-began', seat }), null);
});
test('a step plays each sound once, in order', () => {
  assert.deepEqual(soundsOf([wood, moved, rubles, rolled, rolled, completed]), [
    'die',
    'coin',
    'storey',
  ]);
  assert.deepEqual(soundsOf([]), []);
  assert.deepEqual(soundsOf([rubles], true), ['coin', 'turn']);
});
test('plays nothing without a sound or at volume 0', () => {
  // Node has no AudioContext: creating one would fail.
  play(['coin'], 0);
  play([], 1);
});
