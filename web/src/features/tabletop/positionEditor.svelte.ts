// The position editor shows each change at once. The server then checks and completes the position,
// and the browser stores it.
import type { Box, CheckedPosition, Position, PositionWish } from '../../protocol.gen';
import * as api from '../../core/api';
import { saveStored, loadStored } from '../../core/localStore';
import { LatestRequest } from '../../core/latestRequest';

const STORAGE_KEY = 'redcathedral.layout';
const MAX_UNDO_STEPS = 200;

interface EditorState {
  setup: PositionWish;
  checked: CheckedPosition;
  box: Box;
  /** Whether players roll real dice in the game that continues from the position. */
  ownDice: boolean;
}

export class PositionEditor {
  failure = $state.raw<unknown>(null);
  position = $state.raw<Position | null>(null);
  /** The number of requests that the server has not answered yet. */
  pendingChecks = $state(0);
  /** The tile that each card had before it was claimed. */
  readonly tiles = new Map<string, string>();

  #shown = $state.raw<EditorState | null>(null);
  #undoStack = $state.raw<readonly EditorState[]>([]);
  readonly #latestRequest = new LatestRequest();
  readonly #lang: string;
  /** The edition of new games. */
  readonly #defaultEdition: string;

  constructor(lang: string, defaultEdition: string) {
    this.#lang = lang;
    this.#defaultEdition = defaultEdition;
  }

  get checked(): CheckedPosition | null {
    return this.#shown?.checked ?? null;
  }

  get box(): Box | null {
    return this.#shown?.box ?? null;
  }

  get setup(): PositionWish | null {
    return this.#shown?.setup ?? null;
  }

  get ownDice(): boolean {
    return this.#shown?.ownDice ?? false;
  }

  get canUndo(): boolean {
    return this.#undoStack.length > 0;
  }

  /**
   * Restore the stored position, and return whether there was one. A position of another edition
   * is not restored, since it has other cards.
   */
  async restore(): Promise<boolean> {
    const { setup, ownDice, usual: defaultEdition } = loadStored(STORAGE_KEY);
    if (typeof setup !== 'object' || setup === null) return false;
    if ((defaultEdition ?? (setup as PositionWish).edition) !== this.#defaultEdition) return false;
    await this.begin(setup as PositionWish, ownDice === true);
    return this.checked !== null;
  }

  async begin(setup: PositionWish, ownDice: boolean): Promise<void> {
    const before = this.#shown;
    await this.#check(setup, async (checked) => {
      const box = await api.edition(checked.edition.key, this.#lang);
      return { setup: { ...setup, edition: checked.edition.key }, checked, box, ownDice };
    });
    if (before && this.#shown !== before) this.#pushUndo(before);
  }

  change(edit: (position: Position) => void): void {
    const before = this.#shown;
    if (!before || !this.position) return;
    const after = structuredClone(this.position);
    edit(after);
    this.#pushUndo({ ...before, setup: { ...before.setup, position: this.position } });
    void this.#show(before, after);
  }

  undo(): void {
    const last = this.#undoStack.at(-1);
    if (!last) return;
    this.#undoStack = this.#undoStack.slice(0, -1);
    void this.#show(last, last.setup.position ?? last.checked.position);
  }

  #pushUndo(before: EditorState): void {
    this.#undoStack = [...this.#undoStack.slice(-MAX_UNDO_STEPS), before];
  }

  async #show(shown: EditorState, position: Position): Promise<void> {
    const setup = { ...shown.setup, position };
    this.#shown = { ...shown, setup };
    this.position = position;
    saveStored(STORAGE_KEY, { setup, ownDice: shown.ownDice, usual: this.#defaultEdition });
    await this.#check(setup, (checked) => Promise.resolve({ ...shown, setup, checked }));
  }

  /** Have the server check the position. Responses to older requests are ignored. */
  async #check(
    setup: PositionWish,
    makeState: (checked: CheckedPosition) => Promise<EditorState>,
  ): Promise<void> {
    const isNewest = this.#latestRequest.start();
    this.failure = null;
    this.pendingChecks += 1;
    try {
      const state = await makeState(await api.checkPosition(setup, this.#lang));
      if (!isNewest()) return;
      const { position } = state.checked;
      this.#shown = { ...state, setup: { ...state.setup, position } };
      this.position = position;
      saveStored(STORAGE_KEY, { setup: this.#shown.setup, ownDice: state.ownDice });
    } catch (error) {
      if (isNewest()) this.failure = error;
    } finally {
      this.pendingChecks -= 1;
    }
  }
}
