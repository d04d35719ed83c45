// What this browser keeps from one visit to the next. It may be of another version, or from
// anywhere: only what is known is taken from it.
export type StoredRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): StoredRecord {
  return typeof value === 'object' && value !== null ? (value as StoredRecord) : {};
}

export function loadStored(store: string): StoredRecord {
  try {
    return asRecord(JSON.parse(localStorage.getItem(store) ?? '{}'));
  } catch {
    return {};
  }
}

export function saveStored(store: string, value: unknown): void {
  try {
    localStorage.setItem(store, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it lasts as long as the page
  }
}

/** Return `wish` if it is one of `all`, else `otherwise`. */
export function oneOf<Item>(all: readonly Item[], wish: unknown, otherwise: Item): Item {
  return all.find((item) => item === wish) ?? otherwise;
}
