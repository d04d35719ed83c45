import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  FLIGHT_MS,
  DIE_LANDING_MS,
  planMotions,
  MARKER_SPACE_MS,
  DIE_SPACE_MS,
  MAX_DIE_WAY_MS,
  type Motion,
} from '../../src/board/planMotions.ts';
import type { Event, Colour, Position } from '../../src/board/types.ts';
import { fixtureTable } from './fixtures.ts';

const { position } = fixtureTable('3p');
const before: Position = {
  ...position,
  dice: { ...position.dice, white: [3, 7], red: [6, 4] },
  seats: position.seats.map((seat) => ({ ...seat, score: seat.colour === 'blue' ? 1 : 12 })),
};

function motions(own: Colour, ...events: Event[]): Motion[] {
  return planMotions(events, before, own);
}
function pick<K extends Motion['kind']>(all: Motion[], kind: K): Extract<Motion, { kind: K }>[] {
  return all.filter((each): each is Extract<Motion, { kind: K }> => each.kind === kind);
}
/** Return the kinds and seats of motions in the order of their start. */
function order(all: Motion[]): string {
  const motions = [...all].sort((a, b) => a.start - b.start);
  return motions.map(({ kind, seat }) => `${kind} ${seat}`).join(', ');
}

test('the duration of a die move depends on its spaces, up to a maximum', () => {
  const one = (from: number, to: number): Motion | undefined =>
    motions('blue', { kind: 'die-moved', seat: 'blue', die: 'white', from, to })[0];
  const walk = { kind: 'move-die', seat: 'blue', die: 'white', from: 7, start: 0 };
  assert.deepEqual(one(7, 2), {
    ...walk,
    to: 2,
    steps: 3,
    duration: 3 * DIE_SPACE_MS + DIE_LANDING_MS,
  });
  assert.deepEqual(one(7, 4), {
    ...walk,
    to: 4,
    steps: 5,
    duration: 5 * DIE_SPACE_MS + DIE_LANDING_MS,
  });
  assert.deepEqual(one(7, 1), {
    ...walk,
    to: 1,
    steps: 10,
    duration: MAX_DIE_WAY_MS + DIE_LANDING_MS,
  });
});
test('resources fly from the tile after the die has landed', () => {
  const all = motions(
    'blue',
    { kind: 'die-moved', seat: 'blue', die: 'red', from: 4, to: 2 },
    { kind: 'gained', seat: 'blue', resource: 'stone', amount: 2 },
  );
  assert.equal(order(all), 'move-die blue, fly blue, fly blue');
  const [first, second] = pick(all, 'fly');
  assert.deepEqual(first?.from, ['tile:2']);
  assert.deepEqual(first?.to, ['slot:S', 'banner:inventory', 'rubles']);
  assert.equal(first?.start, MAX_DIE_WAY_MS - 40 + DIE_LANDING_MS);
  assert.ok((second?.start ?? 0) > (first?.start ?? 0));
});
test('gains fly from the activated workshop space and from the completed card', () => {
  const all = motions(
    'blue',
    { kind: 'tile-activated', seat: 'blue', space: 'red', tile: 'ruble' },
    { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 1 },
    { kind: 'completed', seat: 'blue', place: '2.1' },
    { kind: 'gained', seat: 'blue', resource: 'recognition', amount: 1 },
  );
  const ways = pick(all, 'fly').map(({ from, to }) => `${from} to ${to}`);
  assert.deepEqual(ways, ['workshop:red to rubles', 'card:2.1 to marker:blue']);
});
test('dice are rolled one after the other after the moved die has landed', () => {
  const all = motions(
    'red',
    { kind: 'die-moved', seat: 'blue', die: 'white', from: 7, to: 2 },
    { kind: 'die-rolled', seat: 'blue', die: 'white', face: 5 },
    { kind: 'die-rolled', seat: 'blue', die: 'green', face: 1 },
  );
  const [walk] = pick(all, 'move-die');
  const tumbles = pick(all, 'roll-die').map((roll) => [roll.die, roll.face, roll.start].join(' '));
  const landed = walk?.duration ?? 0;
  assert.deepEqual(tumbles, [`white 5 ${landed}`, `green 1 ${landed + 60}`]);
});
test('delivery, building, reward and reprimand follow each other', () => {
  const all = motions(
    'blue',
    { kind: 'delivered', seat: 'red', place: '3.5', resource: 'wood' },
    { kind: 'completed', seat: 'red', place: '3.5' },
    { kind: 'gained', seat: 'red', resource: 'recognition', amount: 5 },
    { kind: 'reprimanded', seat: 'blue', place: '3.1', cause: '3.5', amount: 3 },
    { kind: 'reprimanded', seat: 'yellow', place: '3.4', cause: '3.5', amount: 1 },
  );
  assert.equal(
    order(all),
    'fly red, dip-plank red, build red, fly red, fly red, fly red, fly red, reprimand blue, move-marker blue, ' +
      'reprimand yellow, move-marker red, move-marker yellow',
  );
  const [delivery] = pick(all, 'fly');
  const [dip] = pick(all, 'dip-plank');
  const [rise] = pick(all, 'build');
  assert.equal(dip?.start, (delivery?.start ?? 0) + FLIGHT_MS);
  assert.ok((rise?.start ?? 0) >= (dip?.start ?? 0) + (dip?.duration ?? 0));
});
test('a marker moves once for all its changes and not below zero', () => {
  const all = motions(
    'blue',
    { kind: 'gained', seat: 'red', resource: 'recognition', amount: 5 },
    { kind: 'reprimanded', seat: 'red', place: '1.1', cause: '1.2', amount: 2 },
    { kind: 'reprimanded', seat: 'blue', place: '1.1', cause: '1.2', amount: 3 },
  );
  const marches = pick(all, 'move-marker').map(
    ({ seat, from, to, duration }) => `${seat} ${from} to ${to} in ${duration}`,
  );
  assert.deepEqual(marches, [
    `red 12 to 15 in ${3 * MARKER_SPACE_MS}`,
    `blue 1 to 0 in ${MARKER_SPACE_MS}`,
  ]);
});
test('prestige flies to the marker, and rubles for prestige fly from it', () => {
  const gained = { kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 4 } as const;
  const given = motions('blue', gained);
  const [flight] = pick(given, 'fly');
  assert.deepEqual([flight?.symbol, flight?.to], ['prestige', ['marker:blue']]);
  assert.deepEqual(
    pick(given, 'move-marker').map(({ from, to }) => to - from),
    [4],
  );
  const all = motions(
    'blue',
    { kind: 'prestige-lost', seat: 'blue', amount: 1, steps: 1 },
    { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 2 },
  );
  assert.equal(order(all), 'move-marker blue, fly blue, fly blue');
  assert.deepEqual(pick(all, 'fly')[0]?.from, ['marker:blue']);
});
test("a delivery flies from the player's own slot or from an opponent's panel", () => {
  const delivered = { kind: 'delivered', seat: 'red', place: '1.1', resource: 'wood' } as const;
  const [own] = pick(motions('red', delivered), 'fly');
  assert.deepEqual([own?.from, own?.to], [['slot:W', 'banner:inventory'], ['card:1.1']]);
  const [other] = pick(motions('blue', delivered), 'fly');
  assert.deepEqual([other?.from, other?.to], [['seat:red'], ['card:1.1']]);
});
test('materials that Ivan stores fly to his card', () => {
  const all = motions(
    'red',
    { kind: 'turn-began', seat: 'yellow' },
    { kind: 'ivan-acted', seat: 'yellow', card: 'inventory', number: 2, die: 'red' },
    { kind: 'die-moved', seat: 'yellow', die: 'red', from: 4, to: 2 },
    { kind: 'die-rolled', seat: 'yellow', die: 'red', face: 4 },
    { kind: 'ivan-stored', seat: 'yellow', resource: 'stone', amount: 1 },
  );
  assert.equal(order(all), 'move-die yellow, roll-die yellow, fly yellow');
  assert.deepEqual(pick(all, 'fly')[0]?.to, ['seat:yellow', 'ivan:2']);
});
test('an ornament appears before its prestige flies', () =>
  assert.equal(
    order(
      motions(
        'blue',
        { kind: 'ornament-set', seat: 'blue', place: '1.1', ornament: 'door', gems: 'E' },
        { kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 2 },
      ),
    ),
    'decorate blue, fly blue, move-marker blue',
  ));
test('the number of flying pieces is limited', () => {
  const gained = { kind: 'gained', seat: 'red', resource: 'ruble', amount: 9 } as const;
  assert.equal(motions('red', gained).length, 4);
  assert.equal(motions('red', gained, gained, gained, gained).length, 12);
});
test('events without a motion plan nothing', () =>
  assert.deepEqual(
    motions(
      'red',
      { kind: 'turn-began', seat: 'red' },
      { kind: 'paid', seat: 'red', resource: 'ruble', amount: 1 },
      { kind: 'claimed', seat: 'red', place: '1.1' },
    ),
    [],
  ));
