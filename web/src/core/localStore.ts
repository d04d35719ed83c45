// Values that the browser stores between visits. Another version of the page, or anyone, may have
// written them: readers check each value before they use it.
export type StoredRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): StoredRecord {
  return typeof value === 'object' && value !== null ? (value as StoredRecord) : {};
}

export function loadStored(key: string): StoredRecord {
  try {
    return asRecord(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

export function saveStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser stores nothing: the value is lost when the page closes.
  }
}

/** Return `value` if it is one of `options`, else `fallback`. */
export function oneOf<Item>(options: readonly Item[], value: unknown, fallback: Item): Item {
  return options.find((option) => option === value) ?? fallback;
}
