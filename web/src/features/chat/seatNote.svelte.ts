// The private note of a seat. The page saves the note on the server while the player types.
import type { Colour, SeatNote } from '../../protocol.gen';
import * as api from '../../core/api';
import { jittered } from '../../core/jitter';
import { asRecord, saveStored, loadStored } from '../../core/localStore';

/** The time between the last key and saving. */
const SAVE_DELAY_MS = 700;
const RETRY_DELAY_MS = 3000;
export const MAX_NOTE_LENGTH = 4000;
/** The localStorage key of the notes that the server does not have yet. */
const STORAGE_KEY = 'redcathedral.note';

/** The save in progress. A note is loaded only after this save. */
let lastSave: Promise<unknown> = Promise.resolve();

export class SeatNoteEditor {
  text = $state('');
  failure = $state.raw<unknown>(null);
  isLoaded = $state(false);
  /** Whether the note has text that the server does not have yet. */
  isUnsaved = $state(false);
  /** The note that another device has saved since this page loaded it. */
  conflict = $state.raw<SeatNote | null>(null);
  readonly #table: string;
  readonly #seat: Colour;
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #isClosed = false;

  constructor(table: string, seat: Colour) {
    this.#table = table;
    this.#seat = seat;
    void this.load();
  }

  async load(): Promise<void> {
    await lastSave.catch(() => undefined); // the save itself reports its error
    try {
      const { number, text } = await api.seatNote(this.#table, this.#seat);
      this.failure = null;
      this.isLoaded = true;
      if (this.isUnsaved) return;
      this.#version = number;
      this.text = text;
      this.#restoreDraft();
    } catch (error) {
      this.failure = error;
      this.#schedule(() => this.load(), jittered(RETRY_DELAY_MS));
    }
  }

  /** Restore the text that was typed earlier and never reached the server. */
  #restoreDraft(): void {
    const { number, text } = asRecord(loadStored(STORAGE_KEY)[this.#draftKey]);
    if (typeof text !== 'string' || text === this.text) return this.#removeDraft();
    if (number !== this.#version) this.conflict = { number: this.#version, text: this.text };
    this.edit(text);
  }

  get #draftKey(): string {
    return `${this.#table} ${this.#seat}`;
  }

  #removeDraft(): void {
    saveStored(STORAGE_KEY, { ...loadStored(STORAGE_KEY), [this.#draftKey]: undefined });
  }

  edit(text: string): void {
    this.text = text;
    this.isUnsaved = true;
    saveStored(STORAGE_KEY, {
      ...loadStored(STORAGE_KEY),
      [this.#draftKey]: { number: this.#version, text },
    });
    if (!this.conflict) this.#schedule(() => this.save(), SAVE_DELAY_MS);
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.isUnsaved || this.conflict || this.#isSaving) return;
    const { text } = this;
    this.#isSaving = true;
    try {
      const request = api.saveSeatNote(this.#table, this.#seat, this.#version, text);
      lastSave = request;
      const saved = await request;
      this.#version = saved.number;
      this.failure = null;
      this.isUnsaved = this.text !== text;
      if (!this.isUnsaved) this.#removeDraft();
      else this.#schedule(() => this.save(), SAVE_DELAY_MS);
    } catch (error) {
      if (error instanceof api.ApiError && error.code === 'note-changed')
        await this.#loadConflict();
      else {
        this.failure = error;
        this.#schedule(() => this.save(), jittered(RETRY_DELAY_MS));
      }
    } finally {
      this.#isSaving = false;
    }
    // Save the text typed during this save. After a failure, the browser still has the text.
    if (this.#isClosed && !this.failure) void this.save();
  }

  /** Load the note of the other device, and keep both until the player chooses one. */
  async #loadConflict(): Promise<void> {
    try {
      const conflict = await api.seatNote(this.#table, this.#seat);
      this.failure = null;
      this.#version = conflict.number;
      if (conflict.text === this.text) {
        this.isUnsaved = false;
        this.#removeDraft();
      } else this.conflict = conflict;
    } catch (error) {
      this.failure = error;
      this.#schedule(() => this.save(), jittered(RETRY_DELAY_MS));
    }
  }

  /** Keep the note typed on this page, or the note of the other device. */
  resolve(keepsMine: boolean): void {
    if (!keepsMine && this.conflict) this.text = this.conflict.text;
    this.conflict = null;
    this.isUnsaved = keepsMine;
    if (keepsMine) void this.save();
    else this.#removeDraft();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.save();
  }

  #schedule(task: () => Promise<void>, delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void task(), delay);
  }
}
