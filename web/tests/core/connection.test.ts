import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';

import { Connection, type ConnectionState } from '../../src/core/connection.ts';
import type { Socket } from '../../src/core/transport.ts';

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

// Milliseconds.
const MAX_SILENCE = 45_000;
const CHECK_INTERVAL = 5_000;
const HEARTBEAT_INTERVAL = 20_000;
const HEARTBEAT = '{"type":"heartbeat"}';
const NOW = Date.UTC(2026, 10, 26);

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: NOW }));
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

/** Advance the clock in small steps: a mocked timer cannot start within a step. */
function wait(milliseconds: number): void {
  for (let rest = milliseconds; rest > 0; rest -= 50) mock.timers.tick(Math.min(50, rest));
}

function connect() {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const addresses: string[] = [];
  const messages: unknown[] = [];
  let since = 0;
  const connection = new Connection(
    {
      address: () => `ws://table?since=${since}`,
      message: (message) => messages.push(message),
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
    messages,
    setSince: (number: number) => (since = number),
  };
}

test('sends nothing before the socket is open', () => {
  const { connection, sockets } = connect();
  assert.equal(connection.send({ type: 'undo', number: 3 }), false);
  sockets[0]?.onopen?.();
  assert.equal(connection.send({ type: 'undo', number: 3 }), true);
  assert.deepEqual(sockets[0]?.sent, ['{"type":"undo","number":3}']);
  connection.close();
});
test('reconnects with the current address', () => {
  const { connection, sockets, states, addresses, setSince } = connect();
  sockets[0]?.onopen?.();
  setSince(7);
  sockets[0]?.onclose?.();
  connection.retry();
  sockets[1]?.onopen?.();
  assert.deepEqual(addresses, ['ws://table?since=0', 'ws://table?since=7']);
  assert.deepEqual(states, ['open', 'lost', 'open']);
  connection.close();
});
test('passes messages to the handler until it is closed', () => {
  const { connection, sockets, messages } = connect();
  const [socket] = sockets;
  socket?.onopen?.();
  socket?.onmessage?.({ data: '{"type":"gone","code":"removed","reason":"x"}' });
  assert.equal(messages.length, 1);
  connection.close();
  assert.equal(socket?.isClosed, true);
  assert.equal(socket?.onmessage, null);
});
/** Return the delays before the first retries. */
function retryDelays(random: () => number, count: number): number[] {
  const startTimes: number[] = [];
  const sockets: FakeSocket[] = [];
  const handlers = { address: () => '', message: () => undefined, state: () => undefined };
  const openSocket = () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    startTimes.push(Date.now());
    return socket;
  };
  const connection = new Connection(handlers, openSocket, random);
  for (let retries = 1; retries <= count; retries += 1) {
    sockets.at(-1)?.onclose?.();
    while (startTimes.length === retries) mock.timers.tick(1);
  }
  connection.close();
  return startTimes.slice(1).map((time, index) => time - (startTimes[index] ?? 0));
}

test('adds a random part of up to 30 percent to each delay', () => {
  assert.deepEqual(
    retryDelays(() => 0, 7),
    [400, 800, 1600, 3200, 6400, 8000, 8000],
  );
  assert.deepEqual(
    retryDelays(() => 0.5, 3),
    [460, 920, 1840],
  );
  const numbers = [1, 0, 0.5];
  assert.deepEqual(
    retryDelays(() => numbers.shift() ?? 1, 4),
    [520, 800, 1840, 4160],
  );
});
test('retries without a command', () => {
  const { connection, sockets, states } = connect();
  sockets[0]?.onclose?.();
  wait(600);
  assert.equal(sockets.length, 2);
  assert.deepEqual(states, ['lost']);
  connection.close();
});

/** Return a connection with an open socket. */
function openConnection() {
  const parts = connect();
  parts.sockets[0]?.onopen?.();
  const receive = (text: string) => parts.sockets.at(-1)?.onmessage?.({ data: text });
  return { ...parts, receive };
}

