import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  levelDescription,
  commonBot,
  FRIEND,
  defaultAnswers,
  PERSON,
  chooseColour,
  moveSeat,
  restoreAnswers,
  setOccupant,
  levelStrength,
  occupantOf,
  newTableRequest,
} from '../../src/core/newGameForm.ts';
import type { Choice, LevelInfo } from '../../src/protocol.gen.ts';

const offer = (bot: string, options: Choice[] = []): Parameters<typeof defaultAnswers>[0] => ({
  edition: 'key',
  bot,
  options,
});

test('the request has the seats that play, in their order', () => {
  const answers = defaultAnswers(offer('greedy'));
  assert.equal(newTableRequest(answers).lot, true);
  answers.players = 3;
  answers.lot = false;
  moveSeat(answers, 2, 0);
  const request = newTableRequest(answers);
  assert.deepEqual(
    request.seats.map((seat) => [seat.colour, seat.kind]),
    [
      ['green', 'bot'],
      ['red', 'person'],
      ['blue', 'bot'],
    ],
  );
  assert.equal(request.lot, false);
  moveSeat(answers, 0, 2);
  assert.deepEqual(
    answers.seats.map((seat) => seat.colour),
    ['red', 'blue', 'green', 'yellow'],
  );
});
test('a new player plays against the default bot, with the cards for a first game', () => {
  const choices = [{ name: 'first_game', values: [false, true], solo: false }];
  const request = newTableRequest(defaultAnswers(offer('apprentice', choices)), choices);
  assert.deepEqual(request.seats, [
    { colour: 'red', kind: 'person', name: '' },
    { colour: 'blue', kind: 'bot', bot: 'apprentice' },
  ]);
  assert.equal(request.options?.first_game, true);
});
test('returns the common bot of the seats that play', () => {
  const answers = defaultAnswers(offer('greedy'));
  answers.players = 3;
  const [, second, , fourth] = answers.seats;
  if (fourth) fourth.who = 'random';
  assert.equal(commonBot(answers), 'greedy');
  if (second) second.who = 'random';
  assert.equal(commonBot(answers), undefined);
  answers.players = 2;
  assert.equal(commonBot(answers), 'random');
  if (second) second.who = PERSON;
  assert.equal(commonBot(answers), undefined);
});
test('a solo game has a person, then Ivan in another color', () => {
  const answers = defaultAnswers(offer('greedy'));
  answers.players = 1;
  chooseColour(answers, 0, 'blue');
  const request = newTableRequest(answers);
  assert.deepEqual(
    request.seats.map((seat) => [seat.colour, seat.kind]),
    [
      ['blue', 'person'],
      ['red', 'ivan'],
    ],
  );
});
test('restores only the stored answers that the server offers', () => {
  const choices = [{ name: 'first_game', values: [false, true], solo: false }];
  const server = {
    ...offer('apprentice', choices),
    levels: [{ bot: 'apprentice', strengths: [] }],
    bots: ['random'],
    editions: [],
  };
  const defaults = defaultAnswers(server);
  const answers = {
    ...defaultAnswers(server),
    players: 3,
    boards: 'each' as const,
    options: { first_game: false },
    autoEnd: true,
  };
  chooseColour(answers, 0, 'green');
  Object.assign(answers.seats[1] ?? {}, { who: 'random', name: 'Ana', side: 'advanced' });
  assert.deepEqual(restoreAnswers(JSON.parse(JSON.stringify(answers)), server), answers);
  const invalid = {
    players: 7,
    ivan: 'pink',
    lot: false,
    boards: 'none',
    edition: 'gone',
    autoEnd: 'yes',
    options: { first_game: 'maybe', more: true },
    seats: [{ name: 1, side: 'none' }, null, { who: 'miser' }, 'red'],
    more: true,
  };
  assert.deepEqual(restoreAnswers(invalid, server), defaults);
  const sameColours = defaults.seats.map((seat) => ({ ...seat, colour: 'red', who: PERSON }));
  assert.deepEqual(restoreAnswers({ seats: sameColours }, server), defaults);
  assert.deepEqual(restoreAnswers({ seats: 'none' }, server), defaults);
});
test('a seat that takes the color of another seat gives its own', () => {
  const answers = defaultAnswers(offer(PERSON));
  chooseColour(answers, 0, 'yellow');
  assert.deepEqual(
    answers.seats.map((seat) => seat.colour),
    ['yellow', 'blue', 'green', 'red'],
  );
  assert.equal(answers.seats[3]?.who, PERSON);
});
test('each seat can have its own side', () => {
  const answers = defaultAnswers(offer(PERSON));
  answers.boards = 'each';
  const [, second] = answers.seats;
  if (second) second.side = 'advanced';
  assert.deepEqual(newTableRequest(answers).options, { sides: { red: 'basic', blue: 'advanced' } });
  answers.boards = 'advanced';
  assert.deepEqual(newTableRequest(answers).options, { workshop_side: 'advanced' });
});
test('the options have their defaults, and a solo game has one more', () => {
  const choices = [
    { name: 'final_roll', values: ['ends_turn', 'leaves_open'], solo: false },
    { name: 'first_game', values: [false, true], solo: false },
    { name: 'ivan_recognition_tile', values: ['per_die', 'once'], solo: true },
  ];
  const answers = defaultAnswers(offer(PERSON, choices));
  const defaults = { final_roll: 'ends_turn', first_game: true, workshop_side: 'basic' };
  assert.deepEqual(newTableRequest(answers, choices).options, defaults);
  answers.players = 1;
  answers.options.final_roll = 'leaves_open';
  assert.deepEqual(newTableRequest(answers, choices).options, {
    ...defaults,
    final_roll: 'leaves_open',
    ivan_recognition_tile: 'per_die',
  });
});

