import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fresh, PERSON, recolour, wish } from '../setup.ts';

test('the seats that play, in turn order from the one who begins', () => {
  const answers = fresh('key', 'greedy');
  answers.players = 3;
  answers.first = 2;
  const made = wish(answers);
  assert.deepEqual(
    made.seats.map((seat) => [seat.colour, seat.kind]),
    [
      ['green', 'bot'],
      ['red', 'person'],
      ['blue', 'bot'],
    ],
  );
  assert.equal(made.lot, false);
});
test('by lot unless somebody is named', () => assert.equal(wish(fresh('key', 'greedy')).lot, true));
test('alone: a person, then Ivan in another colour', () => {
  const answers = fresh('key', 'greedy');
  answers.players = 1;
  recolour(answers, 0, 'blue');
  const made = wish(answers);
  assert.deepEqual(
    made.seats.map((seat) => [seat.colour, seat.kind]),
    [
      ['blue', 'person'],
      ['red', 'ivan'],
    ],
  );
});
test('a taken colour is exchanged', () => {
  const answers = fresh('key', undefined);
  recolour(answers, 0, 'yellow');
  assert.deepEqual(
    answers.seats.map((seat) => seat.colour),
    ['yellow', 'blue', 'green', 'red'],
  );
  assert.equal(answers.seats[3]?.who, PERSON);
});
test('each seat has its own side where that is wished', () => {
  const answers = fresh('key', undefined);
  answers.boards = 'each';
  const [, second] = answers.seats;
  if (second) second.side = 'advanced';
  assert.deepEqual(
    wish(answers).seats.map((seat) => seat.side),
    ['basic', 'advanced'],
  );
});
