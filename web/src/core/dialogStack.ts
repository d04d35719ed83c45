// Lets Back in the browser close the top dialog before it leaves the screen. While dialogs are
// open, the history has one additional entry with the same address. The last dialog removes it.

/** The state of the additional entry in the history. */
const ENTRY = { isDialog: true };

function isAtEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isDialog' in state;
}

class DialogStack {
  /** The functions that close the open dialogs, the top one last. */
  #closers: (() => void)[] = [];
  /** The address when the entry was added. */
  #address = '';
  /** Whether the entry is being removed, which takes a moment. */
  #isRemovingEntry = false;
  /** The address to open after that. */
  #nextHash: string | null = null;

  constructor() {
    addEventListener('popstate', () => this.#onPopState());
    if (isAtEntry()) this.#removeEntry(); // the page was reloaded with an open dialog
  }

  /** Add a dialog, and return a function that removes it. */
  open(close: () => void): () => void {
    const closer = (): void => close();
    this.#closers.push(closer);
    this.#addEntry();
    return () => {
      this.#closers = this.#closers.filter((other) => other !== closer);
      // Wait: another dialog may open, or the page may go to another screen.
      setTimeout(() => {
        if (!this.#closers.length && isAtEntry() && !this.#isRemovingEntry) this.#removeEntry();
      });
    };
  }

  /** Go to another address of the page. */
  go(hash: string): void {
    if (this.#isRemovingEntry) this.#nextHash = hash;
    else if (isAtEntry()) location.replace(hash);
    else location.hash = hash;
  }

  #addEntry(): void {
    if (this.#isRemovingEntry || !this.#closers.length || isAtEntry()) return;
    this.#address = location.href;
    history.pushState(ENTRY, '');
  }

  #removeEntry(): void {
    this.#isRemovingEntry = true;
    this.#address = location.href;
    history.back();
  }

  #onPopState(): void {
    if (this.#isRemovingEntry) {
      this.#isRemovingEntry = false;
      // The address may have changed while the dialog was open, as that of a running replay does.
      if (location.href !== this.#address) history.replaceState(null, '', this.#address);
      if (this.#nextHash !== null) location.hash = this.#nextHash;
      this.#nextHash = null;
      this.#addEntry();
    } else if (isAtEntry()) {
      if (!this.#closers.length) this.#removeEntry(); // a link in a dialog left the entry behind
    } else if (location.href === this.#address) {
      this.#closers.at(-1)?.();
      setTimeout(() => this.#addEntry()); // if a dialog is still open
    }
  }
}

export const dialogStack = new DialogStack();

/** Open a modal dialog. Return a function that closes it, and gives the focus back to its opener. */
export function openModal(dialog: HTMLDialogElement, close: () => void): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  const removeFromStack = dialogStack.open(close);
  return () => {
    removeFromStack();
    dialog.close();
    if (opener instanceof HTMLElement || opener instanceof SVGElement)
      queueMicrotask(() => opener.isConnected && opener.focus({ preventScroll: true }));
  };
}
