// A random part of each wait before a retry, so that the pages do not all retry at the same moment.

/** The largest part of a wait that is added to it. */
const MAX_JITTER = 0.3;

export type Random = () => number;

export function jittered(milliseconds: number, random: Random = Math.random): number {
  return milliseconds * (1 + MAX_JITTER * random());
}
