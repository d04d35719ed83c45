import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  countsOf,
  faultsOf,
  lettersOf,
  partOf,
  partOfFault,
  putInfluence,
  putIvanCard,
  withSwapped,
} from '../../../src/features/tabletop/positionLayout.ts';
import type { Box, Position } from '../../../src/board/types.ts';

const fault = (place: string) => ({ place, text: place });
const FAULTS = ['$.dice', '$.towers[1][0].owner', '$.seats[0].banners', '$.supply'].map(fault);

test('swaps a component that exists once', () => {
  assert.deepEqual(withSwapped(['a', 'b', 'c'], 0, 'c'), ['c', 'b', 'a']);
  assert.deepEqual(withSwapped(['a', 'b', 'c'], 0, 'd'), ['d', 'b', 'c']);
  assert.deepEqual(withSwapped(['a', 'b', 'c'], 1, 'b'), ['a', 'b', 'c']);
});

test('of each group there is one influence card', () => {
  const group = (name: string) => ({ group: name });
  const influence = { C1: group('c'), C2: group('c'), T1: group('t'), M1: group('m') };
  const box = { influence } as unknown as Box;
  const position = { influence: ['T1', 'M1', 'C1'] } as Position;
  putInfluence(position, 0, 'C2', box);
  assert.deepEqual(position.influence, ['C2', 'M1', 'T1']);
  putInfluence(position, 0, 'C1', box);
  assert.deepEqual(position.influence, ['C1', 'M1', 'T1']);
});

test('a part, by what is pointed at and by what is wrong', () => {
  const position = { seats: [{ colour: 'red' }, { colour: 'blue' }] } as Position;
  assert.deepEqual(partOf('card:3.2', position, 0), { kind: 'tower', at: 2 });
  assert.deepEqual(partOf('die:red', position, 0), { kind: 'market' });
  assert.deepEqual(partOf('marker:blue', position, 0), { kind: 'seat', at: 1 });
  assert.deepEqual(partOf('slot:W', position, 1), { kind: 'seat', at: 1 });
  assert.equal(partOf('supply:W', position, 0), null);
  const parts = FAULTS.map(partOfFault);
  assert.deepEqual(parts, [
    { kind: 'market' },
    { kind: 'tower', at: 1 },
    { kind: 'seat', at: 0 },
    null,
  ]);
  assert.deepEqual(faultsOf(FAULTS, { kind: 'tower', at: 1 }), [FAULTS[1]]);
  assert.deepEqual(faultsOf(FAULTS, { kind: 'seat', at: 1 }), []);
});

test('counts the materials on Ivan cards and swaps the cards of his row', () => {
  assert.deepEqual(countsOf('WWB'), { W: 2, B: 1 });
  assert.equal(lettersOf({ B: 1, W: 2 }), 'WWB');
  assert.equal(lettersOf({ W: -1, P: 1e9 }).length, 99);
  const row = ['a', 'b', 'c'].map((card, at) => [card, `t${at}`, true]);
  const position = { ivan: { cards: row } } as unknown as Position;
  putIvanCard(position, 0, 1, 't2');
  assert.deepEqual(position.ivan?.cards, [
    ['a', 't2', true],
    ['b', 't1', true],
    ['c', 't0', true],
  ]);
});
