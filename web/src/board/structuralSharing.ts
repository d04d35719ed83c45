/**
 * A value with the very parts of one before wherever they are alike, so that nothing is drawn anew
 * for them. Both are plain data as JSON has it.
 */
export function reuse<T>(before: unknown, now: T): T {
  if (before === now || !isWhole(before) || !isWhole(now)) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const keys = Object.keys(now);
  let isSame = keys.length === Object.keys(before).length;
  const parts = keys.map((key): [string, unknown] => {
    const part = reuse(before[key], now[key]);
    isSame &&= part === before[key] && key in before;
    return [key, part];
  });
  if (isSame) return before as T;
  return (Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

/** Keeps what it was given: of the next value whatever is alike is the former one's. */
export function createReuser<T>(): (now: T) => T {
  let kept: T | undefined;
  return (now) => (kept = reuse(kept, now));
}

function isWhole(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