test('replaces a connection after 45 seconds without a message', () => {
  const { connection, sockets, states, receive } = openConnection();
  wait(HEARTBEAT_INTERVAL);
  receive(HEARTBEAT);
  wait(MAX_SILENCE - 1);
  assert.deepEqual(states, ['open']);
  wait(1);
  assert.deepEqual(states, ['open', 'lost']);
  assert.equal(sockets[0]?.isClosed, true);
  wait(1000);
  assert.equal(sockets.length, 2);
  connection.close();
});
test('keeps an idle connection with heartbeats, and sends nothing', () => {
  const { connection, sockets, states, messages, receive } = openConnection();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    for (let count = 0; count < 3; count += 1) {
      wait(HEARTBEAT_INTERVAL);
      receive(HEARTBEAT);
    }
  }
  assert.deepEqual(states, ['open']);
  assert.deepEqual(sockets[0]?.sent, []);
  assert.deepEqual(messages, []);
  connection.close();
});
test('accepts a refused heartbeat from an old server as an answer', () => {
  const { connection, sockets, states, messages, receive } = openConnection();
  for (let count = 0; count < 100; count += 1) {
    wait(MAX_SILENCE - 10_000);
    assert.equal(sockets[0]?.sent.length, count + 1);
    receive('{"type":"refused","code":"unreadable","reason":"x","fix":"","number":0,"legal":[]}');
  }
  assert.deepEqual(states, ['open']);
  assert.equal(sockets[0]?.sent[0], HEARTBEAT);
  assert.deepEqual(messages, []);
  receive('{"type":"refused","code":"unreadable","reason":"x","fix":"","number":0,"legal":[]}');
  assert.equal(messages.length, 1);
  connection.close();
});
test('a check replaces a connection that does not answer', () => {
  const { connection, sockets, states, receive } = openConnection();
  connection.check();
  assert.deepEqual(sockets[0]?.sent, [HEARTBEAT]);
  receive(HEARTBEAT);
  wait(CHECK_INTERVAL);
  assert.deepEqual(states, ['open']);
  connection.check();
  connection.check();
  assert.equal(sockets[0]?.sent.length, 2);
  wait(CHECK_INTERVAL);
  assert.deepEqual(states, ['open', 'lost']);
  connection.check();
  assert.equal(sockets.length, 2);
  connection.close();
});
test('sends a heartbeat after a sleep during which no timer ran', () => {
  const { connection, sockets, states } = openConnection();
  mock.timers.setTime(Date.now() + 3_600_000);
  wait(CHECK_INTERVAL);
  assert.deepEqual(states, ['open']);
  assert.deepEqual(sockets[0]?.sent, [HEARTBEAT]);
  wait(CHECK_INTERVAL);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('does not wait longer after the clock is set back', () => {
  const { connection, states } = openConnection();
  wait(CHECK_INTERVAL);
  const now = Date.now.bind(Date);
  mock.method(Date, 'now', () => now() - 3_600_000);
  wait(MAX_SILENCE + CHECK_INTERVAL);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('ends an attempt without an answer, and a check does not repeat a new one', () => {
  const { connection, sockets, states } = connect();
  connection.check();
  assert.equal(sockets.length, 1);
  wait(CHECK_INTERVAL);
  connection.check();
  assert.equal(sockets.length, 2);
  wait(MAX_SILENCE);
  assert.deepEqual(states, ['lost']);
  connection.close();
});
test('replaces a connection that does not answer a command', () => {
  const { connection, states, receive } = openConnection();
  connection.send({ type: 'undo', number: 3 });
  wait(9_000);
  receive(HEARTBEAT);
  wait(9_000);
  assert.deepEqual(states, ['open']);
  connection.send({ type: 'undo', number: 3 });
  wait(10_000);
  assert.deepEqual(states, ['open', 'lost']);
  connection.close();
});
test('does nothing after it is closed', () => {
  const { connection, sockets, states } = openConnection();
  connection.close();
  connection.check();
  wait(MAX_SILENCE);
  assert.equal(sockets.length, 1);
  assert.deepEqual(states, ['open']);
});
