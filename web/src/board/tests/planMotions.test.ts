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
} from '../planMotions.ts';
import type { BoardEvent, Colour, Position } from '../types.ts';
import { fixtureTable } from './fixtures.ts';

const { position } = fixtureTable('3p');
const before: Position = {
  ...position,
  dice: { ...position.dice, white: [3, 7], red: [6, 4] },
  seats: position.seats.map((seat) => ({ ...seat, score: seat.colour === 'blue' ? 1 : 12 })),
};

function motions(own: Colour, ...events: BoardEvent[]): Motion[] {
  return planMotions(events, before, own);
}
function pick<K extends Motion['kind']>(all: Motion[], kind: K): Extract<Motion, { kind: K }>[] {
  return all.filter((each): each is Extract<Motion, { kind: K }> => each.kind === kind);
}
/** Kinds and actors in the order in which they begin. */
function order(all: Motion[]): string {
  const motions = [...all].sort((a, b) => a.at - b.at);
  return motions.map(({ kind, seat }) => `${kind} ${seat}`).join(', ');
}

test('a die goes as many spaces as it shows and as are paid for, at one pace', () => {
  const one = (from: number, to: number): Motion | undefined =>
    motions('blue', { kind: 'die-moved', seat: 'blue', die: 'white', from, to })[0];
  const walk = { kind: 'walk', seat: 'blue', die: 'white', from: 7, at: 0 };
  assert.deepEqual(one(7, 2), {
    ...walk,
    to: 2,
    steps: 3,
    time: 3 * DIE_SPACE_MS + DIE_LANDING_MS,
  });
  assert.deepEqual(one(7, 4), {
    ...walk,
    to: 4,
    steps: 5,
    time: 5 * DIE_SPACE_MS + DIE_LANDING_MS,
  });
  assert.deepEqual(one(7, 1), { ...walk, to: 1, steps: 10, time: MAX_DIE_WAY_MS + DIE_LANDING_MS });
});
test('what a space gives comes when the die has landed, from its tile', () => {
  const all = motions(
    'blue',
    { kind: 'die-moved', seat: 'blue', die: 'red', from: 4, to: 2 },
    { kind: 'gained', seat: 'blue', resource: 'stone', amount: 2 },
  );
  assert.equal(order(all), 'walk blue, fly blue, fly blue');
  const [first, second] = pick(all, 'fly');
  assert.deepEqual(first?.from, ['tile:2']);
  assert.deepEqual(first?.to, ['slot:S', 'banner:inventory', 'rubles']);
  assert.equal(first?.at, MAX_DIE_WAY_MS - 40 + DIE_LANDING_MS);
  assert.ok((second?.at ?? 0) > (first?.at ?? 0));
});
test('then from the workshop space that works, and from the card that is completed', () => {
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
test('dice are rolled one after the other, when the die that moved has landed', () => {
  const all = motions(
    'red',
    { kind: 'die-moved', seat: 'blue', die: 'white', from: 7, to: 2 },
    { kind: 'die-rolled', seat: 'blue', die: 'white', face: 5 },
    { kind: 'die-rolled', seat: 'blue', die: 'green', face: 1 },
  );
  const [walk] = pick(all, 'walk');
  const tumbles = pick(all, 'tumble').map((roll) => [roll.die, roll.face, roll.at].join(' '));
  const landed = walk?.time ?? 0;
  assert.deepEqual(tumbles, [`white 5 ${landed}`, `green 1 ${landed + 60}`]);
});
test('delivered, built, rewarded, reprimanded: each after the other, each with its actor', () => {
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
    'fly red, dip red, rise red, fly red, fly red, fly red, fly red, stamp blue, march blue, ' +
      'stamp yellow, march red, march yellow',
  );
  const [delivery] = pick(all, 'fly');
  const [dip] = pick(all, 'dip');
  const [rise] = pick(all, 'rise');
  assert.equal(dip?.at, (delivery?.at ?? 0) + FLIGHT_MS);
  assert.ok((rise?.at ?? 0) >= (dip?.at ?? 0) + (dip?.time ?? 0));
});
test('a marker goes once, from where it stood to where it ends, not below nothing', () => {
  const all = motions(
    'blue',
    { kind: 'gained', seat: 'red', resource: 'recognition', amount: 5 },
    { kind: 'reprimanded', seat: 'red', place: '1.1', cause: '1.2', amount: 2 },
    { kind: 'reprimanded', seat: 'blue', place: '1.1', cause: '1.2', amount: 3 },
  );
  const marches = pick(all, 'march').map(
    ({ seat, from, to, time }) => `${seat} ${from} to ${to} in ${time}`,
  );
  assert.deepEqual(marches, [
    `red 12 to 15 in ${3 * MARKER_SPACE_MS}`,
    `blue 1 to 0 in ${MARKER_SPACE_MS}`,
  ]);
});
test('prestige flies to the marker, and rubles for prestige come from it', () => {
  const gained = { kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 4 } as const;
  const given = motions('blue', gained);
  const [flight] = pick(given, 'fly');
  assert.deepEqual([flight?.symbol, flight?.to], ['prestige', ['marker:blue']]);
  assert.deepEqual(
    pick(given, 'march').map(({ from, to }) => to - from),
    [4],
  );
  const all = motions(
    'blue',
    { kind: 'prestige-lost', seat: 'blue', amount: 1, steps: 1 },
    { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 2 },
  );
  assert.equal(order(all), 'march blue, fly blue, fly blue');
  assert.deepEqual(pick(all, 'fly')[0]?.from, ['marker:blue']);
});
test('a delivery flies from the own slot to its card, of others from their board', () => {
  const delivered = { kind: 'delivered', seat: 'red', place: '1.1', resource: 'wood' } as const;
  const [own] = pick(motions('red', delivered), 'fly');
  assert.deepEqual([own?.from, own?.to], [['slot:W', 'banner:inventory'], ['card:1.1']]);
  const [other] = pick(motions('blue', delivered), 'fly');
  assert.deepEqual([other?.from, other?.to], [['seat:red'], ['card:1.1']]);
});
test('Ivan stores on the card that he uses', () => {
  const all = motions(
    'red',
    { kind: 'turn-began', seat: 'yellow' },
    { kind: 'ivan-acted', seat: 'yellow', card: 'inventory', number: 2, die: 'red' },
    { kind: 'die-moved', seat: 'yellow', die: 'red', from: 4, to: 2 },
    { kind: 'die-rolled', seat: 'yellow', die: 'red', face: 4 },
    { kind: 'ivan-stored', seat: 'yellow', resource: 'stone', amount: 1 },
  );
  assert.equal(order(all), 'walk yellow, tumble yellow, fly yellow');
  assert.deepEqual(pick(all, 'fly')[0]?.to, ['seat:yellow', 'ivan:2']);
});
test('an ornament is set before its prestige flies', () =>
  assert.equal(
    order(
      motions(
        'blue',
        { kind: 'ornament-set', seat: 'blue', place: '1.1', ornament: 'door', gems: 'E' },
        { kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 2 },
      ),
    ),
    'adorn blue, fly blue, march blue',
  ));
test('of much not everything flies', () => {
  const gained = { kind: 'gained', seat: 'red', resource: 'ruble', amount: 9 } as const;
  assert.equal(motions('red', gained).length, 4);
  assert.equal(motions('red', gained, gained, gained, gained).length, 12);
});
test('what has no way of its own is left to the board', () =>
  assert.deepEqual(
    motions(
      'red',
      { kind: 'turn-began', seat: 'red' },
      { kind: 'paid', seat: 'red', resource: 'ruble', amount: 1 },
      { kind: 'claimed', seat: 'red', place: '1.1' },
    ),
    [],
  ));
