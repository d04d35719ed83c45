import assert from 'node:assert/strict';
import { test } from 'node:test';

import { t, fixtureTable } from '../../board/fixtures.ts';
import type { Colour, Margin, Over } from '../../../src/protocol.gen.ts';
import {
  decidingReason,
  hasWinner,
  scoringSteps,
  resultTitle,
  winnerHonor,
} from '../../../src/core/table/finalScoring.ts';

const sent = fixtureTable('over').over as Over;

function over(
  pays: Record<string, number>[],
  places: Colour[],
  winners = places.slice(0, 1),
  gave_up: Colour[] = [],
): Over {
  const scores = ['red', 'blue', 'green'].map((colour) => ({
    colour: colour as Colour,
    total: pays.reduce((sum, each) => sum + (each[colour] ?? 0), 0),
    cards: 4,
    ornaments: 2,
  }));
  const payments = pays.map((each, index) => ({
    source: index ? ('tower' as const) : ('track' as const),
    tower: index || null,
    pays: each,
  }));
  const results = { text: '', payments, scores, decided: null };
  return { reason: 'finished', winners, places, gave_up, ...results };
}

test('the last step has the scores and the places of the server', () => {
  const last = scoringSteps(sent).at(-1);
  for (const score of sent.scores) assert.equal(last?.sums.get(score.colour), score.total);
  assert.deepEqual(last?.order, sent.places);
  assert.equal(last?.paid, sent.payments.length);
});

test('each step adds exactly its payment', () => {
  const steps = scoringSteps(sent);
  steps.slice(1, -1).forEach((step, index) => {
    for (const [colour, sum] of step.sums)
      assert.equal(sum - (steps[index]?.sums.get(colour) ?? 0), step.payment?.pays[colour] ?? 0);
  });
});

test('places change only for a higher sum, and an empty payment is no step', () => {
  const steps = scoringSteps(
    over(
      [
        { red: 3, blue: 5, green: 3 },
        { red: 0, blue: 0, green: 0 },
        { red: 0, blue: 0, green: 2 },
        { red: 6, blue: 0, green: 1 },
      ],
      ['red', 'green', 'blue'],
    ),
  );
  assert.deepEqual(
    steps.map((step) => step.order.join(' ')),
    ['red blue green', 'blue red green', 'blue green red', 'red green blue', 'red green blue'],
  );
  assert.deepEqual(
    steps.map((step) => step.towers),
    [0, 0, 2, 3, 3],
  );
});

test('a game has a winner only if a player other than Ivan wins, with points', () => {
  const seats = [
    { colour: 'red' as const, kind: 'person' as const, name: 'Mila' },
    { colour: 'blue' as const, kind: 'ivan' as const, name: 'Ivan' },
  ];
  const ended = over([{ red: 3, blue: 5 }], ['blue', 'red']);
  const hasWinners = ([['red'], ['blue'], ['red', 'blue'], []] as const).map((winners) =>
    hasWinner({ ...ended, winners: [...winners] }, seats),
  );
  assert.deepEqual(hasWinners, [true, false, true, false]);
  const honors = ([['red'], ['blue'], ['red', 'blue'], []] as const).map((winners) =>
    winnerHonor({ ...ended, winners: [...winners] }, seats, t),
  );
  const honor = 'Honored as grand architect of the tsar';
  assert.deepEqual(honors, [honor, '', honor, '']);
  const drawn = over([{ red: 0, blue: 0 }], ['red', 'blue']);
  const empty: Over = { ...drawn, winners: ['red', 'blue'] };
  assert.equal(hasWinner(empty, seats), false);
  assert.equal(resultTitle(empty, seats, t), 'Nobody has scored a point');
});

test('the deciding reason names a lead or each step of a tie, and is empty without a result', () => {
  const seats = (['red', 'blue', 'green'] as const).map((colour, index) => ({
    colour,
    kind: 'person' as const,
    name: ['Mila', 'Oskar', 'Jun'][index] ?? '',
  }));
  const base = over(
    [
      { red: 8, blue: 5 },
      { red: 9, blue: 2 },
    ],
    ['red', 'blue', 'green'],
  );
  const reason = (change: Partial<Over>): string =>
    decidingReason({ ...base, ...change }, seats, t);
  const decided = { by: 'prestige' as const, over: 'blue' as const, lead: 10, most: [1] };
  assert.equal(
    reason({ decided }),
    'Mila is 10 prestige ahead of Oskar. The biggest difference: Tower 1 (9 to 2).',
  );
  const scores = base.scores.map((score, index) =>
    index === 1 ? { ...score, total: 17, cards: 3, ornaments: 1 } : score,
  );
  const tied = (by: Margin['by']): string =>
    reason({ scores, decided: { ...decided, lead: 0, by } });
  assert.equal(
    tied('cards'),
    'Mila and Oskar have 17 prestige each. Mila wins with more completed cards, 4 to 3.',
  );
  assert.equal(
    tied('ornaments'),
    'Mila and Oskar have 17 prestige and 4 cards each. Mila wins with more ornaments, 2 to 1.',
  );
  assert.equal(
    reason({ winners: ['red', 'blue'], decided: { ...decided, by: 'shared' } }),
    'Mila and Oskar are tied in prestige, cards, and ornaments: they share the victory.',
  );
  assert.equal(reason({ winners: [] }), '');
  const nobody = { ...base, winners: [] };
  assert.equal(resultTitle({ ...nobody, reason: 'capped' }, seats, t), 'Without a result');
  assert.equal(resultTitle({ ...nobody, gave_up: base.places }, seats, t), 'Nobody wins');
});
