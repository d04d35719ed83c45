/** Runs work that may fail, and shows whether it is running and why it failed last. */
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
