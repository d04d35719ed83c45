import assert from 'node:assert/strict';
import { test } from 'node:test';

import { resolvePick, nearestElement } from '../interaction.ts';
import { tabOf } from '../tabs.ts';
import type { Key } from '../types.ts';
import { fixtureTable } from './fixtures.ts';

const { dice } = fixtureTable('3p').position; // red and blue on space 1, white on 3

test('a tile stands for its space where that can be picked', () => {
  const spaces = new Set<Key>(['space:1', 'tile:2']);
  assert.equal(resolvePick('tile:1', spaces, [], dice), 'space:1');
  assert.equal(resolvePick('tile:2', spaces, [], dice), 'tile:2');
  assert.equal(resolvePick('tile:3', spaces, [], dice), 'tile:3');
  assert.equal(resolvePick('tile:1', spaces, ['die:white'], dice), 'space:1');
});
test('a die stands for its space where the dice there are rolled again', () => {
  assert.equal(resolvePick('die:red', new Set<Key>(['space:1']), ['reroll'], dice), 'space:1');
  assert.equal(resolvePick('die:white', new Set<Key>(['space:1']), ['reroll'], dice), 'die:white');
});
test('while a die is moved every other die is itself, and so is that one', () => {
  const ways = new Set<Key>(['space:1', 'space:3']);
  assert.equal(resolvePick('die:red', ways, ['die:white'], dice), 'die:red');
  assert.equal(resolvePick('die:white', ways, ['die:white'], dice), 'die:white');
  assert.equal(resolvePick('space:1', ways, ['die:white'], dice), 'space:1');
});
test('a die that can be picked is itself', () =>
  assert.equal(resolvePick('die:red', new Set<Key>(['die:red', 'space:1']), [], dice), 'die:red'));
test('what lies upon nothing is itself', () => {
  assert.equal(resolvePick('card:1.1', new Set<Key>(['space:1']), [], dice), 'card:1.1');
  assert.equal(resolvePick('rubles', new Set<Key>(['space:1']), [], dice), 'rubles');
});

/** An element of this size at this place is all that `nearestElement` looks at. */
function at(left: number, top: number): Element {
  return { getBoundingClientRect: () => ({ left, top, width: 10, height: 10 }) } as Element;
}

test('an arrow key goes to the nearest element that way', () => {
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

test('things that can be picked are on a tab of their own', () => {
  assert.equal(tabOf('die:white'), 'market');
  assert.equal(tabOf('influence:2:1'), 'market');
  assert.equal(tabOf('tile:5'), 'market');
  assert.equal(tabOf('card:1.1'), 'cathedral');
  assert.equal(tabOf('banner:inventory'), 'board');
  assert.equal(tabOf('units:3'), null);
  assert.equal(tabOf('end'), null);
});
