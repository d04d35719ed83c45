// The connection of a table. After a failure it reconnects, and gets the messages that it missed.
import type { Command, Heartbeat, Message } from '../protocol.gen';
import { jittered, type Random } from './jitter.ts';
import { transport, type Socket } from './transport.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export interface ConnectionHandlers {
  /** Returns the address for a connection. It is called for each connection: `since` changes. */
  address: () => string;
  message: (message: Exclude<Message, Heartbeat>) => void;
  state: (state: ConnectionState) => void;
}

// All times are in milliseconds.
const FIRST_RETRY_DELAY = 400;
const MAX_RETRY_DELAY = 8000;
/** The longest silence of a working connection: the server sends heartbeats. */
const MAX_SILENCE = 45_000;
/** The longest time until the answer to a command. */
const COMMAND_TIMEOUT = 10_000;
/** The time between checks for silence, and the shortest timeout of a heartbeat. */
const CHECK_INTERVAL = 5_000;
const HEARTBEAT: Heartbeat = { type: 'heartbeat' };

export class Connection {
  readonly #handlers: ConnectionHandlers;
  readonly #connect: (address: string) => Socket;
  readonly #random: Random;
  #socket: Socket | null = null;
  #retries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while an answer is expected. */
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** Checks the silence regularly by the clock, because timers stop while the machine sleeps. */
  #silenceTimer: ReturnType<typeof setInterval> | undefined;
  /** The time of the last message, or the time when the socket was created. */
  #lastMessageTime = 0;
  #isClosed = false;
  #isOpen = false;
  /** A heartbeat was sent, and no message has arrived since. */
  #awaitsHeartbeat = false;

  constructor(
    handlers: ConnectionHandlers,
    connect = (address: string): Socket => transport().openSocket(address),
    random: Random = Math.random,
  ) {
    this.#handlers = handlers;
    this.#connect = connect;
    this.#random = random;
    this.#openSocket();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Send a command, and return false if there is no connection. A `slow` one has no timeout. */
  send(command: Command, slow = false): boolean {
    if (!this.#isOpen || !this.#socket) return false;
    this.#socket.send(JSON.stringify(command));
    if (!slow) this.#expectAnswer(COMMAND_TIMEOUT);
    return true;
  }

  retry(): void {
    if (this.#isClosed || this.#isOpen) return;
    this.#retries = 0;
    this.#dropSocket();
    this.#openSocket();
  }

  /** Check the connection now: the page is visible again, or the network is back. */
  check(): void {
    if (this.#isOpen) this.#sendHeartbeat(CHECK_INTERVAL);
    else if (!this.#socket || this.#silence() >= CHECK_INTERVAL) this.retry();
  }

  /** Treat an open connection as lost: the network is down, or a message is missing. */
  lose(): void {
    if (this.#isOpen) this.#lose();
  }

  close(): void {
    this.#isClosed = true;
    this.#dropSocket();
  }

  #openSocket(): void {
    clearTimeout(this.#retryTimer);
    const socket = this.#connect(this.#handlers.address());
    this.#socket = socket;
    this.#lastMessageTime = Date.now();
    this.#silenceTimer = setInterval(() => this.#checkSilence(), CHECK_INTERVAL);
    socket.onopen = () => {
      this.#lastMessageTime = Date.now();
      this.#isOpen = true;
      this.#retries = 0;
      this.#handlers.state('open');
    };
    socket.onmessage = (event) => {
      const awaitedHeartbeat = this.#awaitsHeartbeat;
      this.#lastMessageTime = Date.now();
      this.#stopExpecting();
      if (typeof event.data !== 'string') return;
      const message = JSON.parse(event.data) as Message;
      // An old server refuses a heartbeat. The refusal shows that the connection works.
      const isRefusal = message.type === 'refused' && message.code === 'unreadable';
      if (message.type === 'heartbeat' || (awaitedHeartbeat && isRefusal)) return;
      this.#handlers.message(message);
    };
    socket.onclose = () => this.#lose();
  }

  /** Return the milliseconds since the last message. */
  #silence(): number {
    const now = Date.now();
    this.#lastMessageTime = Math.min(this.#lastMessageTime, now); // the clock was set back
    return now - this.#lastMessageTime;
  }

  #checkSilence(): void {
    const silence = this.#silence();
    if (this.#isOpen) {
      // Ask first: after a sleep, messages of the server may not have been read yet.
      if (silence >= MAX_SILENCE - COMMAND_TIMEOUT)
        this.#sendHeartbeat(Math.max(CHECK_INTERVAL, MAX_SILENCE - silence));
    } else if (silence >= MAX_SILENCE) this.#lose();
  }

  #sendHeartbeat(timeout: number): void {
    if (this.#awaitsHeartbeat) return;
    this.#awaitsHeartbeat = true;
    this.#socket?.send(JSON.stringify(HEARTBEAT));
    this.#expectAnswer(timeout);
  }

  /** Lose the connection if no message arrives within this time. A running timer is kept. */
  #expectAnswer(timeout: number): void {
    this.#answerTimer ??= setTimeout(() => this.#lose(), timeout);
  }

  #stopExpecting(): void {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    this.#awaitsHeartbeat = false;
  }

  #dropSocket(): void {
    clearTimeout(this.#retryTimer);
    clearInterval(this.#silenceTimer);
    this.#stopExpecting();
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lose(): void {
    if (this.#isClosed) return;
    this.#dropSocket();
    this.#handlers.state('lost');
    const delay = Math.min(MAX_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** this.#retries);
    this.#retries += 1;
    this.#retryTimer = setTimeout(() => this.#openSocket(), jittered(delay, this.#random));
  }
}
