// The private note of a seat. The page saves the note on the server while the player types.
import type { Colour, SeatNote } from '../../protocol.gen';
import * as api from '../../core/api';
import { jittered } from '../../core/jitter';
import { asRecord, saveStored, loadStored } from '../../core/localStore';

/** Milliseconds between the last key and saving, and before a failed save is retried. */
const PAUSE = 700;
const AGAIN = 3000;
export const LONGEST = 4000;
/** The localStorage key of the notes that the server does not have yet. */
const STORE = 'redcathedral.note';

/** The save in progress: a note that is opened meanwhile is read after this save. */
let writing: Promise<unknown> = Promise.resolve();

export class Note {
  text = $state('');
  failure = $state.raw<unknown>(null);
  isRead = $state(false);
  /** Whether the note has text that the server does not have yet. */
  isNew = $state(false);
  /** The note that another device saved meanwhile. */
  other = $state.raw<SeatNote | null>(null);
  readonly #table: string;
  readonly #seat: Colour;
  #number = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #isWriting = false;
  #isClosed = false;

  constructor(table: string, seat: Colour) {
    this.#table = table;
    this.#seat = seat;
    void this.read();
  }

  async read(): Promise<void> {
    await writing.catch(() => undefined); // told to who wrote it
    try {
      const { number, text } = await api.seatNote(this.#table, this.#seat);
      this.failure = null;
      this.isRead = true;
      if (this.isNew) return;
      this.#number = number;
      this.text = text;
      this.#resume();
    } catch (error) {
      this.failure = error;
      this.#soon(() => this.read(), jittered(AGAIN));
    }
  }

  /** Restore the text that was typed earlier and never reached the server. */
  #resume(): void {
    const { number, text } = asRecord(loadStored(STORE)[this.#name]);
    if (typeof text !== 'string' || text === this.text) return this.#drop();
    if (number !== this.#number) this.other = { number: this.#number, text: this.text };
    this.type(text);
  }

  get #name(): string {
    return `${this.#table} ${this.#seat}`;
  }

  #drop(): void {
    saveStored(STORE, { ...loadStored(STORE), [this.#name]: undefined });
  }

  type(text: string): void {
    this.text = text;
    this.isNew = true;
    saveStored(STORE, { ...loadStored(STORE), [this.#name]: { number: this.#number, text } });
    if (!this.other) this.#soon(() => this.write(), PAUSE);
  }

  async write(): Promise<void> {
    clearTimeout(this.#later);
    if (!this.isNew || this.other || this.#isWriting) return;
    const { text } = this;
    this.#isWriting = true;
    try {
      const answer = api.saveSeatNote(this.#table, this.#seat, this.#number, text);
      writing = answer;
      const kept = await answer;
      this.#number = kept.number;
      this.failure = null;
      this.isNew = this.text !== text;
      if (!this.isNew) this.#drop();
      else this.#soon(() => this.write(), PAUSE);
    } catch (error) {
      if (error instanceof api.ApiError && error.code === 'note-changed') await this.#compare();
      else {
        this.failure = error;
        this.#soon(() => this.write(), jittered(AGAIN));
      }
    } finally {
      this.#isWriting = false;
    }
    // save the text typed meanwhile; after a failure the text stays in the browser
    if (this.#isClosed && !this.failure) void this.write();
  }

  /** Load the note of the other device, and keep both until the player chooses one. */
  async #compare(): Promise<void> {
    try {
      const other = await api.seatNote(this.#table, this.#seat);
      this.failure = null;
      this.#number = other.number;
      if (other.text === this.text) {
        this.isNew = false;
        this.#drop();
      } else this.other = other;
    } catch (error) {
      this.failure = error;
      this.#soon(() => this.write(), jittered(AGAIN));
    }
  }

  /** Keep the note typed on this page, or the note of the other device. */
  choose(isMine: boolean): void {
    if (!isMine && this.other) this.text = this.other.text;
    this.other = null;
    this.isNew = isMine;
    if (isMine) void this.write();
    else this.#drop();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#later);
    void this.write();
  }

  #soon(work: () => Promise<void>, wait: number): void {
    clearTimeout(this.#later);
    if (!this.#isClosed) this.#later = setTimeout(() => void work(), wait);
  }
}
