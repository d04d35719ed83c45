import assert from 'node:assert/strict';
import { test } from 'node:test';

import { highlightOf } from '../../src/board/highlights.ts';
import type { Key } from '../../src/board/types.ts';

const targets = new Set<Key>(['die:white', 'die:red', 'card:1.1']);
const none = new Set<Key>();

test('a target is available while nothing is chosen', () => {
  assert.equal(highlightOf('die:red', { targets, chosen: [], highlighted: none }), 'available');
  assert.equal(highlightOf('die:blue', { targets, chosen: [], highlighted: none }), null);
});
test('highlighted targets glow and the others are dimmed', () => {
  const highlighted = new Set<Key>(['card:1.1', 'workshop:red']);
  assert.equal(highlightOf('card:1.1', { targets, chosen: [], highlighted }), 'glowing');
  assert.equal(highlightOf('die:red', { targets, chosen: [], highlighted }), 'dimmed');
  assert.equal(highlightOf('workshop:red', { targets, chosen: [], highlighted }), null);
});
test('after a pick only the chosen elements and the next targets have a highlight', () => {
  const at = {
    targets: new Set<Key>(['space:4']),
    chosen: ['die:red' as Key],
    highlighted: targets,
  };
  assert.equal(highlightOf('die:red', at), 'chosen');
  assert.equal(highlightOf('space:4', at), 'next');
  assert.equal(highlightOf('card:1.1', at), null);
});
