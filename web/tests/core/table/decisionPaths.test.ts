import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Legal } from '../../../src/protocol.gen.ts';
import {
  mainDecision,
  DecisionPaths,
  readyDecision,
} from '../../../src/core/table/decisionPaths.ts';

function legal(id: number, on: string[], also: string[][] = []): Legal {
  return {
    id,
    text: on.join(' '),
    verb: 'claim',
    on,
    also,
    label: '',
    rule: 'R4.2',
    effect: '',
    rubles: 0,
    prestige: 0,
    gains: [],
    offer: null,
  };
}
const paths = new DecisionPaths([
  legal(1, ['die:white', 'space:5']),
  legal(2, ['die:white', 'space:6']),
  legal(3, ['die:red', 'space:5']),
  legal(4, ['card:1.1', 'banner:inventory'], [['banner:inventory', 'card:1.1']]),
  legal(5, ['tile:5', 'units:1']),
  legal(6, ['tile:5', 'units:2']),
  legal(7, ['end']),
]);

test('an empty path leads to the first elements of all decisions, in either order', () =>
  assert.deepEqual(
    [...paths.nextKeys([])],
    ['die:white', 'die:red', 'card:1.1', 'banner:inventory', 'tile:5', 'end'],
  ));
test('a path leads to the next elements of its decisions', () =>
  assert.deepEqual([...paths.nextKeys(['die:white'])], ['space:5', 'space:6']));
test('a path without decisions has no next elements', () => {
  assert.deepEqual([...paths.nextKeys(['space:5'])], []);
  assert.equal(paths.onlyDecision(['space:5']), null);
});
test('a complete path has a decision', () => {
  assert.equal(paths.decisionAt(['banner:inventory', 'card:1.1'])?.id, 4);
  assert.equal(paths.decisionAt(['die:white']), null);
  assert.equal(paths.decisionAt(['end'])?.id, 7);
  assert.equal(paths.decisionAt(['stop']), null);
});
test('a path with one decision left has an only decision', () => {
  assert.equal(paths.onlyDecision(['die:red'])?.id, 3);
  assert.equal(paths.onlyDecision(['banner:inventory'])?.id, 4);
  assert.equal(paths.onlyDecision(['die:white']), null);
});
test('the main decision has the most units, or is the first one', () => {
  assert.equal(mainDecision(paths.decisionsUnder(['tile:5']))?.id, 6);
  assert.equal(mainDecision(paths.decisionsUnder(['die:white']))?.id, 1);
  assert.equal(mainDecision([]), null);
});
test('the most units, the shortest move of a die and an only decision are ready', () => {
  assert.equal(readyDecision(paths.decisionsUnder(['tile:5']))?.id, 6);
  assert.equal(readyDecision(paths.decisionsUnder(['die:white']))?.id, 1);
  assert.equal(readyDecision(paths.decisionsUnder(['card:1.1']))?.id, 4);
  assert.equal(readyDecision(paths.decisionsUnder([])), null);
});
