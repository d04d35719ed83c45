// The games and editions that this browser stores, as texts.

const STORE = 'documents';

/** A change of a document: its kind, its name, and its text, which is empty to delete it. */
export type Change = readonly [kind: string, name: string, text: string];

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no reason'));
  });
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('redcathedral', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return result(request);
}

export class Documents {
  #database: IDBDatabase | null = null;
  /** All documents by kind and name, also those that the browser does not store. */
  readonly #current = new Map<string, Change>();
  #isBehind = false;

  get current(): readonly Change[] {
    return [...this.#current.values()];
  }

  async all(): Promise<readonly Change[]> {
    const store = (this.#database ??= await open()).transaction(STORE).objectStore(STORE);
    const [keys, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    this.#change(
      keys.map((key, index) => [...(key as [string, string]), texts[index] as string] as const),
    );
    return this.current;
  }

  /** Make changes, and those that have failed before. */
  async save(changes: readonly Change[]): Promise<void> {
    this.#change(changes);
    try {
      if (!this.#isBehind) return await this.write(changes);
    } catch {
      this.#isBehind = true;
    }
    this.#database = null; // the reader may have deleted the data of the site
    await this.write(this.current, true);
    this.#isBehind = false;
  }

  #change(changes: readonly Change[]): void {
    for (const change of changes) {
      const [kind, name, text] = change;
      if (text) this.#current.set(`${kind} ${name}`, change);
      else this.#current.delete(`${kind} ${name}`);
    }
  }

  /** Make all changes or none, at once, and wait for the disk; `clears` deletes the others. */
  async write(changes: readonly Change[], clears = false): Promise<void> {
    const options = { durability: 'strict' } as const;
    const database = (this.#database ??= await open());
    const transaction = database.transaction(STORE, 'readwrite', options);
    const store = transaction.objectStore(STORE);
    if (clears) store.clear();
    for (const [kind, name, text] of changes) {
      if (text) store.put(text, [kind, name]);
      else store.delete([kind, name]);
    }
    transaction.commit(); // now: Python is busy afterwards
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('no reason'));
    });
  }
}
