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
const say = (id: string, values: object = {}): string => [id, ...Object.values(values)].join(' ');
const usual = { workshop_side: 'basic', first_game: false, final_roll: 'ends_turn' } as const;

test('a number that the server did not count to its end is shown with a plus sign', () => {
  assert.deepEqual([0, 7, 100, 101].map(gameCountText), ['0', '7', '100', '100+']);
});

test('it is the turn of a person only where no bot plays for them', () => {
  const mine: Summary = { ...base, yours: ['red'] };
  const replaced: Summary = { ...mine, stand_ins: ['red'] };
  const left: Summary = { ...replaced, stand_ins: ['red', 'blue'], needs_person: true };
  const gaveUp: Summary = { ...left, gave_up: ['red'] };
  const games = [mine, replaced, left, gaveUp];
  assert.deepEqual(games.map(isOwnTurn), [true, false, false, false]);
  assert.deepEqual(games.map(isWaitingForReader), [true, false, true, false]);
  const { mine: own } = groupGames([gaveUp, left]);
  assert.deepEqual(own, [left, gaveUp]);
});

test('as many pages as are to be shown, and no game twice', async () => {
  const ids = 'abcdefg';
  const asked: (string | null)[] = [];
  const ask = (kind: GameKind, before: string | null): Promise<GamePage> => {
    asked.push(before);
    const at = before === null ? 0 : Number(before);
    const games = [...ids.slice(Math.max(at - 1, 0), at + 2)].map((id) => ({ ...base, id }));
    const next = at + 2 < ids.length ? String(at + 2) : null;
    return Promise.resolve({ games, before: next, counts: { [kind]: ids.length } });
  };
  const shown = async (most: number): Promise<string> =>
    (await loadFirstGames('over', most, ask)).games.map((game) => game.id).join('');
  assert.equal(await shown(1), 'ab');
  assert.equal(await shown(3), 'abcd');
  assert.equal(await shown(99), ids);
  assert.deepEqual(asked, [null, null, '2', null, '2', '4', '6']);
});
test('how much stands', () => {
  const storey = (done: boolean): Summary['towers'][0][0] => ({ card: 'B1', owner: null, done });
  const towers = [[storey(true), storey(false)], [storey(true)]];
  assert.deepEqual(progress({ ...base, towers }), { done: 2, all: 3 });
});
test('what looks alike is numbered by its age, what does not is not', () => {
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
test('the kind of game, as far as it is not the usual one', () => {
  const mode = (changes: Partial<Summary>): string[] =>
    modeTexts({ ...base, options: usual, ...changes }, server, say);
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
  // the side of Ivan, who has no workshop, says nothing
  assert.deepEqual(
    mode({
      seats: [seat('red'), seat('blue', 'ivan')],
      options: { ...usual, workshop_side: 'advanced', sides: { blue: 'basic' } },
    }),
    ['web.mode.solo', 'web.mode.advanced'],
  );
});
test('the own games, open tables and those to watch', () => {
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
  // red is to move, so that one waits for who looks
  assert.deepEqual([ids(mine), ids(free), ids(others)], [['d', 'a', 'f'], ['b'], ['c', 'e']]);
  assert.deepEqual(ids(withPlayerCount(games, 3)), []);
  assert.equal(withPlayerCount(games, null).length, games.length);
  assert.equal(games.filter(maySit).length, 1);
});
