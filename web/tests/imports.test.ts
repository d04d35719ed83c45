// The imports between the files of the page: no cycles, and none from the board to the app.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const SRC = new URL('../src/', import.meta.url);
const IMPORT = /^\s*(?:import|export|\}) (?:[^;]*? )?from '(\.[^']+)'/gm;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|svelte)$/.test(name),
);

/** The files that each file imports, for code or for types. */
const imports = new Map(
  files.map((name) => {
    const text = readFileSync(new URL(name, SRC), 'utf8');
    const targets = [...text.matchAll(IMPORT)].map(([, path = '']) => {
      const target = new URL(path, new URL(name, SRC)).href.slice(SRC.href.length);
      return files.find((file) => file === target || file === `${target}.ts`) ?? target;
    });
    return [name, targets];
  }),
);

test('no imports form a cycle', () => {
  const visited = new Set<string>();
  function visit(name: string, path: string[]): void {
    assert.ok(!path.includes(name), [...path, name].join(' -> '));
    if (visited.has(name)) return;
    for (const target of imports.get(name) ?? []) visit(target, [...path, name]);
    visited.add(name);
  }
  for (const name of files) visit(name, []);
});

test('the board imports nothing of core and features', () => {
  const lines = [...imports].flatMap(([name, targets]) =>
    targets.map((target) => `${name} imports ${target}`),
  );
  assert.ok(lines.length > 300);
  assert.deepEqual(
    lines.filter((line) => /^board\/(?!tests\/).* imports (core|features)\//.test(line)),
    [],
  );
});
