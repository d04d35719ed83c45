import assert from 'node:assert/strict';
import { test } from 'node:test';

import { markOf } from '../marks.ts';
import type { Key } from '../types.ts';

const targets = new Set<Key>(['die:white', 'die:red', 'card:1.1']);
const none = new Set<Key>();

test('at rest what can be picked has a bead', () => {
  assert.equal(markOf('die:red', { targets, chosen: [], lit: none }), 'rest');
  assert.equal(markOf('die:blue', { targets, chosen: [], lit: none }), null);
});
test('what a verb is about glows, the beads of the others dim', () => {
  const lit = new Set<Key>(['card:1.1', 'workshop:red']);
  assert.equal(markOf('card:1.1', { targets, chosen: [], lit }), 'lit');
  assert.equal(markOf('die:red', { targets, chosen: [], lit }), 'dim');
  assert.equal(markOf('workshop:red', { targets, chosen: [], lit }), null);
});
test('after a pick only what comes next is marked, whatever was lit', () => {
  const at = { targets: new Set<Key>(['space:4']), chosen: ['die:red' as Key], lit: targets };
  assert.equal(markOf('die:red', at), 'chosen');
  assert.equal(markOf('space:4', at), 'next');
  assert.equal(markOf('card:1.1', at), null);
});
