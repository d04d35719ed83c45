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

// The page gets the English texts that a language lacks from the server, as texts of the language.
const translated = cases.filter(
  ({ language, id }) => id in { ...texts[language] } || id === 'no.such',
);
for (const { about, language, id, values, says } of translated)
  test(about, () => {
    const t = createTranslate({ ...texts['en'], ...texts[language] }, language);
    assert.equal(t(id, values), says);
  });

test('the id replaces a missing text', () =>
  assert.equal(
    createTranslate(texts['pl'] ?? {}, 'pl')('only-english', { n: 2, materials: [] }),
    'only-english',
  ));
