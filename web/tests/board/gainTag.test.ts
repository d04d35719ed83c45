import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Gain } from '../../src/board/eventEffects.ts';
import { MAX_PARTS, tagParts } from '../../src/board/gainTag.ts';
import type { Offer, Translate } from '../../src/board/types.ts';

const t: Translate = (id, values = {}) => [id, ...Object.values(values)].join(' ');
const bricks = (received: number, shortOf: Offer['short_of'] = 'room'): Offer => ({
  resource: 'brick',
  offered: 4,
  received,
  short_of: shortOf,
});
const gained = (resource: Gain['resource'], amount: number): Gain => ({ resource, amount });
const said = (gains: Gain[], offer: Offer | null): string[] =>
  tagParts(gains, offer, t).map(
    ({ text, symbol, isShort }) => `${text} ${symbol}${isShort ? ' !' : ''}`,
  );

test('a gain is a number with its symbol', () => {
  const gains = [gained('brick', 4), gained('prestige', 1)];
  assert.deepEqual(said(gains, null), ['+4 m-brick', '+1 prestige']);
  assert.deepEqual(said([], null), []);
  assert.deepEqual(said([gained('ruble', 0)], null), []);
});
test('a gain that is received in part shows both amounts', () => {
  const gains = [gained('ruble', 1), gained('brick', 2)];
  assert.deepEqual(said(gains, bricks(2)), ['+1 ruble', 'board.gain-part 2 4 m-brick !']);
});
test('an offer that is not received shows the reason', () => {
  assert.deepEqual(said([], bricks(0)), ['board.no-room m-brick !']);
  const lacking = said([gained('ruble', 1)], bricks(0, 'supply'));
  assert.deepEqual(lacking, ['board.none-left m-brick !', '+1 ruble']);
});
test('a tag has at most three parts and grows with its text', () => {
  const many = (['wood', 'brick', 'stone', 'gold'] as const).map((each) => gained(each, 1));
  assert.equal(tagParts(many, null, t).length, MAX_PARTS);
  const width = (words: string): number => tagParts([], bricks(0), () => words)[0]?.width ?? 0;
  assert.ok(width('kein Platz da') > width('no room'));
});
