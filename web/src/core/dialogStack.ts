// The browser's Back closes the sheet on top before it leaves the screen. While sheets are open the
// history has one more entry, at the same address; it goes with the last sheet.
interface SheetEntry {
  readonly isSheet: true;
}
const ENTRY: SheetEntry = { isSheet: true };

function isAtEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isSheet' in state;
}

class DialogStack {
  /** How to close the open ones, the topmost last. */
  #open: (() => void)[] = [];
  /** The address when the entry was added. */
  #below = '';
  /** The entry is being removed, which takes a moment; where the page goes after that. */
  #isLeaving = false;
  #next: string | null = null;

  constructor() {
    addEventListener('popstate', () => this.#moved());
    if (isAtEntry()) this.#leave(); // the page was loaded again with a sheet open
  }

  /** Add a sheet; the answer takes it away again. */
  open(close: () => void): () => void {
    const closer = (): void => close();
    this.#open.push(closer);
    this.#enter();
    return () => {
      this.#open = this.#open.filter((each) => each !== closer);
      // later: another sheet may take its place, or the page goes elsewhere with it
      setTimeout(() => {
        if (!this.#open.length && isAtEntry() && !this.#isLeaving) this.#leave();
      });
    };
  }

  go(hash: string): void {
    if (this.#isLeaving) this.#next = hash;
    else if (isAtEntry()) location.replace(hash);
    else location.hash = hash;
  }

  #enter(): void {
    if (this.#isLeaving || !this.#open.length || isAtEntry()) return;
    this.#below = location.href;
    history.pushState(ENTRY, '');
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#below = location.href;
    history.back();
  }

  #moved(): void {
    if (this.#isLeaving) {
      this.#isLeaving = false;
      // the address may have changed with the sheet open: a replay that goes on
      if (location.href !== this.#below) history.replaceState(null, '', this.#below);
      if (this.#next !== null) location.hash = this.#next;
      this.#next = null;
      this.#enter();
    } else if (isAtEntry()) {
      if (!this.#open.length) this.#leave(); // a link in a sheet left it behind
    } else if (location.href === this.#below) {
      this.#open.at(-1)?.();
      setTimeout(() => this.#enter()); // for those below, or where it is not closed so
    }
  }
}

export const dialogStack = new DialogStack();
