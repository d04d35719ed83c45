import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';

import { Connection, type ConnectionState, type Socket } from '../../src/core/connection.ts';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: string[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
}

/** Milliseconds: the times of a connection, and the period of the server's heartbeats. */
const SILENCE = 45_000;
const CHECK = 5_000;
const PERIOD = 20_000;
const HEARTBEAT = '{"type":"heartbeat"}';
const NOW = Date.UTC(2026, 10, 26);

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: NOW }));
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

/** Let time pass, in small steps: the mocked timers do not look between them. */
function wait(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 50) mock.timers.tick(Math.min(50, left));
}

function begin() {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const addresses: string[] = [];
  const heard: unknown[] = [];
  let since = 0;
  const connection = new Connection(
    {
      address: () => `ws://table?since=${since}`,
      message: (message) => heard.push(message),
      state: (state) => states.push(state),
    },
    (address) => {
      addresses.push(address);
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  return {
    connection,
    sockets,
    states,
    addresses,
    heard,
    know: (number: number) => (since = number),
  };
}

test('nothing is sent before the socket is open', () => {
  const { connection, sockets } = begin();
  assert.equal(connection.send({ type: 'undo', number: 3 }), false);
  sockets[0]?.onopen?.();
  assert.equal(connection.send({ type: 'undo', number: 3 }), true);
  assert.deepEqual(sockets[0]?.sent, ['{"type":"undo","number":3}']);
  connection.close();
});
test('a lost connection comes again with what is known by then', () => {
  const { connection, sockets, states, addresses, know } = begin();
  sockets[0]?.onopen?.();
  know(7);
  sockets[0]?.onclose?.();
  connection.retry();
  sockets[1]?.onopen?.();
  assert.deepEqual(addresses, ['ws://table?since=0', 'ws://table?since=7']);
  assert.deepEqual(states, ['open', 'lost', 'open']);
  connection.close();
});
test('messages are handed on until it is closed', () => {
  const { connection, sockets, heard } = begin();
  const [socket] = sockets;
  socket?.onopen?.();
  socket?.onmessage?.({ data: '{"type":"gone","code":"removed","reason":"x"}' });
  assert.equal(heard.length, 1);
  connection.close();
  assert.equal(socket?.isClosed, true);
  assert.equal(socket?.onmessage, null);
});
/** How long each of the first waits takes where chance gives always the same. */
function waits(random: () => number, count: number): number[] {
  const began: number[] = [];
  const sockets: FakeSocket[] = [];
  const ends = { address: () => '', message: () => undefined, state: () => undefined };
  const connect = () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    began.push(Date.now());
    return socket;
  };
  const connection = new Connection(ends, connect, random);
  for (let tries = 1; tries <= count; tries += 1) {
    sockets.at(-1)?.onclose?.();
    while (began.length === tries) mock.timers.tick(1);
  }
  connection.close();
  return began.slice(1).map((at, index) => at - (began[index] ?? 0));
}

test('each wait is longer by up to 30 percent, by chance', () => {
  assert.deepEqual(
    waits(() => 0, 7),
    [400, 800, 1600, 3200, 6400, 8000, 8000],
  );
  assert.deepEqual(
    waits(() => 0.5, 3),
    [460, 920, 1840],
  );
  const numbers = [1, 0, 0.5];
  assert.deepEqual(
    waits(() => numbers.shift() ?? 1, 4),
    [520, 800, 1840, 4160],
  );
});
test('it tries by itself', () => {
  const { connection, sockets, states } = begin();
  sockets[0]?.onclose?.();
  wait(600);
  assert.equal(sockets.length, 2);
  assert.deepEqual(states, ['lost']);
  connection.close();
});

/** A connection whose socket is open. */
function opened() {
  const begun = begin();
  begun.sockets[0]?.onopen?.();
  const hear = (text: string) => begun.sockets.at(-1)?.onmessage?.({ data: text });
  return { ...begun, hear };
}

test('a connection without a sign of life for 45 seconds is replaced', () => {
  const { connection, sockets, states, hear } = opened();
  wait(PERIOD);
  hear(HEARTBEAT);
  wait(SILENCE - 1);
  assert.deepEqual(states, ['open']);
  wait(1);
  assert.deepEqual(states, ['open', 'lost']);
  assert.equal(sockets[0]?.isClosed, true);
  wait(1000);
  assert.equal(sockets.length, 2);
  connection.close();
});
test('with heartbeats a quiet connection stays, and nothing is sent', () => {
  const { connection, sockets, states, heard, hear } = opened();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    for (let times = 0; times < 3; times += 1) {
      wait(PERIOD);
      hear(HEARTBEAT);
    }
  }
  assert.deepEqual(states, ['open']);
  assert.deepEqual(sockets[0]?.sent, []);
  assert.deepEqual(heard, []);
  connection.close();
});
test('a server that does not know heartbeats keeps its pages by refusing one', () => {
  const { connection, sockets, states, heard, hear } = opened();
  for (let times = 0; times < 100; times += 1) {
    wait(SILENCE - 10_000);
    assert.equal(sockets[0]?.sent.length, times + 1);
    hear('{"type":"refused","code":"unreadable","reason":"x","fix":"","number":0,"legal":[]}');
  }
  assert.deepEqual(states, ['open']);
  assert.equal(sockets[0]?.sent[0], HEARTBEAT);
  assert.deepEqual(heard, []);
  hear('{"type":"refused","code":"unreadable","reason":"x","fix":"","number":0,"legal":[]}');
  assert.equal(heard.length, 1);
  connection.close();
});
test('a check is answered, or the connection is replaced soon', () => {
  const { connection, sockets, states, hear } = opened();
  connection.check();
  assert.deepEqual(sockets[0]?.sent, [HEARTBEAT]);
  hear(HEARTBEAT);
  wait(CHECK);
  assert.deepEqual(states, ['open']);
  connection.check();
  connection.check();
  assert.equal(sockets[0]?.sent.length, 2);
  wait(CHECK);
  assert.deepEqual(states, ['open', 'lost']);
  connection.check();
  assert.equal(sockets.length, 2);
  connection.close();
});
test('after a sleep it asks, though no timer ran meanwhile', () => {
  const { connection, sockets, states } = opened();
  mock.timers.setTime(Date.now() + 3_600_000);
  wait(CHECK);
  assert.deepEqual(states, ['open']);
  assert.deepEqual(sockets[0]?.sent, [HEARTBEAT]);
  wait(CHECK);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('a clock that is set back does not make it wait longer', () => {
  const { connection, states } = opened();
  wait(CHECK);
  const before = Date.now.bind(Date);
  mock.method(Date, 'now', () => before() - 3_600_000);
  wait(SILENCE + CHECK);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('an attempt that is not answered ends, and a check does not repeat a fresh one', () => {
  const { connection, sockets, states } = begin();
  connection.check();
  assert.equal(sockets.length, 1);
  wait(CHECK);
  connection.check();
  assert.equal(sockets.length, 2);
  wait(SILENCE);
  assert.deepEqual(states, ['lost']);
  connection.close();
});
test('a command that is not answered is a sign that the connection is dead', () => {
  const { connection, states, hear } = opened();
  connection.send({ type: 'undo', number: 3 });
  wait(9_000);
  hear(HEARTBEAT);
  wait(9_000);
  assert.deepEqual(states, ['open']);
  connection.send({ type: 'undo', number: 3 });
  wait(10_000);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('after it is closed nothing goes on', () => {
  const { connection, sockets, states } = opened();
  connection.close();
  connection.check();
  wait(SILENCE);
  assert.equal(sockets.length, 1);
  assert.deepEqual(states, ['open']);
});
