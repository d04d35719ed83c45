// The editor of positions: draws each change at once, and sends it to the server, which checks the
// position and completes it. The browser stores the position.
import type { Box, CheckedPosition, Position, PositionWish } from '../../protocol.gen';
import * as api from '../../core/api';
import { saveStored, loadStored } from '../../core/localStore';
import { LatestRequest } from '../../core/latestRequest';

const STORE = 'redcathedral.layout';
const MOST = 200;

interface Shown {
  setup: PositionWish;
  laid: CheckedPosition;
  box: Box;
  /** Whether players roll real dice in the game that continues from the position. */
  ownDice: boolean;
}

export class Laying {
  failure = $state.raw<unknown>(null);
  position = $state.raw<Position | null>(null);
  /** The number of changes that the server has not answered yet. */
  waiting = $state(0);
  /** The tiles that lay on cards before they were claimed. */
  readonly tiles = new Map<string, string>();

  #shown = $state.raw<Shown | null>(null);
  #before = $state.raw<readonly Shown[]>([]);
  readonly #latestRequest = new LatestRequest();
  readonly #lang: string;
  /** The edition of new games. */
  readonly #usual: string;

  constructor(lang: string, usual: string) {
    this.#lang = lang;
    this.#usual = usual;
  }

  get laid(): CheckedPosition | null {
    return this.#shown?.laid ?? null;
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
    return this.#before.length > 0;
  }

  /**
   * Restore the stored position, and return whether there was one. A position of another edition
   * is not restored, since it has other cards.
   */
  async restore(): Promise<boolean> {
    const { setup, ownDice, usual } = loadStored(STORE);
    if (typeof setup !== 'object' || setup === null) return false;
    if ((usual ?? (setup as PositionWish).edition) !== this.#usual) return false;
    await this.begin(setup as PositionWish, ownDice === true);
    return this.laid !== null;
  }

  async begin(setup: PositionWish, ownDice: boolean): Promise<void> {
    const before = this.#shown;
    await this.#ask(setup, async (laid) => {
      const box = await api.edition(laid.edition.key, this.#lang);
      return { setup: { ...setup, edition: laid.edition.key }, laid, box, ownDice };
    });
    if (before && this.#shown !== before) this.#note(before);
  }

  change(edit: (position: Position) => void): void {
    const before = this.#shown;
    if (!before || !this.position) return;
    const after = structuredClone(this.position);
    edit(after);
    this.#note({ ...before, setup: { ...before.setup, position: this.position } });
    void this.#show(before, after);
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    void this.#show(last, last.setup.position ?? last.laid.position);
  }

  #note(before: Shown): void {
    this.#before = [...this.#before.slice(-MOST), before];
  }

  async #show(shown: Shown, position: Position): Promise<void> {
    const setup = { ...shown.setup, position };
    this.#shown = { ...shown, setup };
    this.position = position;
    saveStored(STORE, { setup, ownDice: shown.ownDice, usual: this.#usual });
    await this.#ask(setup, (laid) => Promise.resolve({ ...shown, setup, laid }));
  }

  /** Have the server check the position; an answer to an older request is ignored. */
  async #ask(setup: PositionWish, shown: (laid: CheckedPosition) => Promise<Shown>): Promise<void> {
    const isWanted = this.#latestRequest.start();
    this.failure = null;
    this.waiting += 1;
    try {
      const found = await shown(await api.checkPosition(setup, this.#lang));
      if (!isWanted()) return;
      const { position } = found.laid;
      this.#shown = { ...found, setup: { ...found.setup, position } };
      this.position = position;
      saveStored(STORE, { setup: this.#shown.setup, ownDice: found.ownDice });
    } catch (error) {
      if (isWanted()) this.failure = error;
    } finally {
      this.waiting -= 1;
    }
  }
}
