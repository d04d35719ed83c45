import assert from 'node:assert/strict';
import { test } from 'node:test';

import { wholeNumber } from '../../src/core/wholeNumber.ts';

test('parses digits, with spaces around them', () => {
  assert.deepEqual(['12', ' 12 ', '012', '１２', '0', ''].map(wholeNumber), [12, 12, 12, 12, 0, 0]);
});
test('rejects any other text', () => {
  const texts = ['twelve', '1 2', '-1', '+1', '1.5', '1e3', '0x1f', '½', 'Infinity', '1234567890'];
  assert.deepEqual(
    texts.map(wholeNumber),
    texts.map(() => null),
  );
});
