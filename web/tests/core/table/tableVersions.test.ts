import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableVersions } from '../../../src/core/table/tableVersions.ts';
import type { Table, TableChanges } from '../../../src/protocol.gen.ts';

type Version = Table | TableChanges;

/** The table of a version; each version differs from the one before in several places. */
function table(number: number): Table {
  const seats = [{ prestige: number }, { prestige: 0 }, { prestige: number % 3 }];
  const towers = [[{ owner: number % 2 ? 'red' : null }], [{ owner: 'blue' }]];
  const due = number % 4 ? { seat: 'red' } : null;
  return { type: 'table', number, seats, position: { towers }, due } as unknown as Table;
}

function changes(base: number, number: number): TableChanges {
  const { seats, position, due } = table(number);
  const values = {
    '/seats/0/prestige': seats[0]?.prestige,
    '/seats/2/prestige': seats[2]?.prestige,
    '/position/towers/0/0/owner': position.towers[0]?.[0]?.owner,
    '/due': due,
  };
  return { type: 'changes', base, number, values };
}

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('lost, repeated and reordered messages never show an older or a wrong version', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = random(seed);
    const versions = new TableVersions();
    let shown = -1;
    let newest = 0;
    let queue: Version[] = [table(0)];
    for (let step = 0; step < 80; step += 1) {
      newest += 1;
      queue.push(changes(newest - 1, newest));
      if (next() < 0.1) queue.push(queue[Math.floor(next() * queue.length)] as Version);
      if (next() < 0.1 && queue.length > 2)
        queue.splice(1 + Math.floor(next() * (queue.length - 1)), 1);
      if (next() < 0.1 && queue.length > 2) queue.push(queue.splice(1, 1)[0] as Version);
      if (next() < 0.5) continue;
      const received = versions.receive(queue.shift() as Version);
      if (received === 'missed') {
        versions.restart();
        queue = [table(newest)];
      } else if (received) {
        assert.ok(received.number >= shown);
        assert.deepEqual(received, table(received.number));
        shown = received.number;
      }
    }
    versions.restart();
    assert.deepEqual(versions.receive(table(newest)), table(newest));
  }
});

test('a part that does not change stays the same object', () => {
  const versions = new TableVersions();
  const before = versions.receive(table(0)) as Table;
  const after = versions.receive(changes(0, 1)) as Table;
  assert.equal(after.seats[1], before.seats[1]);
  assert.ok(after.seats[0] !== before.seats[0]);
  assert.deepEqual(before, table(0));
});

test('a new connection may have an older version', () => {
  const versions = new TableVersions();
  versions.receive(table(9));
  assert.equal(versions.receive(table(3)), null);
  versions.restart();
  assert.deepEqual(versions.receive(table(3)), table(3));
  assert.equal(versions.receive(changes(9, 10)), 'missed');
});
