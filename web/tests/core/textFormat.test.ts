import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { createTranslate, type Texts, type Values } from '../../src/core/textFormat.ts';

interface Case {
  about: string;
  language: string;
  id: string;
  values: Values;
  says: string;
}

// Python is tested with the same cases: tests/text/test_cases.py.
const file = new URL('../../../tests/text/cases.json', import.meta.url);
const { texts, cases }: { texts: Record<string, Texts>; cases: Case[] } = JSON.parse(
  readFileSync(file, 'utf8'),
);
const english = texts['en'] ?? {};

for (const { about, language, id, values, says } of cases)
  test(about, () => {
    const t = createTranslate(texts[language] ?? {}, language, language === 'en' ? null : english);
    assert.equal(t(id, values), says);
  });

test('without an English text the id replaces it', () =>
  assert.equal(
    createTranslate(texts['pl'] ?? {}, 'pl')('only-english', { n: 2, materials: [] }),
    'only-english',
  ));
