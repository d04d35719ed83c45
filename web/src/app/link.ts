// The socket of a table: connects again by itself, and says what was known last.
import type { Command, Message } from '../protocol.gen';

export type LinkState = 'connecting' | 'open' | 'lost';

export interface LinkEnds {
  /** The address for a connection; asked again each time, so that it has the latest `since`. */
  address: () => string;
  message: (message: Message) => void;
  state: (state: LinkState) => void;
}

/** What a link needs of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

const FIRST = 400;
const LONGEST = 8000;
/** A command that is not answered in this time means that the connection is dead. */
const PATIENCE = 10000;

export class Link {
  readonly #ends: LinkEnds;
  readonly #connect: (address: string) => Socket;
  #socket: Socket | null = null;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #isOpen = false;

  constructor(ends: LinkEnds, connect: (address: string) => Socket = browserSocket) {
    this.#ends = ends;
    this.#connect = connect;
    this.#dial();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Send a command; false when there is no connection. The answer to a `slow` one may take long. */
  send(command: Command, slow = false): boolean {
    if (!this.#isOpen || !this.#socket) return false;
    this.#socket.send(JSON.stringify(command));
    if (slow) return true;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lose(), PATIENCE);
    return true;
  }

  /** Try at once instead of waiting. */
  retry(): void {
    if (this.#closed || this.#isOpen) return;
    this.#tries = 0;
    this.#drop();
    this.#dial();
  }

  /** The network is gone: what is open is so no longer, though nothing says so. */
  lose(): void {
    if (this.#isOpen) this.#lose();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #dial(): void {
    clearTimeout(this.#again);
    const socket = this.#connect(this.#ends.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#isOpen = true;
      this.#tries = 0;
      this.#ends.state('open');
    };
    socket.onmessage = (event) => {
      clearTimeout(this.#watch);
      if (typeof event.data === 'string') this.#ends.message(JSON.parse(event.data) as Message);
    };
    socket.onclose = () => this.#lose();
  }

  #drop(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#watch);
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lose(): void {
    if (this.#closed) return;
    this.#drop();
    this.#ends.state('lost');
    const wait = Math.min(LONGEST, FIRST * 2 ** this.#tries);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#dial(), wait);
  }
}

function browserSocket(address: string): Socket {
  const socket = new WebSocket(address);
  const ends: Socket = {
    onopen: null,
    onclose: null,
    onmessage: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = () => ends.onopen?.();
  socket.onclose = () => ends.onclose?.();
  socket.onmessage = (event: MessageEvent<unknown>) => ends.onmessage?.({ data: event.data });
  return ends;
}
