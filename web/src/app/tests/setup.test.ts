import assert from 'node:assert/strict';
import { test } from 'node:test';

import { about, fresh, label, PERSON, recolour, wish } from '../setup.ts';
import type { LevelInfo } from '../../protocol.gen.ts';

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
  const answers = fresh('key', PERSON);
  recolour(answers, 0, 'yellow');
  assert.deepEqual(
    answers.seats.map((seat) => seat.colour),
    ['yellow', 'blue', 'green', 'red'],
  );
  assert.equal(answers.seats[3]?.who, PERSON);
});
test('each seat has its own side where that is wished', () => {
  const answers = fresh('key', PERSON);
  answers.boards = 'each';
  const [, second] = answers.seats;
  if (second) second.side = 'advanced';
  assert.deepEqual(wish(answers).options, { sides: { red: 'basic', blue: 'advanced' } });
  answers.boards = 'advanced';
  assert.deepEqual(wish(answers).options, { workshop_side: 'advanced' });
});
test('the options that the server offers, at their defaults; against Ivan one more', () => {
  const choices = [
    { name: 'final_roll', values: ['ends_turn', 'leaves_open'], solo: false },
    { name: 'first_game', values: [false, true], solo: false },
    { name: 'ivan_recognition_tile', values: ['per_die', 'once'], solo: true },
  ];
  const answers = fresh('key', PERSON, choices);
  const usual = { final_roll: 'ends_turn', first_game: false, workshop_side: 'basic' };
  assert.deepEqual(wish(answers, choices).options, usual);
  answers.players = 1;
  answers.options.final_roll = 'leaves_open';
  assert.deepEqual(wish(answers, choices).options, {
    ...usual,
    final_roll: 'leaves_open',
    ivan_recognition_tile: 'per_die',
  });
});

test('what is told of a level depends on the number of players', () => {
  const texts: Record<string, string> = { 'level.journeyman': 'Knows the trade.' };
  const say = (id: string, values: object = {}): string =>
    [texts[id] ?? id, ...Object.values(values)].join(' ');
  const level: LevelInfo = {
    bot: 'journeyman',
    strengths: [
      { players: 2, rating: 1191, low: 1181, high: 1201, below: 'apprentice', won: 3, of: 4 },
      { players: 4, rating: 1100, low: 1090, high: 1110, below: null, won: 0, of: 0 },
    ],
  };
  const told = (players: number): string[] =>
    about(level, players, say).split('paragraph.separator');
  assert.deepEqual(told(2), [
    'Knows the trade.',
    'strength.wins 2 3 4 Apprentice',
    'strength.rating 2 1191 1181 1201',
  ]);
  assert.deepEqual(told(3), ['Knows the trade.']);
  assert.equal(label(level, 2, say), 'web.level Journeyman 1191');
  assert.equal(label(level, 3, say), 'Journeyman');
  assert.deepEqual(told(4), ['Knows the trade.', 'strength.rating 4 1100 1090 1110']);
  assert.equal(about({ bot: 'miser', strengths: [] }, 2, say), '');
});
