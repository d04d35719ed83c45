// Adds a random part to the delay before a retry, so that pages do not all retry at the same time.

/** The largest part of a delay that is added to it. */
const MAX_JITTER = 0.3;

export type Random = () => number;

export function jittered(milliseconds: number, random: Random = Math.random): number {
  return milliseconds * (1 + MAX_JITTER * random());
}
