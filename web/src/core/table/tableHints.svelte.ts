// The best turns at a table: whether the player has asked for them, and which one is shown.
import type { Hints } from '../../protocol.gen';

export class TableHints {
  /** Null while the server looks for them. */
  result = $state.raw<Hints | null>(null);
  chosenIndex = $state<number | null>(null);
  pointedIndex = $state<number | null>(null);
  /** The player has asked for hints and not closed them. */
  isShown = $state(false);
  /** Ask for hints as soon as the server allows it. */
  isWanted = false;

  readonly shownTurn = $derived.by(() => {
    const index = this.pointedIndex ?? this.chosenIndex;
    return index === null ? null : (this.result?.turns[index] ?? null);
  });
  readonly #send: () => boolean;

  constructor(send: () => boolean) {
    this.#send = send;
  }

  /** The player can continue to play while the server looks for hints. */
  ask(): void {
    this.close();
    this.isWanted = false;
    this.isShown = this.#send();
  }

  receive(hints: Hints): void {
    this.result = hints;
    this.chosenIndex = 0;
  }

  close(): void {
    this.isShown = false;
    this.result = null;
    this.chosenIndex = this.pointedIndex = null;
  }
}
