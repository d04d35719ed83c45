// Which files of the page import which: in one direction, and the board nothing of the app.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const SRC = new URL('../src/', import.meta.url);
const IMPORT = /^\s*(?:import|export|\}) (?:[^;]*? )?from '(\.[^']+)'/gm;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|svelte)$/.test(name),
);

/** What each file imports, for its types alone too. */
const imports = new Map(
  files.map((name) => {
    const text = readFileSync(new URL(name, SRC), 'utf8');
    const found = [...text.matchAll(IMPORT)].map(([, path = '']) => {
      const to = new URL(path, new URL(name, SRC)).href.slice(SRC.href.length);
      return files.find((each) => each === to || each === `${to}.ts`) ?? to;
    });
    return [name, found];
  }),
);

test('no file imports itself through others', () => {
  const done = new Set<string>();
  function visit(name: string, path: string[]): void {
    assert.ok(!path.includes(name), [...path, name].join(' -> '));
    if (done.has(name)) return;
    for (const each of imports.get(name) ?? []) visit(each, [...path, name]);
    done.add(name);
  }
  for (const name of files) visit(name, []);
});

test('the board imports nothing of core and features', () => {
  const found = [...imports].flatMap(([name, of]) => of.map((each) => `${name} imports ${each}`));
  assert.ok(found.length > 300);
  assert.deepEqual(
    found.filter((line) => /^board\/(?!tests\/).* imports (core|features)\//.test(line)),
    [],
  );
});
