import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  gameCountText,
  loadFirstGames,
  groupGames,
  isWaitingForReader,
  isOwnTurn,
  maySit,
  modeTexts,
  progress,
  withPlayerCount,
  numberDuplicates,
} from '../../src/core/gameList.ts';
import type {
  GameKind,
  GamePage,
  ServerInfo,
  Summary,
  SummarySeat,
} from '../../src/protocol.gen.ts';

const seat = (
  colour: SummarySeat['colour'],
  kind: SummarySeat['kind'] = 'person',
): SummarySeat => ({ colour, kind, name: '', called: colour, bot: null });
const edition = { key: 'usual', id: 'usual', name: 'The usual one', hash: '' };
const base: Summary = {
  id: 'a',
  created: '2026-05-03T10:00:01+00:00',
  changed: '2026-05-03T11:00:00+00:00',
  number: 7,
  turn: 3,
  to_move: 'red',
  seats: [seat('red'), seat('blue')],
  edition,
  over: null,
  was_loaded: true,
  is_hinted: false,
  is_unrolled: false,
  had_own_dice: false,
  options: {},
  towers: [],
  totals: [],
  winners: [],
  access: 'house',
  open: [],
  yours: [],
  is_host: true,
  may_remove: true,
  clock: null,
  stood_in: [],
  stand_ins: [],
  needs_person: false,
  gave_up: [],
};
const server = {
  edition: 'usual',
  options: [
    { name: 'first_game', values: [false, true], solo: false },
    { name: 'final_roll', values: ['ends_turn', 'leaves_open'], solo: false },
  ],
} as unknown as ServerInfo;
const t = (id: string, values: object = {}): string => [id, ...Object.values(values)].join(' ');
const usual = { workshop_side: 'basic', first_game: false, final_roll: 'ends_turn' } as const;

test('shows a plus sign where the server stopped counting', () => {
  assert.deepEqual([0, 7, 100, 101].map(gameCountText), ['0', '7', '100', '100+']);
});

test('it is the turn of a person only if no bot plays for them', () => {
  const mine: Summary = { ...base, yours: ['red'] };
  const replaced: Summary = { ...mine, stand_ins: ['red'] };
  const left: Summary = { ...replaced, stand_ins: ['red', 'blue'], needs_person: true };
  const gaveUp: Summary = { ...left, gave_up: ['red'] };
  const games = [mine, replaced, left, gaveUp];
  assert.deepEqual(games.map(isOwnTurn), [true, false, false, false]);
  assert.deepEqual(games.map(isWaitingForReader), [true, false, true, false]);
  const { mine: ordered } = groupGames([gaveUp, left]);
  assert.deepEqual(ordered, [left, gaveUp]);
});

test('loads pages until there are enough games, and no game twice', async () => {
  const ids = 'abcdefg';
  const requests: (string | null)[] = [];
  const loadPage = (kind: GameKind, before: string | null): Promise<GamePage> => {
    requests.push(before);
    const start = before === null ? 0 : Number(before);
    const games = [...ids.slice(Math.max(start - 1, 0), start + 2)].map((id) => ({ ...base, id }));
    const next = start + 2 < ids.length ? String(start + 2) : null;
    return Promise.resolve({ games, before: next, counts: { [kind]: ids.length } });
  };
  const loadedIds = async (minimum: number): Promise<string> =>
    (await loadFirstGames('over', minimum, loadPage)).games.map((game) => game.id).join('');
  assert.equal(await loadedIds(1), 'ab');
  assert.equal(await loadedIds(3), 'abcd');
  assert.equal(await loadedIds(99), ids);
  assert.deepEqual(requests, [null, null, '2', null, '2', '4', '6']);
});
test('counts the finished storeys', () => {
  const storey = (done: boolean): Summary['towers'][0][0] => ({ card: 'B1', owner: null, done });
  const towers = [[storey(true), storey(false)], [storey(true)]];
  assert.deepEqual(progress({ ...base, towers }), { done: 2, total: 3 });
});
test('numbers games that look the same by their age', () => {
  const games = [
    { ...base, id: 'late', created: '2026-05-03T10:00:40+00:00' },
    base,
    { ...base, id: 'other', turn: 4 },
    { ...base, id: 'later', created: '2026-05-03T10:01:00+00:00' },
  ];
  assert.deepEqual(
    [...numberDuplicates(games)],
    [
      ['a', 1],
      ['late', 2],
    ],
  );
});
test('describes the options that differ from the defaults', () => {
  const mode = (changes: Partial<Summary>): string[] =>
    modeTexts({ ...base, options: usual, ...changes }, server, t);
  assert.deepEqual(mode({}), []);
  assert.deepEqual(mode({ options: { ...usual, workshop_side: 'advanced', first_game: true } }), [
    'web.mode.advanced',
    'web.mode.first_game',
  ]);
  assert.deepEqual(
    mode({
      options: { ...usual, sides: { blue: 'advanced' }, final_roll: 'leaves_open' },
      edition: { ...edition, key: 'own', name: 'My own' },
    }),
    ['web.mode.mixed', 'web.mode.options 1', 'My own'],
  );
  // Ivan has no workshop, so his side does not count.
  assert.deepEqual(
    mode({
      seats: [seat('red'), seat('blue', 'ivan')],
      options: { ...usual, workshop_side: 'advanced', sides: { blue: 'basic' } },
    }),
    ['web.mode.solo', 'web.mode.advanced'],
  );
});
test("groups games into the reader's, those with free seats, and those to watch", () => {
  const open: Summary = { ...base, id: 'b', access: 'public', open: ['blue'], is_host: false };
  const games: Summary[] = [
    base,
    open,
    { ...open, id: 'c', open: [] },
    { ...open, id: 'd', yours: ['red'] },
    { ...open, id: 'e', over: 'finished' },
    { ...base, id: 'f', access: 'private', is_host: false },
  ];
  const ids = (list: Summary[]): string[] => list.map(({ id }) => id);
  const { mine, open: free, others } = groupGames(games);
  // The game of red waits for the reader, because red is to move.
  assert.deepEqual([ids(mine), ids(free), ids(others)], [['d', 'a', 'f'], ['b'], ['c', 'e']]);
  assert.deepEqual(ids(withPlayerCount(games, 3)), []);
  assert.equal(withPlayerCount(games, null).length, games.length);
  assert.equal(games.filter(maySit).length, 1);
});
