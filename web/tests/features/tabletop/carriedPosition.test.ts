import assert from 'node:assert/strict';
import { test } from 'node:test';

import { carriedOver, replacedCards } from '../../../src/features/tabletop/carriedPosition.ts';
import type { Box, Position } from '../../../src/board/types.ts';

const card = (section: string, cost: string, mark = 'reconstructed') => ({
  section,
  cost,
  mark,
  words: `${cost} as ${mark}`,
});
const boxOf = (cards: object, influence: object = {}, tiles: object = {}): Box =>
  ({ cards, influence, tiles, resources: {} }) as unknown as Box;
const site = (id: string, more: object = {}) => ({ card: id, tile: null, ...more });
const layOut = (towers: object[][], influence: string[] = [], seats: object[] = []): Position =>
  ({ towers, influence, resources: [], seats }) as unknown as Position;
const cardsOf = (position: Position) => position.towers.flat().map((one) => one.card);

const OLD = {
  b1: card('base', 'W'),
  b2: card('base', 'B'),
  b3: card('base', 'S'),
  d1: card('dome', 'W'),
};

test('a card keeps its numbers where the rows shift', () => {
  const now = {
    b1: card('base', 'G'),
    b2: card('base', 'W', 'printed'),
    b3: card('base', 'B'),
    d1: OLD.d1,
  };
  const position = layOut([
    [site('b1', { owner: 'red', delivered: { W: 1 } }), site('d1')],
    [site('b2')],
  ]);
  const after = carriedOver(position, boxOf(OLD), boxOf(now));
  assert.deepEqual(cardsOf(after), ['b2', 'd1', 'b3']);
  assert.deepEqual(after.towers[0]?.[0], site('b2', { owner: 'red', delivered: { W: 1 } }));
  assert.deepEqual(cardsOf(position), ['b1', 'd1', 'b2']);
});

test('a card without an equal row gets an unused row of its section, and leaves the new one', () => {
  const now = {
    d1: card('dome', 'W'),
    b1: card('base', 'W'),
    b2: card('base', 'P'),
    b3: card('base', 'G'),
  };
  const position = layOut([[site('b3'), site('b1')]]);
  assert.deepEqual(cardsOf(carriedOver(position, boxOf(OLD), boxOf(now))), ['b2', 'b1']);
  assert.deepEqual(cardsOf(carriedOver(position, boxOf(OLD), boxOf(now), 'b2')), ['b3', 'b1']);
});

test('counts the cards that have other numbers afterwards', () => {
  const now = { b1: card('base', 'G'), b2: card('base', 'W', 'printed'), d1: OLD.d1 };
  const before = layOut([[site('b1'), site('d1')], [site('b2')]]);
  const after = layOut([[site('b2'), site('d1')], [site('b1')]]);
  assert.equal(replacedCards(before, boxOf(OLD), after, boxOf(now), ''), 1);
  assert.equal(replacedCards(before, boxOf(OLD), after, boxOf(now), 'b1'), 0);
});

test('two equal cards do not share a row', () => {
  const twins = { b1: card('base', 'W'), b2: card('base', 'W') };
  const now = { b7: card('base', 'W'), b8: card('base', 'W') };
  const after = carriedOver(layOut([[site('b1'), site('b2')]]), boxOf(twins), boxOf(now));
  assert.deepEqual(cardsOf(after), ['b7', 'b8']);
});

test('influence cards are carried over, and tiles if the edition has them', () => {
  const influence = { K1: { group: 'clergy', actions: ['a'] } };
  const old = boxOf(OLD, influence, { wood: {}, brick: {} });
  const cards = {
    C1: { group: 'craftsmen', actions: ['a'] },
    K2: { group: 'clergy', actions: ['a'], mark: 'printed' },
  };
  const now = boxOf(OLD, cards, { gold: {}, wood: {} });
  const workshop = { red: ['wood', 'up'], blue: ['brick', 'down'], green: null };
  const seats = [{ workshop }, { workshop: null }];
  const after = carriedOver(layOut([[site('b1', { tile: 'wood' })]], ['K1'], seats), old, now);
  assert.deepEqual(after.influence, ['K2']);
  assert.equal(after.towers[0]?.[0]?.tile, 'wood');
  assert.deepEqual(after.seats[0]?.workshop, {
    red: ['wood', 'up'],
    blue: ['gold', 'down'],
    green: null,
  });
});
