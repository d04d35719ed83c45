import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const SOURCE = new URL('../src/', import.meta.url);
const DYNAMIC_IMPORT = /\bimport\(\s*'/g;
/** `load` is a property of LazyModule, and of a lazy view, which ViewOutlet shows with LazyModule. */
const HANDLED_IMPORT = /(?:<LazyModule\s+load=\{|\bload: )\(\) =>\s*import\(\s*'/g;

test('only LazyModule loads code later: it shows a failure and can retry', () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes('tests/'));
  const count = (name: string, pattern: RegExp): number =>
    readFileSync(new URL(name, SOURCE), 'utf8').match(pattern)?.length ?? 0;
  assert.ok(files.some((name) => count(name, HANDLED_IMPORT)));
  assert.deepEqual(
    files.filter((name) => count(name, DYNAMIC_IMPORT) !== count(name, HANDLED_IMPORT)),
    [],
  );
});
