// Structural sharing: a new value reuses the unchanged parts of the previous one, so that Svelte
// updates only what has changed. Works on plain JSON data.

/** Return `next`, with the objects of `previous` in place of equal parts. */
export function reuse<T>(previous: unknown, next: T): T {
  if (previous === next || !isContainer(previous) || !isContainer(next)) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  const keys = Object.keys(next);
  let isUnchanged = keys.length === Object.keys(previous).length;
  const entries = keys.map((key): [string, unknown] => {
    const part = reuse(previous[key], next[key]);
    isUnchanged &&= part === previous[key] && key in previous;
    return [key, part];
  });
  if (isUnchanged) return previous as T;
  const parts = Array.isArray(next) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
  return parts as T;
}

/** Return a function that remembers its last result and reuses the unchanged parts of it. */
export function createReuser<T>(): (next: T) => T {
  let previous: T | undefined;
  return (next) => (previous = reuse(previous, next));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
