import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import {
  cardLine,
  completeCard,
  parseCard,
  parseHeights,
  parseSpaces,
} from '../../src/core/box/lineEntry.ts';
import { boxOf, hasComponents, StoredBox } from '../../src/core/box/storedBox.ts';

const CARD = { cost: ['W', 'B', 'B', 'S'], recognition: 3, rubles: 2 };

test('reads a card in any of the usual forms', () => {
  for (const text of [
    'wbbs 3 2',
    'WBBS 3 2r',
    'wbbs3+2r',
    ' w b b s 3+2 ',
    'ｗbbs 3, 2',
    'sbwb 3 2',
  ])
    assert.deepEqual(completeCard(parseCard(text)), CARD);
  assert.deepEqual(completeCard(parseCard('g 2r')), { cost: ['G'], recognition: 0, rubles: 2 });
  assert.deepEqual(completeCard(parseCard('ep 12')), {
    cost: ['E', 'P'],
    recognition: 12,
    rubles: 0,
  });
});

test('does not enter a card that is unclear or not complete', () => {
  for (const text of [
    '',
    'wbbs',
    '3 2',
    'wxs 3',
    'wb 3 2 1',
    'wb 99',
    'w'.repeat(13) + ' 3',
    '3 wb',
  ])
    assert.equal(completeCard(parseCard(text)), null);
});

test('writes what has been tapped so far as a text that it can read', () => {
  for (const text of ['', 'w', 'wb 3', 'wb 3 2', 'wb 2r', '4'])
    assert.equal(cardLine(parseCard(text) ?? { cost: [], recognition: 9, rubles: 9 }), text);
});

test('reads the heights of a plan', () => {
  assert.deepEqual(parseHeights('3243', 4), [3, 2, 4, 3]);
  assert.deepEqual(parseHeights('3-2-4 · 3', 4), [3, 2, 4, 3]);
  for (const text of ['', '324', '32433', '3x43']) assert.equal(parseHeights(text, 4), null);
});

test('reads spaces and ranges', () => {
  assert.deepEqual(parseSpaces('9, 5 60 - 62', 80), [5, 9, 60, 61, 62]);
  for (const text of ['', '0', '81', '9-5', '5-', 'five'])
    assert.equal(parseSpaces(text, 80), null);
});

let stored: Record<string, string> = {};
let isFull = false;
beforeEach(() => {
  stored = {};
  isFull = false;
  const localStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('full');
      stored[key] = value;
    },
  };
  Object.assign(globalThis, { localStorage });
});
const setRubles = (box: StoredBox, rubles: number): void =>
  box.change((draft) => (draft.rubles = rubles));
const setName = (box: StoredBox, name: string): void => box.change((draft) => (draft.name = name));

test('keeps what two tabs enter in turn, and undoes only changes of this tab', () => {
  const [one, other] = [new StoredBox(), new StoredBox()];
  setRubles(one, 70);
  setName(other, 'ours');
  assert.equal(other.entered.rubles, 70);
  one.undo();
  assert.deepEqual([one.entered.rubles, one.entered.name], [70, 'ours']);
  other.undo();
  assert.deepEqual(new StoredBox().entered, boxOf({ rubles: 70 }));
});

test('keeps changes that the browser cannot store, and stores them later', () => {
  const box = new StoredBox();
  setName(box, 'ours');
  isFull = true;
  setRubles(box, 70);
  setName(box, 'mine');
  assert.deepEqual([box.isStored, box.entered.rubles], [false, 70]);
  isFull = false;
  setName(box, 'hers');
  assert.equal(box.isStored, true);
  assert.deepEqual(new StoredBox().entered, boxOf({ name: 'hers', rubles: 70 }));
});

test('begins with an empty box if the stored one is malformed', () => {
  stored['redcathedral.box'] = '{"tiles": 3, "rubles": "many", "prestige": null}';
  assert.equal(hasComponents(new StoredBox().entered), false);
  assert.equal(hasComponents(boxOf({ cards: { bases: [CARD] } })), true);
  assert.equal(hasComponents(boxOf({ cards: { bases: [] } })), false);
});
