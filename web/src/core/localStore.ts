// What this browser keeps from one visit to the next. It may be of another version, or from
// anywhere: only what is known is taken from it.
export type Kept = Readonly<Record<string, unknown>>;

export function asKept(value: unknown): Kept {
  return typeof value === 'object' && value !== null ? (value as Kept) : {};
}

export function kept(store: string): Kept {
  try {
    return asKept(JSON.parse(localStorage.getItem(store) ?? '{}'));
  } catch {
    return {};
  }
}

export function keep(store: string, value: unknown): void {
  try {
    localStorage.setItem(store, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it lasts as long as the page
  }
}

/** The wish where it is one of these. */
export function one<Each>(all: readonly Each[], wish: unknown, otherwise: Each): Each {
  return all.find((each) => each === wish) ?? otherwise;
}
