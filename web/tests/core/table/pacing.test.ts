import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Colour, Event, LogEntry, Past, Table } from '../../../src/protocol.gen.ts';
import { fixtureTable } from '../../board/fixtures.ts';
import {
  ACTION_MS,
  BUILD_MS,
  LAST_DIE_MS,
  replayFrames,
  framesBetween,
  groupEvents,
  MOVE_MS,
  durationOf,
} from '../../../src/core/table/pacing.ts';
import { firstUnseenEntry } from '../../../src/core/log/turns.ts';

const table = fixtureTable('3p');
const before: Table = { ...table, log: [], log_from: 0, number: 7 };

function log(...turns: [Colour, ...Event[]][]): LogEntry[] {
  return turns.map(([seat, ...events], index) => ({
    index,
    turn: 1,
    seat,
    decision: null,
    text: `${index}`,
    events,
    explained: [],
  }));
}
function after(entries: LogEntry[], dice: Partial<Table['position']['dice']> = {}): Table {
  const position = { ...before.position, dice: { ...before.position.dice, ...dice } };
  return { ...before, number: 8, position, log: entries };
}
const kinds = (events: readonly Event[]): string => events.map((event) => event.kind).join(' ');

const roll = (die: 'white' | 'red', face: number): Event => ({
  kind: 'die-rolled',
  seat: 'red',
  die,
  face,
});
const moved: Event = { kind: 'die-moved', seat: 'yellow', die: 'white', from: 2, to: 5 };
const ivan: Event[] = [
  { kind: 'turn-began', seat: 'yellow' },
  { kind: 'ivan-acted', seat: 'yellow', card: 'build', number: 4, die: 'white' },
  moved,
  { ...roll('white', 6), seat: 'yellow' },
  { kind: 'delivered', seat: 'yellow', place: '1.2', resource: 'wood' },
  { kind: 'completed', seat: 'yellow', place: '1.2' },
  { kind: 'gained', seat: 'yellow', resource: 'recognition', amount: 3 },
];

