import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  canonicalJson,
  screenName,
  reportText,
  type ProblemReport,
} from '../../src/core/problemReport.ts';
import type { LogEntry, Table } from '../../src/protocol.gen.ts';

const t = (id: string): string => id;
const base: ProblemReport = {
  server: { version: '1.2', engine: 'compiled' },
  language: 'de',
  browser: 'Browser/7',
  size: [390, 844],
  hash: '#/table/secret/red',
  failure: null,
  table: null,
  log: [],
  record: null,
};
const table = {
  id: 'secret',
  number: 12,
  turn: 3,
  edition: { key: 'k', id: 'reconstructed-2020', name: 'Box', hash: 'sha256:1' },
  due: { phase: 'turn' },
  position: { towers: [{ b: 1, a: [2] }], dice: { white: [1, 2] } },
  seats: [{ name: 'Ana' }],
  lesson: null,
  puzzle: null,
} as unknown as Table;
const log = [{ decision: 'take 2' }, { decision: null }, { decision: 'end' }] as LogEntry[];

test('a report has only the kind of screen from the address', () => {
  assert.equal(screenName('#/table/abc/red'), 'table');
  assert.equal(screenName('#/replay/abc/3'), 'replay');
  assert.equal(screenName('#/'), 'start');
  assert.equal(screenName(''), 'start');
  assert.equal(screenName('#/<script>'), 'start');
});
test('writes a position as a record does', () => {
  assert.equal(
    canonicalJson({ b: [{ d: 1, c: null }], a: 'x' }),
    '{"a":"x","b":[{"c":null,"d":1}]}',
  );
});
test('the questions come first, then the facts', () => {
  const lines = reportText(base, t).split('\n');
  assert.equal(lines[0], 'web.report.expected');
  assert.equal(lines[2], 'web.report.happened');
  assert.ok(lines.includes('redcathedral 1.2, engine compiled'));
  assert.ok(lines.includes('page: table, de, 390x844'));
  assert.ok(lines.includes('browser: Browser/7'));
  const lost = reportText({ ...base, server: null, failure: 'failed; it broke' }, t);
  assert.ok(/redcathedral: no answer/.test(lost));
  assert.ok(/failure: failed; it broke/.test(lost));
});
test('a stored game has its record, and practice has its decisions', () => {
  const stored = reportText({ ...base, table, log, record: 'seat red\nturn red\n' }, t);
  assert.ok(/edition: reconstructed-2020 sha256:1\n/.test(stored));
  assert.ok(/table: number 12, turn 3, turn\n/.test(stored));
  assert.ok(
    /\nstate \{"dice":\{"white":\[1,2\]\},"towers":\[\{"a":\[2\],"b":1\}\]\}\n/.test(stored),
  );
  assert.ok(stored.endsWith('\n\nseat red\nturn red\n'));
  assert.ok(!/decisions|Ana|secret/.test(stored));
  const puzzle = { ...table, puzzle: { id: 'p7' } } as unknown as Table;
  const practice = reportText({ ...base, table: puzzle, log }, t);
  assert.ok(/\npuzzle p7\ndecisions: take 2; end\nstate /.test(practice));
  const lesson = { ...table, due: null, lesson: { lesson: 'first', step: 2 } } as unknown as Table;
  assert.ok(
    /turn 3, nothing due\nlesson first, step 2\nstate/.test(
      reportText({ ...base, table: lesson }, t),
    ),
  );
});
