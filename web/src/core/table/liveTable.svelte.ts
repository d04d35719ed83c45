// The connection of a table, and what the server sends: the newest version, the log and the box.
import type * as wire from '../../protocol.gen';
import * as api from '../api';
import { Connection, type ConnectionState } from '../connection';
import { jittered } from '../jitter';
import { language } from '../language.svelte';
import type { TableRoute } from '../route.svelte';
import { TableVersions } from './tableVersions';

/** After this time without an answer, the controls are blocked. */
const SLOW_ANSWER_MS = 300;
/** The time until a failed request for the box is repeated. */
const EDITION_RETRY_MS = 2000;

/** A version of the table. */
export interface Update {
  readonly table: wire.Table;
  /** The version before it, if there is one. */
  readonly before: wire.Table | null;
  /** The game has continued. False for the first version and after an undo. */
  readonly isOnward: boolean;
}

type TableMessage = wire.Heartbeat | wire.Table | wire.TableChanges;
export type OtherMessage = Exclude<wire.Message, TableMessage>;

interface Handlers {
  /** Return the parameters that features add to the address of the connection. */
  readonly addressParameters: () => [name: string, value: string][];
  readonly update: (update: Update) => void;
  readonly message: (message: OtherMessage) => void;
  readonly opened: () => void;
  readonly lost: () => void;
}

export class LiveTable {
  route: TableRoute;
  newest: wire.Table | null = null;
  log: readonly wire.LogEntry[] = [];
  box = $state.raw<wire.Box | null>(null);
  /** Why the server does not show this table. */
  gone = $state.raw<wire.Gone | null>(null);
  connectionState = $state<ConnectionState>('connecting');
  /** The answer to a command takes long. Nothing can be picked, because the table will change. */
  isBusy = $state(false);
  readonly #handlers: Handlers;
  connection: Connection | null = null;
  readonly #versions = new TableVersions();
  #slowAnswer: ReturnType<typeof setTimeout> | undefined;
  #retryEdition: ReturnType<typeof setTimeout> | undefined;

  constructor(route: TableRoute, handlers: Handlers) {
    this.route = route;
    this.#handlers = handlers;
  }

  connect(): void {
    this.connection?.close();
    this.newest = null;
    this.log = [];
    this.gone = null;
    this.connectionState = 'connecting';
    this.connection = new Connection({
      address: () => {
        this.#versions.restart();
        return this.#address();
      },
      message: (message) => this.#receive(message),
      state: (state) => {
        this.connectionState = state;
        if (state === 'open') this.#handlers.opened();
        if (state === 'lost') {
          this.endWait();
          this.#handlers.lost();
        }
      },
    });
  }

  close(): void {
    this.endWait();
    this.newest = null;
    clearTimeout(this.#retryEdition);
    this.connection?.close();
  }

  /** Send a command without waiting for the answer; return false if there is no connection. */
  send(command: wire.Command, slow = false): boolean {
    return this.connection?.send(command, slow) ?? false;
  }

  /** The player cannot decide: no connection, or the answer to a command takes long. */
  get isBlocked(): boolean {
    return this.isBusy || this.connectionState === 'lost';
  }

  /** A command has no answer yet; until then the page sends no other command. */
  get isWaiting(): boolean {
    return this.#slowAnswer !== undefined;
  }

  /** Send a command and wait for the answer; call `onSlow` if the answer takes long. */
  request(command: wire.Command, onSlow?: () => void): boolean {
    if (this.isWaiting || !this.send(command)) return false;
    this.#slowAnswer = setTimeout(() => {
      this.isBusy = true;
      onSlow?.();
    }, SLOW_ANSWER_MS);
    return true;
  }

  endWait(): void {
    clearTimeout(this.#slowAnswer);
    this.#slowAnswer = undefined;
    this.isBusy = false;
  }

  #address(): string {
    const { kind, id, step, seats } = this.route;
    const path = encodeURIComponent(id);
    const name = {
      table: `api/tables/${path}/live`,
      lesson: `api/lessons/${path}/${String(step)}/live`,
      puzzle: `api/${id.includes('.') ? 'mistakes' : 'puzzles'}/${path}/live`,
    }[kind];
    const query = new URLSearchParams({ lang: language.id });
    if (seats) query.set('seat', seats.join(',') || '-');
    if (kind === 'table') {
      query.set('changes', 'true');
      if (this.newest) query.set('since', String(this.newest.number));
      for (const [name, value] of this.#handlers.addressParameters()) query.set(name, value);
    }
    return `${name}?${query.toString()}`;
  }

  #receive(message: Exclude<wire.Message, wire.Heartbeat>): void {
    if (message.type === 'table' || message.type === 'changes') {
      const table = this.#versions.receive(message);
      if (table === 'missed') return this.connection?.lose();
      if (!table) return;
      this.#update(table);
      void this.#fetchBox(table);
    } else if (message.type === 'gone') {
      this.gone = message;
      this.connection?.close();
    } else this.#handlers.message(message);
  }

  #update(table: wire.Table): void {
    const before = this.newest;
    const isOnward = table.log_from === this.log.length;
    this.log = [...this.log.slice(0, table.log_from), ...table.log];
    this.newest = table;
    this.endWait();
    this.#handlers.update({ table, before, isOnward });
  }

  async #fetchBox(table: wire.Table): Promise<void> {
    clearTimeout(this.#retryEdition);
    if (this.box?.key === table.edition.key && this.box.lang === table.lang) return;
    try {
      this.box = await api.edition(table.edition.key, table.lang);
      if (this.connection?.isOpen) this.connectionState = 'open';
    } catch {
      this.connectionState = 'lost';
      if (table === this.newest)
        this.#retryEdition = setTimeout(
          () => void this.#fetchBox(table),
          jittered(EDITION_RETRY_MS),
        );
    }
  }
}
