/** Numbers requests, so that only the answer to the latest one is used. */
export class LatestRequest {
  #count = 0;

  /** Start a request, and return a function that says whether it is still the latest one. */
  start(): () => boolean {
    const number = ++this.#count;
    return () => number === this.#count;
  }
}
