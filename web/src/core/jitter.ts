// Waits before another attempt: longer by chance, so that not all pages try at the same moment.

/** The largest part by which a wait is longer. */
const JITTER = 0.3;

export type Random = () => number;

export function jittered(milliseconds: number, random: Random = Math.random): number {
  return milliseconds * (1 + JITTER * random());
}
