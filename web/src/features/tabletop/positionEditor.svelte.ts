// The position editor shows each change at once. The server then checks and completes the position,
// and the browser stores it.
import type { Box, CheckedPosition, Position, PositionWish } from '../../protocol.gen';
import * as api from '../../core/api';
import { Attempt } from '../../core/attempt.svelte';
import { saveStored, loadStored } from '../../core/localStore';
import { LatestRequest } from '../../core/latestRequest';
import { carriedOver, replacedCards } from './carriedPosition';

const STORAGE_KEY = 'redcathedral.layout';
const MAX_UNDO_STEPS = 200;

/** The choice of a card that the edition does not have. */
export const ANOTHER = '+';

/** A card that the reader enters: the start of its places in a box, and how it is put. */
interface Entering {
  within: string;
  put: (position: Position, card: string, box: Box) => void;
}

interface EditorState {
  setup: PositionWish;
  checked: CheckedPosition;
  box: Box;
  /** Whether players roll real dice in the game that continues from the position. */
  ownDice: boolean;
}

export class PositionEditor extends Attempt {
  position = $state.raw<Position | null>(null);
  entering = $state.raw<Entering | null>(null);
  /** The number of cards that the last entry of a card has replaced. */
  replaced = $state(0);
  /** The number of requests that the server has not answered yet. */
  pendingChecks = $state(0);
  /** The tile that each card had before it was claimed. */
  readonly tiles = new Map<string, string>();

  #shown = $state.raw<EditorState | null>(null);
  #undoStack = $state.raw<readonly EditorState[]>([]);
  readonly #latestRequest = new LatestRequest();
  readonly #lang: string;
  /** The edition of new games. */
  #defaultEdition: string;

  constructor(lang: string, defaultEdition: string) {
    super();
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
   * Restore the stored position, and return whether there was one. If its edition was the default,
   * which is now another one, the position is carried over.
   */
  async restore(): Promise<boolean> {
    const { setup, ownDice, usual } = loadStored(STORAGE_KEY);
    if (typeof setup !== 'object' || setup === null) return false;
    await this.begin(setup as PositionWish, ownDice === true);
    const key = this.box?.key;
    if (key && key === usual && key !== this.#defaultEdition)
      await this.run(async () => this.useBox(await api.edition(this.#defaultEdition, this.#lang)));
    return this.checked !== null;
  }

  async begin(setup: PositionWish, ownDice: boolean): Promise<void> {
    const before = this.#shown;
    await this.#check(setup, async (checked) => {
      const box = await api.edition(checked.edition.key, this.#lang);
      return { setup: { ...setup, edition: checked.edition.key }, checked, box, ownDice };
    });
    if (this.#shown !== before) this.replaced = 0;
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

  /** Put a card in the position. If it is `ANOTHER`, the reader enters it first. */
  put(card: string, within: string, put: Entering['put']): void {
    if (card === ANOTHER) this.entering = { within, put };
    else this.change((position) => this.box && put(position, card, this.box));
  }

  /** Continue with another edition; `row` is that of the card that the reader has entered. */
  useBox(box: Box, row = ''): void {
    const before = this.#shown;
    if (!before || !this.position) return;
    const after = carriedOver(this.position, before.box, box, row);
    this.entering?.put(after, row, box);
    const replaced = replacedCards(this.position, before.box, after, box, row);
    this.entering = null;
    this.#pushUndo({ ...before, setup: { ...before.setup, position: this.position } });
    this.#defaultEdition = box.key;
    this.tiles.clear();
    const setup = { ...before.setup, edition: box.key };
    void this.#show({ ...before, box, setup }, after, replaced);
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

  async #show(shown: EditorState, position: Position, replaced = 0): Promise<void> {
    const setup = { ...shown.setup, position };
    this.#shown = { ...shown, setup };
    this.position = position;
    this.replaced = replaced;
    this.#store(this.#shown);
    await this.#check(setup, (checked) => Promise.resolve({ ...shown, setup, checked }));
  }

  #store({ setup, ownDice }: EditorState): void {
    saveStored(STORAGE_KEY, { setup, ownDice, usual: this.#defaultEdition });
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
      this.#store(this.#shown);
    } catch (error) {
      if (isNewest()) this.failure = error;
    } finally {
      this.pendingChecks -= 1;
    }
  }
}