test("one entry of Ivan's turn has several groups", () => {
  const groups = groupEvents(log(['red', roll('red', 4)], ['yellow', ...ivan]), ['red']);
  assert.deepEqual(
    groups.map(({ seat, index, events }) => [seat, index, kinds(events)]),
    [
      ['red', 0, 'die-rolled'],
      ['yellow', 1, 'turn-began ivan-acted die-moved'],
      ['yellow', 1, 'die-rolled'],
      ['yellow', 1, 'delivered completed gained'],
    ],
  );
  assert.deepEqual(
    groups.map(({ events }) => durationOf(events)),
    [LAST_DIE_MS, MOVE_MS, LAST_DIE_MS, BUILD_MS],
  );
});
test('each decision of a bot is a group, together with its payment', () => {
  const paid: Event = { kind: 'paid', seat: 'blue', resource: 'ruble', amount: 1 };
  const gained: Event = { kind: 'gained', seat: 'blue', resource: 'stone', amount: 2 };
  const groups = groupEvents(log(['blue', paid, moved], ['blue', gained], ['blue']), ['red']);
  assert.deepEqual(
    groups.map(({ events }) => kinds(events)),
    ['paid die-moved', 'gained'],
  );
  assert.deepEqual(
    groups.map(({ events }) => durationOf(events)),
    [MOVE_MS, ACTION_MS],
  );
});
test('a turn of a player on this page is one group', () => {
  const gained: Event = { kind: 'gained', seat: 'red', resource: 'stone', amount: 2 };
  const groups = groupEvents(log(['red', gained], ['red', roll('red', 1), roll('white', 2)]), [
    'red',
  ]);
  assert.deepEqual(
    groups.map(({ events }) => kinds(events)),
    ['gained die-rolled die-rolled'],
  );
});
test('dice move with their groups, and other events happen in the last frame', () => {
  const entries = log(['red', roll('red', 4)], ['yellow', ...ivan]);
  const next = after(entries, { white: [6, 5], red: [4, before.position.dice.red[1]] });
  const frames = framesBetween(before, next, entries, ['red']);
  assert.deepEqual(
    frames.map(({ recentEvents }) => kinds(recentEvents)),
    ['die-rolled', 'die-moved', 'die-rolled', 'turn-began ivan-acted delivered completed gained'],
  );
  assert.deepEqual(
    frames.map(({ table: { position } }) => [position.dice.red[0], ...position.dice.white]),
    [
      [4, ...before.position.dice.white],
      [4, before.position.dice.white[0], 5],
      [4, 6, 5],
      [4, 6, 5],
    ],
  );
  assert.deepEqual(
    frames.map(({ table: { number, due, legal } }) => [number, due?.seat, legal.length > 0]),
    [
      [7, 'red', false],
      [7, 'yellow', false],
      [7, 'yellow', false],
      [8, next.due?.seat, next.legal.length > 0],
    ],
  );
  assert.deepEqual(
    frames.map((frame) => frame.log.length),
    [1, 2, 2, 2],
  );
});
test('a step has all events so far and the market space', () => {
  const entries = log(['red', roll('red', 4)], ['yellow', ...ivan]);
  const steps = framesBetween(before, after(entries), entries, ['red']).map((frame) => frame.step);
  assert.equal(steps[0], null);
  assert.deepEqual(
    steps.slice(1).map((step) => [step?.seat, step?.space, step?.isDone]),
    [
      ['yellow', 5, false],
      ['yellow', 5, false],
      ['yellow', 5, true],
    ],
  );
  assert.equal(steps[3]?.events.length, 8);
  // A die starts from its first space, also in the frame of its roll.
  for (const step of steps.slice(1))
    assert.deepEqual(step?.from.dice.white, before.position.dice.white);
});
test('a step of a player on this page has only the reprimands', () => {
  const reprimand: Event = {
    kind: 'reprimanded',
    seat: 'blue',
    place: '1.1',
    cause: '1.2',
    amount: 1,
  };
  const entries = log(['red', { kind: 'completed', seat: 'red', place: '1.2' }, reprimand]);
  const [frame, ...more] = framesBetween(before, after(entries), entries, ['red']);
  assert.deepEqual([frame?.step?.events, more], [[reprimand], []]);
});
test('a message without events is shown at once', () => {
  const entries = log(['red']);
  for (const former of [null, before]) {
    const [frame, ...more] = framesBetween(former, after(entries), entries, ['red']);
    assert.deepEqual(
      [frame?.milliseconds, frame?.step, frame?.recentEvents, more],
      [0, null, [], []],
    );
  }
});
test('a replay has frames from the first past position to the current one', () => {
  const first: Event = { ...moved, seat: 'blue' };
  const entries = log(['red'], ['blue', first], ['blue', roll('white', 2)]);
  const now = after(entries, { white: [2, 5] });
  const past = (index: number, white: [number, number]): Past => ({
    log: index,
    seats: now.seats,
    tower_pay: [],
    position: { ...now.position, dice: { ...now.position.dice, white } },
  });
  const frames = replayFrames([past(1, [3, 2]), past(2, [3, 5])], now, entries, ['red']);
  assert.deepEqual(
    frames.map(({ table: { position, due }, recentEvents }) => [
      position.dice.white,
      kinds(recentEvents),
      due?.yours,
    ]),
    [
      [[3, 2], '', false],
      [[3, 5], 'die-moved', false],
      [[2, 5], 'die-rolled', now.due?.yours],
      [[2, 5], '', now.due?.yours],
    ],
  );
  assert.ok(frames.every((frame) => frame.log === entries));
  assert.deepEqual(
    frames.map(({ table: { prompt } }) => prompt),
    ['', '', now.prompt, now.prompt],
  );
});
test('new entries begin after the last turn of the player who must decide', () => {
  const entries = log(['red'], ['red'], ['blue'], ['yellow'], ['red']).map((entry, index) => ({
    ...entry,
    turn: [1, 1, 2, 3, 4][index] ?? 0,
  }));
  assert.equal(firstUnseenEntry(entries, 'red', 4), 2);
  assert.equal(firstUnseenEntry(entries, 'blue', 5), 3);
  assert.equal(firstUnseenEntry(entries, 'green', 5), 0);
});
