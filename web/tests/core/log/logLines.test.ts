import assert from 'node:assert/strict';
import { test } from 'node:test';

import { t, fixtureTable } from '../../board/fixtures.ts';
import type { Event, LogEntry } from '../../../src/protocol.gen.ts';
import { logLines, netAmounts, type Line, type LogTexts } from '../../../src/core/log/logLines.ts';
import { turnsOf } from '../../../src/core/log/turns.ts';

const NAMES = { red: 'Ana', blue: 'Ben', green: 'Cid', yellow: 'Dora' };
const texts: LogTexts = { t, name: (seat) => NAMES[seat] };

function entry(...events: Event[]): LogEntry {
  return {
    index: 0,
    turn: 3,
    seat: 'red',
    decision: null,
    text: 'Said at length.',
    events,
    explained: [],
  };
}
const delivered = (resource: 'brick' | 'gold', place = '3.1'): Event => ({
  kind: 'delivered',
  seat: 'red',
  place,
  resource,
});
const gained = (
  resource: 'recognition' | 'ruble' | 'wood' | 'stone' | 'gold',
  amount: number,
): Event => ({ kind: 'gained', seat: 'red', resource, amount });
const paid = (amount: number): Event => ({ kind: 'paid', seat: 'red', resource: 'ruble', amount });
const lines = (...entries: LogEntry[]): Line[] =>
  turnsOf(entries).flatMap((turn) => logLines(turn, texts));
const lineTexts = (...entries: LogEntry[]): string[] =>
  lines(...entries).map(({ symbol, text, amounts }) =>
    [symbol, text, ...amounts.map((amount) => `${amount.n ?? ''}${amount.symbol}`)].join(' '),
  );

test('deliveries of one material to one place share a line', () =>
  assert.deepEqual(
    lineTexts(entry(delivered('brick')), entry(delivered('brick')), entry(delivered('gold'))),
    ['m-brick 2 bricks to 3.1', 'm-gold 1 gold to 3.1'],
  ));
test('gains are on the line of their event, and losses of other players on theirs', () =>
  assert.deepEqual(
    lineTexts(
      entry(
        { kind: 'completed', seat: 'red', place: '3.2' },
        gained('recognition', 4),
        gained('ruble', 2),
        { kind: 'reprimanded', seat: 'blue', place: '3.1', cause: '3.2', amount: 1 },
      ),
    ),
    ['whole-tower completes 3.2 4recognition 2ruble', 'frown Ben: 3.1 unfinished -1recognition'],
  ));
test('rolled dice share a line, and a die keeps its color', () => {
  const shown = lines(
    entry(paid(1), { kind: 'die-moved', seat: 'red', die: 'blue', from: 2, to: 5 }),
    entry(
      { kind: 'die-rolled', seat: 'red', die: 'blue', face: 3 },
      { kind: 'die-rolled', seat: 'red', die: 'white', face: 6 },
    ),
  );
  assert.deepEqual(
    shown.map(({ symbol, colour, text, amounts }) => [symbol, colour, text, amounts]),
    [
      ['die-0', 'blue', 'space 2 → 5', [{ symbol: 'ruble', n: -1 }]],
      [
        'hand-turn',
        undefined,
        'rolled',
        [
          { symbol: 'die-3', colour: 'blue' },
          { symbol: 'die-6', colour: 'white' },
        ],
      ],
    ],
  );
});
test('a die that moves shows its last roll', () => {
  const rolled: Event = { kind: 'die-rolled', seat: 'red', die: 'blue', face: 3 };
  const moved: Event = { kind: 'die-moved', seat: 'blue', die: 'blue', from: 5, to: 8 };
  const white: Event = { ...moved, die: 'white' };
  const later = { ...entry(moved), turn: 4 };
  const log = [entry(rolled), later, { ...entry({ ...rolled, face: 6 }), turn: 5 }, entry(white)];
  assert.deepEqual(
    lines(...log).map(({ symbol }) => symbol),
    ['hand-turn', 'die-3', 'hand-turn', 'die-0'],
  );
});
test('lines of amounts alone: gained, paid, exchanged, or of another player', () => {
  assert.deepEqual(
    lineTexts(entry(gained('wood', 2)), entry(paid(1)), entry(paid(2), gained('gold', 1))),
    ['sack gets 2m-wood', 'sack pays -1ruble', 'swap  -2ruble 1m-gold'],
  );
  assert.deepEqual(
    lineTexts(entry({ kind: 'prestige-gained', seat: 'blue', amount: 1, steps: 3 })),
    ['banner Ben 1prestige'],
  );
});
test('a line has each sentence once', () =>
  assert.deepEqual(
    lines(entry(delivered('brick')), entry(delivered('brick'))).map((line) => line.sentence),
    ['Said at length.'],
  ));
test('the net amounts of a turn are the sums of its events for the seat', () => {
  const entries = [
    entry(gained('recognition', 4), gained('ruble', 2), gained('wood', 2)),
    entry(paid(3), { kind: 'reprimanded', seat: 'red', place: '1.1', cause: '1.2', amount: 1 }),
    entry({ kind: 'gained', seat: 'blue', resource: 'ruble', amount: 9 }),
  ];
  assert.deepEqual(netAmounts(entries, 'red'), [
    { symbol: 'recognition', n: 3 },
    { symbol: 'ruble', n: -1 },
    { symbol: 'm-wood', n: 2 },
  ]);
  assert.deepEqual(
    netAmounts([entry(gained('wood', 1), gained('stone', 2), gained('gold', 1))], 'red'),
    ['wood', 'stone', 'gold'].map((each) => ({ symbol: `m-${each}`, n: each === 'stone' ? 2 : 1 })),
  );
});
test('each event of a complete log has a line with an existing text', () => {
  for (const name of ['3p', '4p', 'solo', 'trade', '2p']) {
    for (const { text, symbol } of lines(...fixtureTable(name).log))
      assert.ok((text || symbol === 'swap') && !/^log\.|[{}]/.test(text), text);
  }
});
