import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const SOURCE = new URL('../src/', import.meta.url);
const SYMBOLS = new URL('../../src/redcathedral/symbols/symbols.svg', SOURCE);
const COLORS = new URL('colors.json', SYMBOLS);
/** `var(--ink)`. A property with a fallback needs no definition. */
const USED = /var\(\s*(--[\w-]+)\s*\)/g;
/** `--ink: …` in a style, `style:--ink={…}` of an element, `setProperty('--ink', …)`. */
const DEFINED = /(?<!var\(\s*)(--[\w-]+)(?=:|=|',)/g;

function texts(): Map<string, string> {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const sources = names.filter(
    (name) => /\.(svelte|css|ts)$/.test(name) && !name.includes('tests/'),
  );
  return new Map([
    ['symbols.svg', readFileSync(SYMBOLS, 'utf8')],
    ...sources.map((name) => [name, readFileSync(new URL(name, SOURCE), 'utf8')] as const),
  ]);
}

test('each custom property in use has a definition', () => {
  const files = texts();
  const colors = Object.values(JSON.parse(readFileSync(COLORS, 'utf8')) as object).flatMap(
    (list: object) => Object.keys(list).map((name) => `--${name}`),
  );
  const defined = new Set([
    ...colors,
    ...[...files.values()].flatMap((text) => text.match(DEFINED) ?? []),
  ]);
  const used = [...files].flatMap(([name, text]) =>
    [...text.matchAll(USED)].map(([, property = '']) => ({ name, property })),
  );
  assert.ok(used.length > 300);
  const undefinedProperties = used.filter(({ property }) => !defined.has(property));
  assert.deepEqual(undefinedProperties, []);
});
