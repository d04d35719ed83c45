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

const table = fixtureTable('3p');
const options = turnOptionsOf(table.legal, table.due);

test('an option has the first elements of its decisions and their number', () => {
  for (const { verb, keys, count } of options) {
    const decisions = table.legal.filter((legal) => legal.verb === verb);
    assert.deepEqual(keys, firstKeys(decisions));
    assert.ok(count > 0, verb);
  }
  const cards = (verb: string): number =>
    new Set(
      table.legal.flatMap((legal) =>
        legal.verb === verb ? legal.on.filter((key) => key.startsWith('card:')) : [],
      ),
    ).size;
  for (const verb of ['claim', 'deliver'])
    assert.equal(options.find((option) => option.verb === verb)?.count, cards(verb));
  assert.equal(options.find((option) => option.verb === 'die')?.count, 5);
});
test('the end of a turn is no option', () =>
  assert.ok(!options.some((option) => option.verb === 'end')));
test('a card has the badge of its decision', () => {
  const badges = badgesOf(table.legal);
  for (const legal of table.legal) {
    const card = legal.on.find((key) => key.startsWith('card:'));
    if (card) assert.equal(badges.get(card as `card:${string}`), legal.verb);
  }
});
test('a required decision is no option', () => {
  const { legal, due } = fixtureTable('tile');
  assert.ok(isQuestion(due));
  assert.ok(!isQuestion(table.due));
  assert.ok([...firstKeys(requiredDecisions(legal))].every((key) => key.startsWith('workshop:')));
  assert.ok(
    turnOptionsOf(legal, due).every(({ verb }) => verb === 'prestige' || verb === 'reroll'),
  );
});
