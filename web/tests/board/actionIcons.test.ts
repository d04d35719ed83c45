import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actionIcons, rowWidth, type RowIcon } from '../../src/board/actionIcons.ts';
import type { BoxAction } from '../../src/board/types.ts';
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

test('every action in the box has icons', () => {
  for (const card of Object.values(box.influence))
    for (const each of card.actions) {
      const tokens = actionIcons(each);
      assert.ok(tokens.length > 1, `${each.effect} is not drawn`);
      assert.equal(tokens[0]?.sym, each.endless ? 'often' : 'once');
    }
});
test('an action is drawn as its cost, an arrow and its benefit', () => {
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
test('three alternatives are stacked into one icon', () => {
  const [, stacked] = actionIcons(action('sell', { materials: 'GEP' }));
  assert.ok(stacked && stacked.sym.includes(' ') && stacked.size < 2);
});
test('an unknown effect shows only the frequency of its action', () =>
  assert.equal(drawn(action('juggle' as BoxAction['effect'])), 'once'));
test('the width of a row contains its icons and gaps', () => {
  const [one, half] = [1, 0.5].map((size) => ({ sym: 'a', size })) as [RowIcon, RowIcon];
  assert.equal(rowWidth([one, half], 20), 31.4);
  assert.equal(rowWidth([one], 20), 20);
});
