// Who is at the table, whose time runs, and what people ask of each other there.
import type { Colour, Presence, TablePlayState } from '../../protocol.gen';

/** Milliseconds: how often a clock is drawn, what is little time, and of what is told aloud. */
const TICK = 200;
const LITTLE = 10_000;
const TOLD = [60_000, 30_000, LITTLE] as const;

export class Together {
  conduct = $state.raw<TablePlayState | null>(null);
  presence = $state.raw<Presence | null>(null);
  #at = 0;
  #now = $state(0);
  #ticking: ReturnType<typeof setInterval> | undefined;

  /** What the newest table says; its clock runs on from now. */
  take(conduct: TablePlayState | null): void {
    this.conduct = conduct;
    this.#at = this.#now = performance.now();
    clearInterval(this.#ticking);
    if (conduct?.clock?.running)
      this.#ticking = setInterval(() => (this.#now = performance.now()), TICK);
  }

  close(): void {
    clearInterval(this.#ticking);
  }

  isRunning(colour: Colour): boolean {
    return this.conduct?.clock?.running === colour;
  }

  /** Milliseconds that a seat has left; null without a clock. */
  left(colour: Colour): number | null {
    const left = this.conduct?.clock?.left[colour];
    if (left === undefined) return null;
    return Math.max(0, this.isRunning(colour) ? left - (this.#now - this.#at) : left);
  }

  isLow(colour: Colour): boolean {
    const left = this.left(colour);
    return left !== null && left <= LITTLE && this.isRunning(colour);
  }

  /** Of what a seat has less now, as far as that is told aloud: in a minute, half of one, ten. */
  mark(colour: Colour): number | null {
    const { clock } = this.conduct ?? {};
    const left = this.left(colour);
    if (!clock || clock.wish.kind === 'days' || left === null || !this.isRunning(colour))
      return null;
    const whole = clock.wish.time * 1000;
    return TOLD.findLast((mark) => left <= mark && mark < whole) ?? null;
  }

  isHere(colour: Colour): boolean {
    return this.presence?.here.includes(colour) ?? true;
  }

  hasGivenUp(colour: Colour): boolean {
    return this.conduct?.gave_up.includes(colour) ?? false;
  }

  get replaceable(): readonly Colour[] {
    const { presence, conduct } = this;
    const asked = conduct?.questions.some(({ what }) => what === 'stand-in');
    if (!presence || !conduct || asked) return [];
    return conduct.may.vote.filter((colour) => presence.away.includes(colour));
  }
}
