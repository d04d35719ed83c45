import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  EFFECT_CODES,
  enteredAction,
  influenceLine,
  parseInfluence,
} from '../../src/core/box/influenceLine.ts';
import type { Box, BoxAction, EffectName, EffectPart } from '../../src/protocol.gen.ts';

const effects = Object.fromEntries(
  Object.keys(EFFECT_CODES).map((effect) => [effect, [] as EffectPart[]]),
) as Box['effects'];
effects.sell = effects.buy = ['kinds', 'price'];
effects.deliver = ['price', 'amount'];
const action = (effect: EffectName, rest: Partial<BoxAction>): BoxAction => ({
  ...{ effect, materials: '', price: 0, amount: 1, endless: false },
  ...{ mark: 'printed', sentence_mark: 'printed', words: '', ...rest },
});
const SELL = action('sell', { materials: 'WBS', price: 1, endless: true });
const DELIVER = action('deliver', { price: 3, amount: 2 });
const TRADE = action('trade-pair', {});
const card = (...actions: BoxAction[]): Box['influence'][string] => ({
  ...{ group: 'craftsmen', mark: 'printed', origin: '', actions },
});
const packaged = {
  effects,
  influence: { C1: card(SELL, DELIVER), C2: card(TRADE) },
} as unknown as Box;
const parse = (text: string): ReturnType<typeof parseInfluence> => parseInfluence(text, packaged);

test('an action without numbers is like the packaged one', () => {
  const actions = [SELL, DELIVER].map(enteredAction);
  assert.deepEqual(parse('s, d'), { actions, first_game: false });
});

test('reads materials, the amount before the price, the sign, and the first game', () => {
  const sell = { ...enteredAction(SELL), materials: ['G', 'E'], price: 3, endless: false };
  const deliver = { ...enteredAction(DELIVER), amount: 1, price: 0 };
  for (const text of ['s ge 3^, d 1 0 f', 'S EG 3 ^ ,d 1 0f'])
    assert.deepEqual(parse(text), { actions: [sell, deliver], first_game: true });
  assert.equal(parse('s any')?.actions[0]?.materials?.length, 6);
  assert.equal(parse('2*')?.actions[0]?.endless, true);
});

test('writes each card as a text that it reads, also before its actions are chosen', () => {
  for (const text of ['s wbs 1*, d 2 3^ f', 's any 0^', '2*, 2^', ' f', ''])
    assert.equal(influenceLine(parse(text) ?? { actions: [] }, packaged), text);
});

test('rejects a line with any word that is unclear', () => {
  for (const text of ['q', 's 1 2', 's x', 'd w', 's 99', '2 1', 's, s, s', 's d', 'b'])
    assert.equal(parse(text), null);
});
