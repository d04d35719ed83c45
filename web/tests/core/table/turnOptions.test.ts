import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fixtureTable } from '../../board/fixtures.ts';
import {
  requiredDecisions,
  badgesOf,
  firstKeys,
  isQuestion,
  turnOptionsOf,
} from '../../../src/core/table/turnOptions.ts';

const late = fixtureTable('3p');
const offers = turnOptionsOf(late.legal, late.due);

test('a verb is about the things with which its decisions begin, and counts them', () => {
  for (const { verb, keys, count } of offers) {
    const its = late.legal.filter((legal) => legal.verb === verb);
    assert.deepEqual(keys, firstKeys(its));
    assert.ok(count > 0, verb);
  }
  const cards = (verb: string): number =>
    new Set(
      late.legal.flatMap((legal) =>
        legal.verb === verb ? legal.on.filter((key) => key.startsWith('card:')) : [],
      ),
    ).size;
  for (const verb of ['claim', 'deliver'])
    assert.equal(offers.find((offer) => offer.verb === verb)?.count, cards(verb));
  assert.equal(offers.find((offer) => offer.verb === 'die')?.count, 5);
});
test('what only ends something is no verb', () =>
  assert.ok(!offers.some((offer) => offer.verb === 'end')));
test('a card has the badge of what may be done with it', () => {
  const badges = badgesOf(late.legal);
  for (const legal of late.legal) {
    const card = legal.on.find((key) => key.startsWith('card:'));
    if (card) assert.equal(badges.get(card as `card:${string}`), legal.verb);
  }
});
test('where something is asked for, that glows and has no tile', () => {
  const { legal, due } = fixtureTable('tile');
  assert.ok(isQuestion(due));
  assert.ok(!isQuestion(late.due));
  assert.ok([...firstKeys(requiredDecisions(legal))].every((key) => key.startsWith('workshop:')));
  assert.ok(
    turnOptionsOf(legal, due).every(({ verb }) => verb === 'prestige' || verb === 'reroll'),
  );
});
