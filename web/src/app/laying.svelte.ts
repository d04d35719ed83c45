// The position that somebody lays out: each change is drawn at once, and told the server, which
// says what follows from it and what cannot be. The browser keeps it.
import type { Box, CheckedPosition, Position, PositionWish } from '../protocol.gen';
import * as api from './api';
import { keep, kept } from './kept';
import { Latest } from './latest';

const STORE = 'redcathedral.layout';
const MOST = 200;

export class Laying {
  setup = $state.raw<PositionWish | null>(null);
  laid = $state.raw<CheckedPosition | null>(null);
  box = $state.raw<Box | null>(null);
  failure = $state.raw<unknown>(null);
  position = $state.raw<Position | null>(null);
  /** The dice of the game that goes on from there are rolled at the table. */
  ownDice = false;
  /** Changes of which the server has not said anything yet. */
  waiting = $state(0);

  #before = $state.raw<readonly Position[]>([]);
  readonly #latest = new Latest();
  readonly #lang: string;

  constructor(lang: string) {
    this.#lang = lang;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** What was laid out last time; whether there was anything. */
  async restore(): Promise<boolean> {
    const { setup, ownDice } = kept(STORE);
    if (typeof setup !== 'object' || setup === null) return false;
    await this.begin(setup as PositionWish, ownDice === true);
    return this.laid !== null;
  }

  /** Another table: as it is drawn, or as it was kept. */
  async begin(setup: PositionWish, ownDice: boolean): Promise<void> {
    this.failure = null;
    const isWanted = this.#latest.ask();
    try {
      const laid = await api.checkPosition(setup, this.#lang);
      const box = await api.edition(laid.edition.key, this.#lang);
      if (!isWanted()) return;
      this.box = box;
      this.#before = [];
      this.ownDice = ownDice;
      this.#take({ ...setup, edition: laid.edition.key }, laid);
    } catch (error) {
      this.failure = error;
    }
  }

  /** Change a copy of the position, and show it. */
  change(edit: (position: Position) => void): void {
    const before = this.position;
    if (!before) return;
    const after = structuredClone(before);
    edit(after);
    this.#before = [...this.#before.slice(-MOST), before];
    void this.#show(after);
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    void this.#show(last);
  }

  async #show(position: Position): Promise<void> {
    if (!this.setup) return;
    this.position = position;
    const setup = { ...this.setup, position };
    keep(STORE, { setup, ownDice: this.ownDice });
    const isWanted = this.#latest.ask();
    this.waiting += 1;
    try {
      const laid = await api.checkPosition(setup, this.#lang);
      if (isWanted()) this.#take(setup, laid);
    } catch (error) {
      if (isWanted()) this.failure = error;
    } finally {
      this.waiting -= 1;
    }
  }

  #take(setup: PositionWish, laid: CheckedPosition): void {
    this.failure = null;
    this.laid = laid;
    this.position = laid.position;
    this.setup = { ...setup, position: laid.position };
    keep(STORE, { setup: this.setup, ownDice: this.ownDice });
  }
}
