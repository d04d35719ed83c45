/** Something that may be refused: whether it is under way, and why it failed. */
export class Attempt {
  busy = $state(false);
  failure = $state.raw<unknown>(null);

  async run(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.failure = null;
    try {
      await work();
    } catch (error) {
      this.failure = error;
    } finally {
      this.busy = false;
    }
  }
}
