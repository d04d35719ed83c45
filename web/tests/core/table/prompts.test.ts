import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fixtureTable } from '../../board/fixtures.ts';
import type { Key } from '../../../src/board/types.ts';
import { questionFor } from '../../../src/core/table/prompts.ts';
import { DecisionPaths } from '../../../src/core/table/decisionPaths.ts';
import { requiredDecisions, firstKeys, isQuestion } from '../../../src/core/table/turnOptions.ts';

const file = new URL('../../../../src/redcathedral/locales/en.json', import.meta.url);
const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const FIXTURES = ['start', '2p', '3p', '3p-advanced', 'tile', 'trade', 'ornament', 'solo'];

/** The questions of a position, by the picked elements. */
function* questions(name: string): Generator<[string, string]> {
  const { legal, due } = fixtureTable(name);
  const paths = new DecisionPaths(legal);
  if (isQuestion(due)) {
    const under = requiredDecisions(legal);
    yield ['', questionFor(under, [], firstKeys(under)).id];
  }
  const walk = function* (path: Key[]): Generator<[string, string]> {
    const next = paths.nextKeys(path);
    if (path.length && next.size > 1)
      yield [path.join(' '), questionFor(paths.decisionsUnder(path), path, next).id];
    for (const key of next) yield* walk([...path, key]);
  };
  yield* walk([]);
}

test('every incomplete path has a question with a text', () => {
  for (const name of FIXTURES)
    for (const [path, id] of questions(name)) {
      assert.ok(id in texts, `${name}, ${path}: there is no ${id}`);
      assert.ok(id !== 'web.ask', `${name}, ${path}`);
    }
});
test('a workshop tile needs a workshop, then a side', () => {
  const questionIds = new Map(questions('tile'));
  assert.equal(questionIds.get(''), 'web.ask.tile.workshop');
  const { legal } = fixtureTable('tile');
  const paidTile = legal.find(({ verb, rubles }) => verb === 'tile' && rubles > 0);
  if (!paidTile) throw new Error('no tile costs rubles there');
  const path = paidTile.on.slice(0, 1) as Key[];
  const paths = new DecisionPaths(legal);
  assert.deepEqual(questionFor(paths.decisionsUnder(path), path, paths.nextKeys(path)), {
    id: 'web.ask.tile.side',
    values: { n: 1, price: paidTile.rubles },
  });
});
test('one question covers materials and ornaments that can be delivered', () => {
  const { legal } = fixtureTable('ornament');
  const either = legal.filter(({ verb }) => verb === 'deliver' || verb === 'ornament');
  const { id } = questionFor(either, [], firstKeys(either));
  assert.equal(id, 'web.ask.deliver-ornament');
  assert.ok(id in texts);
});
