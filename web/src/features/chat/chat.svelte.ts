// The chat of a table: its lines, the last line that the reader has seen, and the muted players.
import { isLocalTable } from '../../core/access';
import type { Chat as ChatMessage, ChatLine, Colour, Refused, Say } from '../../protocol.gen';
import { asRecord, loadStored, saveStored } from '../../core/localStore';
import { settings } from '../../core/settings.svelte';
import { play } from '../../core/sound';
import type { RefusalDisplay, TableConnection, TableState } from '../../core/table/tableState';
import type { TableStore } from '../../core/table/tableStore.svelte';

export const MAX_LINE_LENGTH = 300;
const STORAGE_KEY = 'redcathedral.talk';
/** The number of tables for which the browser stores the last line read and the muted players. */
const MAX_TABLES = 40;
/** The time for which a new line appears at the name of its player. */
const BUBBLE_MS = 8000;
/** The age up to which the first line of a chat counts as new. */
const NEW_LINE_MS = 60_000;
/** Stands for all other players in the list of muted colors. */
export const ALL_PLAYERS = 'all';
export type Side = 'chat' | 'note';

/** The stored state of a table: the last line read, and the muted players. */
interface StoredReader {
  seen: number;
  muted: string[];
}

function loadReader(table: string): StoredReader {
  const { seen, muted } = asRecord(loadStored(STORAGE_KEY)[table]);
  return {
    seen: typeof seen === 'number' ? seen : 0,
    muted: Array.isArray(muted) ? muted.filter((name) => typeof name === 'string') : [],
  };
}

export class Chat implements TableState {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** The lines of the games before this one. */
  earlier = $state.raw<readonly ChatLine[]>([]);
  /** The open side of the card. */
  shown = $state<Side | null>(null);
  draft = $state('');
  refused = $state.raw<Refused | null>(null);
  muted = $state.raw<readonly string[]>([]);
  seen = $state(0);
  /** The line that was sent and that the server has not confirmed. */
  pending = $state.raw<Say | null>(null);
  /** The newest line of another player, for a few seconds. */
  bubble = $state.raw<ChatLine | null>(null);
  #bubbleTimer: ReturnType<typeof setTimeout> | undefined;
  me: readonly Colour[] = [];
  readonly messages = { chat: (message: ChatMessage) => this.#receive(message) };
  readonly #table: TableConnection;

  constructor(table: TableConnection) {
    this.#table = table;
    const reader = loadReader(table.id);
    this.seen = reader.seen;
    this.muted = reader.muted;
  }

  isMuted(colour: Colour): boolean {
    if (this.me.includes(colour)) return false;
    return this.muted.includes(ALL_PLAYERS) || this.muted.includes(colour);
  }

  get visibleLines(): ChatLine[] {
    return this.lines.filter((line) => !this.isMuted(line.seat));
  }

  get visibleEarlierLines(): ChatLine[] {
    return this.earlier.filter((line) => !this.isMuted(line.seat));
  }

  get unread(): number {
    const isUnread = (line: ChatLine): boolean =>
      line.number > this.seen && !this.me.includes(line.seat);
    return this.visibleLines.filter(isUnread).length;
  }

  addressParameters(): Record<string, string> {
    const last = this.#lastNumber;
    return last ? { chat_since: String(last) } : {};
  }

  say(seat: Colour, text = this.draft): void {
    if (!text.trim()) return;
    this.refused = null;
    const command: Say = { type: 'say', seat, text };
    if (this.#table.send(command)) this.pending = command;
  }

  /** Show why the server refused a line. The draft does not change. */
  refuse(refused: Refused): RefusalDisplay | null {
    if (!this.pending) return null;
    if (!refused.code.startsWith('chat-') && refused.code !== 'too-fast') return null;
    this.pending = null;
    this.refused = refused;
    return 'state';
  }

  mute(player: string, isMuted: boolean): void {
    const others = this.muted.filter((name) => name !== player);
    this.muted = isMuted ? [...others, player] : others;
    this.#save();
  }

  open(side: Side): void {
    this.shown = side;
    this.bubble = null;
    if (side === 'chat') this.#markRead();
  }

  toggle(side: Side): void {
    if (this.shown === side) this.hide();
    else this.open(side);
  }

  hide(): void {
    this.shown = null;
    this.refused = null;
  }

  get #lastNumber(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  #receive({ since, lines, earlier = [] }: ChatMessage): void {
    const isFirst = this.lines.length === 0;
    const me = this.#table.newest()?.yours ?? [];
    this.me = me;
    if (since === 0) this.earlier = earlier;
    this.lines = [...this.lines.filter((line) => line.number <= since), ...lines];
    const { pending } = this;
    if (pending && lines.some((line) => line.seat === pending.seat)) {
      this.pending = null;
      if (this.draft === pending.text) this.draft = '';
    }
    if (this.shown === 'chat') this.#markRead();
    const last = lines.findLast((line) => !me.includes(line.seat) && !this.isMuted(line.seat));
    if (!last || (isFirst && Date.now() - Date.parse(last.at) > NEW_LINE_MS)) return;
    play(['word'], settings.loudness);
    if (this.shown === 'chat') return;
    this.bubble = last;
    clearTimeout(this.#bubbleTimer);
    this.#bubbleTimer = setTimeout(() => (this.bubble = null), BUBBLE_MS);
  }

  #markRead(): void {
    this.seen = Math.max(this.seen, this.#lastNumber);
    this.#save();
  }

  #save(): void {
    const { id } = this.#table;
    const others = Object.entries(loadStored(STORAGE_KEY)).filter(([table]) => table !== id);
    const reader: StoredReader = { seen: this.seen, muted: [...this.muted] };
    saveStored(STORAGE_KEY, Object.fromEntries([...others.slice(1 - MAX_TABLES), [id, reader]]));
  }
}

/** Return whether a player uses another page, or there are lines to read. */
export function hasChat(store: TableStore): boolean {
  const { table } = store;
  if (!table || store.live.route.kind !== 'table') return false;
  const people = table.seats.filter((seat) => seat.kind === 'person');
  const hasRemotePlayers = people.length > table.yours.length;
  const { lines, earlier } = store.stateOf(Chat);
  return hasRemotePlayers || !isLocalTable(table) || lines.length + earlier.length > 0;
}
