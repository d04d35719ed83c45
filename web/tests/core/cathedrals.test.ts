import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { finishedCathedrals, forgetCathedrals, storeCathedral } from '../../src/core/cathedrals.ts';
import type { Box, Site } from '../../src/protocol.gen.ts';

let stored: Record<string, string> = {};
beforeEach(() => {
  stored = {};
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => (stored[key] = value),
    },
  });
});

const card = (section: string) => ({ section }) as Box['cards'][string];
const box = { cards: { b4: card('base'), m12: card('middle'), d3: card('dome') } };
const site = (name: string, state: Partial<Site>): Site =>
  ({ card: name, owner: null, done: false, ornament: null, ...state }) as Site;
const towers = [
  [
    site('b4', { owner: 'red', done: true, ornament: 'blue' }),
    site('m12', { owner: 'red', done: true }),
    site('d3', { owner: 'blue' }),
  ],
  [site('b4', { owner: 'red', done: true }), site('d3', {})],
  [site('b4', {}), site('d3', {})],
];

test('stores finished and unfinished storeys, without free ones and towers not begun', () => {
  assert.deepEqual(finishedCathedrals(), []);
  storeCathedral('one', towers, box);
  assert.deepEqual(finishedCathedrals(), [['b4* m12 d3-', 'b4']]);
  forgetCathedrals();
  assert.deepEqual(finishedCathedrals(), []);
});

test('keeps nine cathedrals, the newest first, each once', () => {
  for (let index = 0; index < 10; index += 1)
    storeCathedral(`game-${index}`, towers.slice(0, (index % 2) + 1), box);
  storeCathedral('game-1', towers, box);
  assert.deepEqual(
    finishedCathedrals().map((cathedral) => cathedral.length),
    [2, 1, 2, 1, 2, 1, 2, 1, 2],
  );
});

test('ignores what is not a cathedral', () => {
  const values = { a: 'b4 d3', b: '<b>', c: 7, d: null, e: ['b4'], f: '' };
  stored['redcathedral.cathedrals'] = JSON.stringify(values);
  assert.deepEqual(finishedCathedrals(), [['b4'], ['b4 d3']]);
});
