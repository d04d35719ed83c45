import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actionIcons, rowWidth, type RowIcon } from '../actionIcons.ts';
import type { BoxAction } from '../types.ts';
import { box } from './fixtures.ts';

const action = (effect: BoxAction['effect'], more: Partial<BoxAction> = {}): BoxAction => ({
  effect,
  materials: 'WBSGEP',
  price: 1,
  amount: 1,
  endless: false,
  mark: 'printed',
  sentence_mark: 'printed',
  words: '',
  ...more,
});
const drawn = (each: BoxAction): string =>
  actionIcons(each)
    .map((token) => token.sym)
    .join(' ');

test('every action of the box is drawn', () => {
  for (const card of Object.values(box.influence))
    for (const each of card.actions) {
      const tokens = actionIcons(each);
      assert.ok(tokens.length > 1, `${each.effect} is not drawn`);
      assert.equal(tokens[0]?.sym, each.endless ? 'often' : 'once');
    }
});
test('what goes, an arrow, what comes', () => {
  assert.equal(
    drawn(action('sell', { materials: 'WB', price: 2 })),
    'once m-wood =/ m-brick arrow =2 ruble',
  );
  assert.equal(
    drawn(action('sell', { materials: 'GEP' })),
    'once m-gold m-green m-purple arrow ruble',
  );
  assert.equal(drawn(action('buy', { endless: true })), 'often ruble arrow m-any');
  assert.equal(drawn(action('deliver', { price: 3, amount: 2 })), 'once =3 ruble arrow =2 cart');
  assert.equal(drawn(action('gain-recognition', { amount: 2 })), 'once =2 recognition');
});
test('three of which one is meant are stacked: one token, not as wide as three', () => {
  const [, stacked] = actionIcons(action('sell', { materials: 'GEP' }));
  assert.ok(stacked && stacked.sym.includes(' ') && stacked.size < 2);
});
test('what is not known shows its words alone', () =>
  assert.equal(drawn(action('juggle' as BoxAction['effect'])), 'once'));
test('a row is as wide as its tokens and the gaps between them', () => {
  const [one, half] = [1, 0.5].map((size) => ({ sym: 'a', size })) as [RowIcon, RowIcon];
  assert.equal(rowWidth([one, half], 20, 4), 34);
  assert.equal(rowWidth([one], 20, 4), 20);
});
