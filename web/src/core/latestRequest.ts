// Of several questions the last one counts.

/** Tells whether an answer is still wanted: not where something has been asked since. */
export class LatestRequest {
  #asked = 0;

  start(): () => boolean {
    const number = ++this.#asked;
    return () => number === this.#asked;
  }
}
