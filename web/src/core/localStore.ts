// Values that the browser stores between visits. Another version of the page, or anyone, may have
// written them: readers check each value before they use it.
export type StoredRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): StoredRecord {
  return typeof value === 'object' && value !== null ? (value as StoredRecord) : {};
}

/** Return the record in JSON; an empty one if the text is invalid or cannot be read. */
export function parseRecord(readText: () => string | null): StoredRecord {
  try {
    return asRecord(JSON.parse(readText() ?? '{}'));
  } catch {
    return {};
  }
}

export const loadStored = (key: string): StoredRecord =>
  parseRecord(() => localStorage.getItem(key));

/** Store a value, and return whether the browser could. Otherwise it is lost with the page. */
export function saveStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Return `value` if it is one of `options`, else `fallback`. */
export function oneOf<Item>(options: readonly Item[], value: unknown, fallback: Item): Item {
  return options.find((option) => option === value) ?? fallback;
}
