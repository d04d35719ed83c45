// The best turns at a table, and the one that the board shows.
import type { Hints, Refused } from '../../protocol.gen';
import type { RefusalDisplay, TableState } from './tableState';

/** The codes of refused requests for hints. */
const REFUSAL_CODES: readonly string[] = ['hint', 'no-hints'];

interface HintsTable {
  /** Request the hints; return false if there is no connection. */
  readonly request: () => boolean;
  readonly newestNumber: () => number | undefined;
  /** Called when the hints have arrived. */
  readonly received: () => void;
}

export class TableHints implements TableState {
  /** Null until the server has found the best turns. */
  result = $state.raw<Hints | null>(null);
  chosenIndex = $state<number | null>(null);
  pointedIndex = $state<number | null>(null);
  /** The player has asked for hints and not closed them. */
  isShown = $state(false);
  /** The card asks whether the player wants hints, because the game counts. */
  isQuestion = $state(false);
  /** Ask for hints as soon as the server allows it. */
  isWanted = false;

  readonly shownTurn = $derived.by(() => {
    const index = this.pointedIndex ?? this.chosenIndex;
    return index === null ? null : (this.result?.turns[index] ?? null);
  });
  readonly messages = { hints: (hints: Hints) => this.#receive(hints) };
  readonly #table: HintsTable;

  constructor(table: HintsTable) {
    this.#table = table;
  }

  /** Request the hints; the player can continue to play. */
  ask(): void {
    this.close();
    this.isWanted = false;
    this.isShown = this.#table.request();
  }

  /** Ask the player first. */
  question(): void {
    this.close();
    this.isShown = this.isQuestion = true;
  }

  /** Return the event handlers of a turn; they also work when the card is being removed. */
  pointing(index: number): Record<string, () => void> {
    const enter = (): void => void (this.pointedIndex = index);
    const leave = (): void => void (this.pointedIndex = null);
    return { onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave };
  }

  refuse({ code }: Refused): RefusalDisplay | null {
    if (!REFUSAL_CODES.includes(code)) return null;
    this.close();
    return 'table';
  }

  #receive(hints: Hints): void {
    if (!this.isShown || hints.number !== this.#table.newestNumber()) return;
    this.result = hints;
    this.chosenIndex = 0;
    this.#table.received();
  }

  close(): void {
    this.isShown = this.isQuestion = false;
    this.result = null;
    this.chosenIndex = this.pointedIndex = null;
  }
}
