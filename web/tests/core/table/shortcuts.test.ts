import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keyOf, shortcutOf } from '../../../src/core/table/shortcuts.ts';

const press = (key: string, code: string, shiftKey = false): ReturnType<typeof shortcutOf> =>
  shortcutOf({ key, code, shiftKey });

test('shortcuts ignore the case of letters; only Shift reverses t', () => {
  assert.equal(press('m', 'KeyM'), 'menu');
  assert.equal(press('M', 'KeyM'), 'menu'); // Caps Lock
  assert.equal(press('M', 'KeyM', true), 'menu');
  assert.equal(press('t', 'KeyT'), 'next');
  assert.equal(press('T', 'KeyT'), 'next');
  assert.equal(press('T', 'KeyT', true), 'previous');
  assert.equal(press('t', 'KeyT', true), 'previous'); // Shift with Caps Lock
});

test('a letter of another script counts by its place on the keyboard', () => {
  assert.equal(press('ь', 'KeyM'), 'menu');
  assert.equal(press('Ь', 'KeyM', true), 'menu');
  assert.equal(press('μ', 'KeyM'), 'menu');
  assert.equal(press('д', 'KeyL'), 'list');
  assert.equal(press('Τ', 'KeyT', true), 'previous'); // Greek
  assert.equal(press('צ', 'KeyM'), 'menu');
});

test('the row of digits counts without Shift on AZERTY and Czech keyboards', () => {
  const azerty = ['&', 'é', '"', "'"];
  const czech = ['+', 'ě', 'š', 'č'];
  for (const row of [azerty, czech])
    assert.deepEqual(
      row.map((key, at) => keyOf({ key, code: `Digit${String(at + 1)}`, shiftKey: false })),
      ['1', '2', '3', '4'],
    );
  assert.equal(press('Ě', 'Digit2'), 'verb'); // Caps Lock
  assert.equal(press('1', 'Digit1', true), 'verb'); // AZERTY with Shift
  assert.equal(press('1', 'Numpad1'), 'verb');
  assert.equal(press('!', 'Digit1', true), null);
});

test('a Latin letter counts by the keyboard layout', () => {
  assert.equal(press('m', 'Semicolon'), 'menu'); // AZERTY
  assert.equal(press(',', 'KeyM'), null);
  assert.equal(press('?', 'KeyM', true), 'help');
  assert.equal(press('l', 'KeyP'), 'list'); // Dvorak
  assert.equal(press('ı', 'KeyI'), null); // Turkish, which has an i elsewhere
  assert.equal(press('i', 'Quote'), 'rule');
});

test('dead keys and keys with names are not letters', () => {
  assert.equal(press('Dead', 'KeyE'), null);
  assert.equal(press('Process', 'KeyM'), null);
  assert.equal(press('Escape', 'Escape'), 'back');
  assert.equal(press(' ', 'Space'), 'skip');
  assert.equal(press('?', 'Minus', true), 'help'); // German
});
