import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isolated, withoutIsolation } from '../../src/core/bidiIsolation.ts';
import { createTranslate } from '../../src/core/textFormat.ts';

const HEBREW = 'דוד';

test('only a right-to-left name gets isolation marks', () => {
  assert.equal(isolated(HEBREW), `\u2068${HEBREW}\u2069`);
  assert.equal(isolated('ليلى 2'), '\u2068ليلى 2\u2069');
  assert.equal(withoutIsolation(isolated(HEBREW)), HEBREW);
  for (const name of ['', 'Ana', 'Ольга', '3']) assert.equal(isolated(name), name);
});

test('each text isolates the names in it', () => {
  const t = createTranslate({ total: '{who}: {n}', won: '{who} won' }, 'en');
  assert.equal(t('total', { who: HEBREW, n: 30 }), `\u2068${HEBREW}\u2069: 30`);
  assert.equal(t('won', { who: { all: [HEBREW, 'Ana'] } }), `\u2068${HEBREW}\u2069 and Ana won`);
  assert.equal(t('total', { who: 'Ana', n: 30 }), 'Ana: 30');
});
