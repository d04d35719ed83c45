import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speaker } from '../words.ts';

const say = speaker(
  {
    plain: 'Hand over to {who}.',
    amount: { one: '{n} rubel', few: '{n} ruble', many: '{n} rubli', other: '{n} rubla' },
    free: { '0': 'none', one: '{n} slot', other: '{n} slots' },
    mark: { by: 'mark', likely: 'likely', other: 'unknown' },
    nested: { by: 'side', up: { one: 'one up', other: '{n} up' }, other: 'down' },
    term: { nom: 'kość', acc: 'kością' },
    winners: { one: '{who} wygrywa', other: '{who} wygrywają' },
  },
  'pl',
);

test('values are put in', () => assert.equal(say('plain', { who: 'Ana' }), 'Hand over to Ana.'));
test('plurals are those of the language', () => {
  const told = [1, 2, 5, 22, 25].map((n) => say('amount', { n }));
  assert.deepEqual(told, ['1 rubel', '2 ruble', '5 rubli', '22 ruble', '25 rubli']);
});
test('an exact number goes before its plural', () => assert.equal(say('free', { n: 0 }), 'none'));
test('a case by value, with the rest', () => {
  assert.equal(say('mark', { mark: 'likely' }), 'likely');
  assert.equal(say('mark', { mark: 'else' }), 'unknown');
});
test('cases within cases', () => {
  assert.equal(say('nested', { side: 'up', n: 3 }), '3 up');
  assert.equal(say('nested', { side: 'down', n: 3 }), 'down');
});
test('a word without a form asked for is its first', () => assert.equal(say('term'), 'kość'));
test('a list is written in the way of the language', () =>
  assert.equal(say('winners', { n: 2, who: ['Ana', 'Jan'] }), 'Ana i Jan wygrywają'));
test('what is not there stands for itself', () => assert.equal(say('no.such'), 'no.such'));
