import assert from 'node:assert/strict';
import { test } from 'node:test';

import { flightsOf } from '../events.ts';

test('what a space gives comes from the tile the die has reached', () => {
  const flights = flightsOf(
    [
      { kind: 'die-moved', seat: 'blue', die: 'red', from: 1, to: 4 },
      { kind: 'gained', seat: 'blue', resource: 'stone', amount: 2 },
    ],
    'blue',
  );
  assert.equal(flights.length, 2);
  assert.deepEqual(flights[0], {
    symbol: 'm-stone',
    from: ['tile:4'],
    to: ['slot:S', 'banner:inventory', 'purse'],
  });
});
test('then from the bench that works, and from the card that is completed', () => {
  const from = flightsOf(
    [
      { kind: 'die-moved', seat: 'blue', die: 'red', from: 1, to: 4 },
      { kind: 'tile-activated', seat: 'blue', space: 'red', tile: 'ruble' },
      { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 1 },
      { kind: 'completed', seat: 'blue', place: '2.1' },
      { kind: 'gained', seat: 'blue', resource: 'recognition', amount: 1 },
    ],
    'blue',
  );
  assert.deepEqual(
    from.map((flight) => [flight.from, flight.to]),
    [
      [['bench:red'], ['purse']],
      [['card:2.1'], ['marker:blue']],
    ],
  );
});
test('a delivery flies from the own slot to its card', () =>
  assert.deepEqual(
    flightsOf([{ kind: 'delivered', seat: 'red', place: '1.1', resource: 'wood' }], 'red'),
    [{ symbol: 'm-wood', from: ['slot:W', 'banner:inventory'], to: ['card:1.1'] }],
  ));
test('what is not the own flies to and from the other seat alone', () => {
  const [given, got, known] = flightsOf(
    [
      { kind: 'delivered', seat: 'blue', place: '1.1', resource: 'wood' },
      { kind: 'gained', seat: 'blue', resource: 'ruble', amount: 1 },
      { kind: 'gained', seat: 'blue', resource: 'recognition', amount: 1 },
    ],
    'red',
  );
  assert.deepEqual(
    [given?.from, got?.to, known?.to],
    [['seat:blue'], ['seat:blue'], ['marker:blue']],
  );
});
test('of much not everything flies', () => {
  const gained = { kind: 'gained', seat: 'red', resource: 'ruble', amount: 9 } as const;
  assert.equal(flightsOf([gained], 'red').length, 4);
  assert.equal(flightsOf([gained, gained, gained, gained], 'red').length, 12);
});
test('what moves by itself does not fly', () =>
  assert.deepEqual(
    flightsOf(
      [
        { kind: 'turn-began', seat: 'red' },
        { kind: 'paid', seat: 'red', resource: 'ruble', amount: 1 },
      ],
      'red',
    ),
    [],
  ));
