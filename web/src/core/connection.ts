// The socket of a table: connects again by itself, and says what was known last.
import type { Command, Heartbeat, Message } from '../protocol.gen';
import { jittered, type Random } from './jitter.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export interface ConnectionHandlers {
  /** The address for a connection; asked again each time, so that it has the latest `since`. */
  address: () => string;
  message: (message: Exclude<Message, Heartbeat>) => void;
  state: (state: ConnectionState) => void;
}

/** What a link needs of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

// All times are in milliseconds.
const FIRST = 400;
const LONGEST = 8000;
/** A connection on which nothing comes for this time is dead: the server sends heartbeats. */
const SILENCE = 45_000;
/** A command that is not answered in this time means that the connection is dead. */
const PATIENCE = 10_000;
/** The same for a check, after which it is asked whether the connection is still there. */
const CHECK = 5_000;
const HEARTBEAT: Heartbeat = { type: 'heartbeat' };

export class Connection {
  readonly #ends: ConnectionHandlers;
  readonly #connect: (address: string) => Socket;
  readonly #random: Random;
  #socket: Socket | null = null;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Runs while an answer is expected. */
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** Looks regularly whether anything was heard. It compares times of day: while a page or its
      machine sleeps, no timer runs. */
  #look: ReturnType<typeof setInterval> | undefined;
  /** When the socket was made, or something came over it last. */
  #heard = 0;
  #closed = false;
  #isOpen = false;
  /** A heartbeat was sent, and nothing has come since. */
  #isAsking = false;

  constructor(
    ends: ConnectionHandlers,
    connect: (address: string) => Socket = browserSocket,
    random: Random = Math.random,
  ) {
    this.#ends = ends;
    this.#connect = connect;
    this.#random = random;
    this.#dial();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Send a command; false when there is no connection. The answer to a `slow` one may take long. */
  send(command: Command, slow = false): boolean {
    if (!this.#isOpen || !this.#socket) return false;
    this.#socket.send(JSON.stringify(command));
    if (!slow) this.#expect(PATIENCE);
    return true;
  }

  retry(): void {
    if (this.#closed || this.#isOpen) return;
    this.#tries = 0;
    this.#drop();
    this.#dial();
  }

  /** The page is seen again, or the network is back: find out at once whether it is still there. */
  check(): void {
    if (this.#isOpen) this.#ask(CHECK);
    else if (!this.#socket || this.#silent() >= CHECK) this.retry();
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
    this.#heard = Date.now();
    this.#look = setInterval(() => this.#lookAround(), CHECK);
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#isOpen = true;
      this.#tries = 0;
      this.#ends.state('open');
    };
    socket.onmessage = (event) => {
      const isAnswer = this.#isAsking;
      this.#heard = Date.now();
      this.#stopWatching();
      if (typeof event.data !== 'string') return;
      const message = JSON.parse(event.data) as Message;
      // a server that does not know heartbeats refuses one: that is an answer, too
      const isUnknown = message.type === 'refused' && message.code === 'unreadable';
      if (message.type === 'heartbeat' || (isAnswer && isUnknown)) return;
      this.#ends.message(message);
    };
    socket.onclose = () => this.#lose();
  }

  /** Milliseconds without a sign of the server. */
  #silent(): number {
    const now = Date.now();
    this.#heard = Math.min(this.#heard, now); // the clock was set back
    return now - this.#heard;
  }

  #lookAround(): void {
    const silent = this.#silent();
    if (this.#isOpen) {
      // after a sleep what was sent meanwhile may still be there: it is asked first
      if (silent >= SILENCE - PATIENCE) this.#ask(Math.max(CHECK, SILENCE - silent));
    } else if (silent >= SILENCE) this.#lose();
  }

  #ask(patience: number): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#socket?.send(JSON.stringify(HEARTBEAT));
    this.#expect(patience);
  }

  /** Something has to come in this time, or sooner where that is expected already. */
  #expect(patience: number): void {
    this.#watch ??= setTimeout(() => this.#lose(), patience);
  }

  #stopWatching(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    this.#isAsking = false;
  }

  #drop(): void {
    clearTimeout(this.#again);
    clearInterval(this.#look);
    this.#stopWatching();
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
    this.#again = setTimeout(() => this.#dial(), jittered(wait, this.#random));
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
