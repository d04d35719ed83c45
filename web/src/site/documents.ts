// The games and editions that this browser stores, as texts.

const STORE = 'documents';

/** A change of a document: its kind, its name, and its text, which is empty to delete it. */
export type Change = [kind: string, name: string, text: string];

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
  #database = open();
  /** Changes that the browser has not stored yet, by document. */
  readonly #unsaved = new Map<string, Change>();

  async all(): Promise<Change[]> {
    const store = (await this.#database).transaction(STORE).objectStore(STORE);
    const [keys, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    return keys.map((key, index) => [...(key as [string, string]), texts[index] as string]);
  }

  /** Make changes, and those that have failed before. */
  async save(changes: readonly Change[]): Promise<void> {
    const key = ([kind, name]: Change): string => `${kind} ${name}`;
    for (const change of changes) this.#unsaved.set(key(change), change);
    const all = [...this.#unsaved.values()];
    await this.write(all).catch(() => {
      this.#database = open(); // the reader may have deleted the data of the site
      return this.write(all);
    });
    for (const change of all)
      if (this.#unsaved.get(key(change)) === change) this.#unsaved.delete(key(change));
  }

  /** Make all changes or none, and wait until they are on the disk; `clears` deletes the others. */
  async write(changes: readonly Change[], clears = false): Promise<void> {
    const options = { durability: 'strict' } as const;
    const transaction = (await this.#database).transaction(STORE, 'readwrite', options);
    const store = transaction.objectStore(STORE);
    if (clears) store.clear();
    for (const [kind, name, text] of changes) {
      if (text) store.put(text, [kind, name]);
      else store.delete([kind, name]);
    }
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('no reason'));
    });
  }
}
