// What is said at a table, and what of it this reader wants to hear; the note of a seat is beside it.
import type { Chat, ChatLine, Colour, Refused, Say } from '../../protocol.gen';
import { asKept, keep, kept } from '../../core/localStore';
import { settings } from '../../core/settings.svelte';
import { play } from '../../core/sound';

export const LONGEST = 300;
const STORE = 'redcathedral.talk';
/** Of so many tables this browser knows what was read and who is muted. */
const TABLES = 40;
export type Side = 'chat' | 'note';

/** What this browser keeps of a table: the last line that was read, and who is muted. */
interface Reader {
  seen: number;
  muted: string[];
}

function readerOf(table: string): Reader {
  const { seen, muted } = asKept(kept(STORE)[table]);
  return {
    seen: typeof seen === 'number' ? seen : 0,
    muted: Array.isArray(muted) ? muted.filter((each) => typeof each === 'string') : [],
  };
}

/** In place of a colour: all others. */
export const ALL = 'all';

export class Talk {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** What was said in the games before this one. */
  earlier = $state.raw<readonly ChatLine[]>([]);
  shown = $state<Side | null>(null);
  draft = $state('');
  refused = $state.raw<Refused | null>(null);
  muted = $state.raw<readonly string[]>([]);
  seen = $state(0);
  /** Said, and not yet heard by all. */
  waiting = $state.raw<Say | null>(null);
  me: readonly Colour[] = [];
  readonly #table: string;
  readonly #send: (command: Say) => boolean;

  constructor(table: string, send: (command: Say) => boolean) {
    this.#table = table;
    this.#send = send;
    const reader = readerOf(table);
    this.seen = reader.seen;
    this.muted = reader.muted;
  }

  get last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  isMuted(colour: Colour): boolean {
    if (this.me.includes(colour)) return false;
    return this.muted.includes(ALL) || this.muted.includes(colour);
  }

  get heard(): ChatLine[] {
    return this.lines.filter((line) => !this.isMuted(line.seat));
  }

  get heardEarlier(): ChatLine[] {
    return this.earlier.filter((line) => !this.isMuted(line.seat));
  }

  get unread(): number {
    return this.heard.filter((line) => line.number > this.seen && !this.me.includes(line.seat))
      .length;
  }

  hear({ since, lines, earlier = [] }: Chat, me: readonly Colour[]): void {
    const isFirst = this.lines.length === 0;
    this.me = me;
    if (since === 0) this.earlier = earlier;
    this.lines = [...this.lines.filter((line) => line.number <= since), ...lines];
    const { waiting } = this;
    if (waiting && lines.some((line) => line.seat === waiting.seat)) {
      this.waiting = null;
      if (this.draft === waiting.text) this.draft = '';
    }
    if (this.shown === 'chat') this.read();
    const others = lines.filter((line) => !me.includes(line.seat) && !this.isMuted(line.seat));
    if (others.length && !isFirst) play(['word'], settings.loudness);
  }

  say(seat: Colour): void {
    const text = this.draft;
    if (!text.trim()) return;
    this.refused = null;
    const command: Say = { type: 'say', seat, text };
    if (this.#send(command)) this.waiting = command;
  }

  /** Whether a refusal is about what was said; what was typed stays. */
  refuse(refused: Refused): boolean {
    if (!this.waiting) return false;
    if (!refused.code.startsWith('chat-') && refused.code !== 'too-fast') return false;
    this.waiting = null;
    this.refused = refused;
    return true;
  }

  mute(who: string, isMuted: boolean): void {
    const others = this.muted.filter((each) => each !== who);
    this.muted = isMuted ? [...others, who] : others;
    this.#keep();
  }

  open(side: Side): void {
    this.shown = side;
    if (side === 'chat') this.read();
  }

  toggle(side: Side): void {
    if (this.shown === side) this.close();
    else this.open(side);
  }

  close(): void {
    this.shown = null;
    this.refused = null;
  }

  /** All lines that are there have been seen. */
  read(): void {
    this.seen = Math.max(this.seen, this.last);
    this.#keep();
  }

  #keep(): void {
    const others = Object.entries(kept(STORE)).filter(([table]) => table !== this.#table);
    const mine: Reader = { seen: this.seen, muted: [...this.muted] };
    keep(STORE, Object.fromEntries([...others.slice(1 - TABLES), [this.#table, mine]]));
  }
}
