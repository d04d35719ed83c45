import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const APP = new URL('../', import.meta.url);
const LOADS = /\bimport\(\s*'/g;
const BY_PART = /<(?:Lazy|Part)\s+load=\{\(\) => import\('/g;

test('only Part, also through Lazy, loads parts later: it shows a failure and loads again', () => {
  const names = readdirSync(APP, { recursive: false, encoding: 'utf8' });
  const files = names.filter((name) => /\.(svelte|ts)$/.test(name));
  const count = (name: string, pattern: RegExp): number =>
    readFileSync(new URL(name, APP), 'utf8').match(pattern)?.length ?? 0;
  assert.ok(files.some((name) => count(name, BY_PART)));
  assert.deepEqual(
    files.filter((name) => count(name, LOADS) !== count(name, BY_PART)),
    [],
  );
});
