import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Link, type LinkState, type Socket } from '../link.ts';

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

function begin() {
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const addresses: string[] = [];
  const heard: unknown[] = [];
  let since = 0;
  const link = new Link(
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
  return { link, sockets, states, addresses, heard, know: (number: number) => (since = number) };
}

test('nothing is sent before the socket is open', () => {
  const { link, sockets } = begin();
  assert.equal(link.send({ type: 'undo', number: 3 }), false);
  sockets[0]?.onopen?.();
  assert.equal(link.send({ type: 'undo', number: 3 }), true);
  assert.deepEqual(sockets[0]?.sent, ['{"type":"undo","number":3}']);
  link.close();
});
test('a lost connection comes again with what is known by then', () => {
  const { link, sockets, states, addresses, know } = begin();
  sockets[0]?.onopen?.();
  know(7);
  sockets[0]?.onclose?.();
  link.retry();
  sockets[1]?.onopen?.();
  assert.deepEqual(addresses, ['ws://table?since=0', 'ws://table?since=7']);
  assert.deepEqual(states, ['open', 'lost', 'open']);
  link.close();
});
test('messages are handed on until it is closed', () => {
  const { link, sockets, heard } = begin();
  const [socket] = sockets;
  socket?.onopen?.();
  socket?.onmessage?.({ data: '{"type":"gone","code":"removed","reason":"x"}' });
  assert.equal(heard.length, 1);
  link.close();
  assert.equal(socket?.isClosed, true);
  assert.equal(socket?.onmessage, null);
});
test('it tries by itself', async () => {
  const { link, sockets, states } = begin();
  sockets[0]?.onclose?.();
  await new Promise((done) => setTimeout(done, 600));
  assert.equal(sockets.length, 2);
  assert.deepEqual(states, ['lost']);
  link.close();
});