test('the strength of a level depends on the number of players', () => {
  const texts: Record<string, string> = { 'level.journeyman': 'Knows the trade.' };
  const t = (id: string, values: object = {}): string =>
    [texts[id] ?? id, ...Object.values(values)].join(' ');
  const level: LevelInfo = {
    bot: 'journeyman',
    strengths: [
      { players: 2, rating: 1191, low: 1181, high: 1201, below: 'apprentice', won: 3, of: 4 },
      { players: 4, rating: 1100, low: 1090, high: 1110, below: null, won: 0, of: 0 },
    ],
  };
  assert.equal(levelDescription(level, t), 'Knows the trade.');
  assert.equal(levelDescription({ bot: 'miser', strengths: [] }, t), '');
  assert.deepEqual(levelStrength(level, 2, t), {
    wins: 'strength.wins 2 3 4 Apprentice',
    rating: 'strength.rating 2 1191 1181 1201',
  });
  assert.deepEqual(levelStrength(level, 3, t), { wins: '', rating: '' });
  assert.deepEqual(levelStrength(level, 4, t), {
    wins: '',
    rating: 'strength.rating 4 1100 1090 1110',
  });
});
test('friends get open seats, and the choices for this device stay', () => {
  const answers = defaultAnswers(offer('greedy'));
  answers.players = 3;
  assert.equal(newTableRequest(answers).access, undefined);
  answers.company = 'friends';
  const [, second, third] = answers.seats;
  if (!second || !third) throw new Error('there are four seats');
  setOccupant(answers, third, 'random');
  assert.equal(occupantOf(answers, second), FRIEND);
  assert.equal(commonBot(answers), 'random');
  const request = newTableRequest(answers);
  assert.equal(request.access, 'private');
  assert.deepEqual(request.seats, [
    { colour: 'red', kind: 'person', name: '' },
    { colour: 'blue', kind: 'person', is_open: true },
    { colour: 'green', kind: 'bot', bot: 'random' },
  ]);
  answers.company = 'anybody';
  assert.equal(newTableRequest(answers).access, 'public');
  answers.company = 'here';
  assert.equal(newTableRequest(answers).seats[1]?.bot, 'greedy');
  answers.company = 'friends';
  answers.players = 1;
  assert.equal(newTableRequest(answers).access, undefined);
  const server = { ...offer('greedy'), levels: [], bots: ['greedy', 'random'], editions: [] };
  const restored = restoreAnswers({ ...answers }, server);
  assert.equal(restored.company, 'friends');
  assert.deepEqual(
    restored.seats.map((seat) => seat.isAway),
    [false, true, false, true],
  );
});
