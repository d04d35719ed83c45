import assert from 'node:assert/strict';
import { test } from 'node:test';

import { resolvePick, nearestElement } from '../../src/board/interaction.ts';
import { tabOf } from '../../src/board/tabs.ts';
import type { Key } from '../../src/board/types.ts';
import { fixtureTable } from './fixtures.ts';

const { dice } = fixtureTable('3p').position; // red and blue on space 1, white on 3

test('a click on a tile picks its space if that is a target', () => {
  const spaces = new Set<Key>(['space:1', 'tile:2']);
  assert.equal(resolvePick('tile:1', spaces, [], dice), 'space:1');
  assert.equal(resolvePick('tile:2', spaces, [], dice), 'tile:2');
  assert.equal(resolvePick('tile:3', spaces, [], dice), 'tile:3');
  assert.equal(resolvePick('tile:1', spaces, ['die:white'], dice), 'space:1');
});
test('a click on a die picks its space if the dice there can be rerolled', () => {
  assert.equal(resolvePick('die:red', new Set<Key>(['space:1']), ['reroll'], dice), 'space:1');
  assert.equal(resolvePick('die:white', new Set<Key>(['space:1']), ['reroll'], dice), 'die:white');
});
test('a click on a die while one is being moved picks the die', () => {
  const ways = new Set<Key>(['space:1', 'space:3']);
  assert.equal(resolvePick('die:red', ways, ['die:white'], dice), 'die:red');
  assert.equal(resolvePick('die:white', ways, ['die:white'], dice), 'die:white');
  assert.equal(resolvePick('space:1', ways, ['die:white'], dice), 'space:1');
});
test('a click on a die that is a target picks it', () =>
  assert.equal(resolvePick('die:red', new Set<Key>(['die:red', 'space:1']), [], dice), 'die:red'));
test('a click on other elements picks them', () => {
  assert.equal(resolvePick('card:1.1', new Set<Key>(['space:1']), [], dice), 'card:1.1');
  assert.equal(resolvePick('rubles', new Set<Key>(['space:1']), [], dice), 'rubles');
});

/** Return an element with a rectangle, which is all that `nearestElement` reads. */
function at(left: number, top: number): Element {
  return { getBoundingClientRect: () => ({ left, top, width: 10, height: 10 }) } as Element;
}

test('an arrow key finds the nearest element in its direction', () => {
  const here = at(0, 0);
  const right = at(30, 0);
  const below = at(0, 30);
  const farRight = at(90, 0);
  const all = [here, farRight, at(20, 25), below, right];
  assert.equal(nearestElement(here, 'ArrowRight', all), right);
  assert.equal(nearestElement(here, 'ArrowDown', all), below);
  assert.equal(nearestElement(right, 'ArrowLeft', all), here);
  assert.equal(nearestElement(below, 'ArrowUp', all), here);
  assert.equal(nearestElement(farRight, 'ArrowRight', all), null);
});

test('each element is on its tab', () => {
  assert.equal(tabOf('die:white'), 'market');
  assert.equal(tabOf('influence:2:1'), 'market');
  assert.equal(tabOf('tile:5'), 'market');
  assert.equal(tabOf('card:1.1'), 'cathedral');
  assert.equal(tabOf('banner:inventory'), 'board');
  assert.equal(tabOf('units:3'), null);
  assert.equal(tabOf('end'), null);
});
