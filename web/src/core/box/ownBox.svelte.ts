import * as api from '../api';
import { language } from '../language.svelte';
import { LatestRequest } from '../latestRequest';
import { loadStored, saveStored } from '../localStore';
import { hasComponents, StoredBox, type Entered } from './storedBox';
import type { Box, CheckedBox } from '../../protocol.gen';

/** The last check of a box that can be played. */
export type BoxSummary = Pick<CheckedBox, 'code' | 'read' | 'of'>;
type Drafts = Pick<Entered, 'boards'> & { round?: Entered['resources'] };

const SUMMARY_KEY = 'redcathedral.box.checked';
const CHECK_DELAY_MILLISECONDS = 120;
const RETRY_MILLISECONDS = 5000;

/** The components that the reader has entered from their own copy of the game. */
export class OwnBox {
  #stored = new StoredBox();
  #latestCheck = new LatestRequest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  entered = $state.raw<Entered>(this.#stored.entered);
  checked = $state.raw<CheckedBox | null>(null);
  /** The edition of the latest box that can be played. */
  box = $state.raw<Box | null>(null);
  failure = $state.raw<unknown>(null);
  isStored = $state(true);
  canUndo = $state(false);
  summary = $state.raw(loadSummary());
  /** Boards and round tiles with changes that have not been confirmed yet. */
  drafts = $state<Drafts>({ boards: {} });

  constructor() {
    addEventListener('storage', ({ key }) => {
      if (key === SUMMARY_KEY) this.summary = loadSummary();
      if (!StoredBox.isKey(key)) return;
      this.#stored.refresh();
      this.#show();
      if (this.checked) this.check();
    });
  }

  /** Whether anything has been entered. */
  get isBegun(): boolean {
    return hasComponents(this.entered);
  }

  /** Apply a change to the newest box, which another tab may have changed. */
  change(edit: (draft: Entered) => void): void {
    this.#stored.change(edit);
    this.#show();
    this.check();
  }

  /** Replace the whole box, also what has not been confirmed. */
  replace(box: Entered): void {
    this.drafts = { boards: {} };
    this.change((draft) => Object.assign(draft, box));
  }

  /** Apply a change at once if the box can be played with it; otherwise the result has the faults. */
  async changeIfSound(edit: (draft: Entered) => void): Promise<CheckedBox> {
    this.#stored.refresh();
    const draft = structuredClone(this.#stored.entered);
    edit(draft);
    const checked = await api.checkBox(draft, language.id);
    if (!checked.box) return checked;
    this.change(edit);
    this.#use(checked);
    return checked;
  }

  undo(): void {
    this.#stored.undo();
    this.#show();
    this.check();
  }

  /** Let the server check the box, once no change follows. */
  check(delay = CHECK_DELAY_MILLISECONDS): void {
    const isNewest = this.#latestCheck.start();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      api.checkBox(this.entered, language.id).then(
        (checked) => isNewest() && this.#use(checked),
        (error: unknown) => isNewest() && this.#fail(error),
      );
    }, delay);
  }

  #fail(error: unknown): void {
    this.failure = error;
    if (error instanceof api.ApiError && error.code === 'no-answer') this.check(RETRY_MILLISECONDS);
  }

  #use(checked: CheckedBox): void {
    this.failure = null;
    this.checked = checked;
    if (!checked.box) return;
    this.box = checked.box;
    const { code, read, of } = checked;
    this.summary = { code, read, of };
    saveStored(SUMMARY_KEY, this.summary);
  }

  #show(): void {
    ({ entered: this.entered, isStored: this.isStored, canUndo: this.canUndo } = this.#stored);
  }
}

function loadSummary(): BoxSummary | null {
  const { code, read, of } = loadStored(SUMMARY_KEY);
  const isSummary = typeof code === 'string' && typeof read === 'number' && typeof of === 'number';
  return isSummary ? { code, read, of } : null;
}

export const ownBox = new OwnBox();
