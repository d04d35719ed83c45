import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  freshElements,
  previewEffects,
  dieSteps,
  type EventEffects,
} from '../../src/board/eventEffects.ts';
import type { Event } from '../../src/board/types.ts';
import { fixtureTable } from './fixtures.ts';

const { position } = fixtureTable('3p');

function shown(...events: Event[]): EventEffects {
  return previewEffects({ seat: 'blue', events }, position);
}

test('an empty preview has no effects', () => {
  const nothing = previewEffects(null, position);
  assert.equal(nothing.seat, null);
  assert.deepEqual(
    [nothing.move, nothing.gains, nothing.markerSteps, nothing.rubles],
    [null, [], 0, 0],
  );
});
test('gains of the same resource are added up and enter the inventory', () => {
  const { gains, incoming, outgoing, rubles, markerSteps } = shown(
    { kind: 'gained', seat: 'blue', resource: 'stone', amount: 2 },
    { kind: 'gained', seat: 'blue', resource: 'stone', amount: 1 },
    { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 3 },
    { kind: 'gained', seat: 'blue', resource: 'recognition', amount: 4 },
  );
  assert.deepEqual(gains, [
    { resource: 'stone', amount: 3 },
    { resource: 'ruble', amount: 3 },
    { resource: 'recognition', amount: 4 },
  ]);
  assert.deepEqual([incoming, outgoing, rubles, markerSteps], [['S', 'S', 'S'], [], 3, 4]);
});
test('payments leave the inventory and are no gains', () => {
  const { gains, outgoing, rubles } = shown(
    { kind: 'paid', seat: 'blue', resource: 'ruble', amount: 2 },
    { kind: 'paid', seat: 'blue', resource: 'gold', amount: 2 },
    { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 1 },
  );
  assert.deepEqual([outgoing, rubles], [['G', 'G'], -1]);
  assert.deepEqual(gains, [{ resource: 'ruble', amount: 1 }]);
});
test('gains and payments of other seats do not count', () => {
  const other = shown(
    { kind: 'gained', seat: 'red', resource: 'ruble', amount: 5 },
    { kind: 'paid', seat: 'red', resource: 'wood', amount: 1 },
    { kind: 'prestige-gained', seat: 'red', amount: 1, steps: 3 },
    { kind: 'prestige-lost', seat: 'red', amount: 1, steps: 3 },
    { kind: 'delivered', seat: 'red', place: '1.1', resource: 'wood' },
  );
  assert.deepEqual([other.gains, other.outgoing, other.rubles, other.markerSteps], [[], [], 0, 0]);
  assert.deepEqual([...other.delivered], [['1.1', ['W']]]);
});
test('prestige is a gain and moves the marker by its steps', () => {
  const up = shown({ kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 4 });
  assert.deepEqual([up.gains, up.markerSteps], [[{ resource: 'prestige', amount: 1 }], 4]);
  const down = shown({ kind: 'prestige-lost', seat: 'blue', amount: 1, steps: 2 });
  assert.deepEqual([down.gains, down.markerSteps], [[], -2]);
});
test('a delivered material is on its card and leaves the inventory', () => {
  const { delivered, outgoing } = shown(
    { kind: 'delivered', seat: 'blue', place: '2.1', resource: 'wood' },
    { kind: 'delivered', seat: 'blue', place: '2.1', resource: 'brick' },
    { kind: 'delivered', seat: 'blue', place: '3.1', resource: 'wood' },
  );
  assert.deepEqual(Object.fromEntries(delivered), { '2.1': ['W', 'B'], '3.1': ['W'] });
  assert.deepEqual(outgoing, ['W', 'B', 'W']);
});
test('reprimands are counted by card, and an own one moves the marker back', () => {
  const { reprimands, markerSteps } = shown(
    { kind: 'reprimanded', seat: 'red', place: '1.1', cause: '1.2', amount: 1 },
    { kind: 'reprimanded', seat: 'red', place: '1.1', cause: '1.2', amount: 1 },
    { kind: 'reprimanded', seat: 'blue', place: '1.2', cause: '1.3', amount: 3 },
  );
  assert.deepEqual(Object.fromEntries(reprimands), {
    '1.1': { seat: 'red', lost: 2 },
    '1.2': { seat: 'blue', lost: 3 },
  });
  assert.equal(markerSteps, -3);
});
test('a die moves by its face and by the spaces that are paid for', () => {
  assert.equal(dieSteps(3, 2, 5), 3);
  assert.equal(dieSteps(3, 7, 2), 3);
  assert.equal(dieSteps(3, 7, 4), 5);
  // seven more than it shows: once around, and one space short of where it would have stopped
  assert.equal(dieSteps(6, 1, 6), 13);
  assert.equal(dieSteps(5, 1, 1), 8);
  const [face, from] = position.dice.white;
  const { move } = shown({ kind: 'die-moved', seat: 'blue', die: 'white', from, to: 8 });
  assert.deepEqual(move, { die: 'white', face, from, to: 8, steps: dieSteps(face, from, 8) });
});
test('effects name cards, ornaments, workshop spaces and tiles', () => {
  const all = shown(
    { kind: 'claimed', seat: 'blue', place: '1.2' },
    { kind: 'completed', seat: 'blue', place: '1.1' },
    { kind: 'ornament-set', seat: 'blue', place: '1.1', ornament: 'door', gems: '-' },
    { kind: 'tile-activated', seat: 'blue', space: 'white1', tile: 'wood' },
    { kind: 'tiles-swapped', seat: 'blue', first: 1, second: 8 },
    { kind: 'tile-placed', seat: 'blue', space: 'red', tile: 'wood', side: 'down' },
  );
  assert.deepEqual([...all.claimed], [['1.2', 'blue']]);
  assert.deepEqual([...all.completed], ['1.1']);
  assert.deepEqual([...all.ornaments], [['1.1', 'door']]);
  assert.deepEqual([...all.active], ['white1']);
  assert.deepEqual(all.swapped, [1, 8]);
  assert.deepEqual(all.placed, { space: 'red', tile: 'wood', up: false });
});
test('completed and decorated places are fresh, and so is the seat that begins a turn', () =>
  assert.deepEqual(
    [
      ...freshElements([
        { kind: 'completed', seat: 'red', place: '1.1' },
        { kind: 'claimed', seat: 'red', place: '2.1' },
        { kind: 'ornament-set', seat: 'red', place: '3.1', ornament: 'door', gems: '-' },
        { kind: 'turn-began', seat: 'blue' },
      ]),
    ],
    ['1.1', '3.1', 'blue'],
  ));
test('no decision of the fixtures spends more than the seat has', () => {
  for (const name of ['trade', 'ornament', 'reprimand', 'last-round']) {
    const { position: at, legal, due } = fixtureTable(name);
    const seat = at.seats.find((each) => each.colour === due?.seat);
    for (const { gains, text } of legal) {
      if (!seat) continue;
      const { outgoing, rubles } = previewEffects({ seat: seat.colour, events: gains }, at);
      assert.ok(seat.rubles + rubles >= 0, `${name}: ${text}`);
      for (const letter of outgoing)
        assert.ok(
          (seat.materials?.[letter] ?? 0) >= outgoing.filter((each) => each === letter).length,
          `${name}: ${text}`,
        );
    }
  }
});
