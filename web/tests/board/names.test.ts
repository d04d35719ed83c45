import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  splitForShortening,
  giftSymbols,
  letterOf,
  lettersOf,
  materialName,
  quadrantOf,
  resourceOf,
  seasonOf,
  symbolOf,
} from '../../src/board/names.ts';
import { MATERIAL_LETTERS } from '../../src/vocabulary.ts';
import { box } from './fixtures.ts';

test('a resource is found by its letter and by its name', () => {
  assert.deepEqual(['S', 'R', '+'].map(resourceOf), ['stone', 'ruble', 'recognition']);
  for (const name of ['stone', 'ruble', 'recognition']) assert.equal(resourceOf(name), name);
  assert.equal(resourceOf('banner'), undefined);
});
test('letters and names of materials match', () => {
  for (const letter of MATERIAL_LETTERS) {
    assert.equal(letterOf(letter), letter);
    assert.equal(letterOf(materialName(letter)), letter);
  }
  assert.equal(letterOf('ruble'), undefined);
});
test('materials are listed one by one in the order of the record', () =>
  assert.deepEqual(lettersOf({ P: 1, W: 2, S: 0 }), ['W', 'W', 'P']));
test('a tile shows its resource once for each unit', () => {
  const more = { many: false, mark: 'printed', words: '' } as const;
  const gift = { gives: 'wood', die: null, amount: 2, ...more } as const;
  assert.deepEqual(giftSymbols(gift), ['m-wood', 'm-wood']);
  assert.deepEqual(giftSymbols({ ...gift, gives: 'die', die: 'red' }), []);
});
test('every resource tile of the box has a symbol', () => {
  for (const gift of Object.values(box.resources)) {
    assert.ok(giftSymbols(gift).length > 0, gift.words);
    assert.ok(symbolOf(gift.gives) !== 'm-any', gift.gives);
  }
});
test('each quadrant has two spaces, clockwise from winter', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(quadrantOf), [1, 1, 2, 2, 3, 3, 4, 4]);
  assert.deepEqual([1, 8].map(seasonOf), ['winter', 'autumn']);
  assert.equal(seasonOf(9), undefined);
});
test('a shortened name keeps the part that distinguishes it', () => {
  const names = ['Journeyman 1', 'Journeyman 2', 'Mila', 'Alexander', 'Alexandra'];
  assert.deepEqual(
    names.map((name) => splitForShortening(name, names).join('|')),
    ['Journeyman |1', 'Journeyman |2', 'Mila|', 'Alexand|er', 'Alexand|ra'],
  );
  assert.deepEqual(splitForShortening('Mia', ['Mia', 'Mia']), ['Mia', '']);
  assert.deepEqual(splitForShortening('Ann', ['Ann', 'Annabel']), ['Ann', '']);
  assert.deepEqual(splitForShortening('Annabel', ['Ann', 'Annabel']), ['Ann', 'abel']);
});
