// Who is present at the table, whose clock runs, and what players propose to each other.
import type { Colour, Presence, TablePlayState } from '../../protocol.gen';
import type { TableState } from './tableState';

/** Milliseconds between two updates of a clock. */
const TICK = 200;
/** Milliseconds; a clock with less than this is low. */
const LOW_TIME = 10_000;
/** Milliseconds at which screen readers announce the time that is left. */
const WARNING_TIMES = [60_000, 30_000, LOW_TIME] as const;

export class PlayState implements TableState {
  current = $state.raw<TablePlayState | null>(null);
  presence = $state.raw<Presence | null>(null);
  readonly messages = { presence: (presence: Presence) => (this.presence = presence) };
  /** When the newest state arrived, and the present time, as `performance.now()` counts. */
  #receivedAt = 0;
  #now = $state(0);
  #ticking: ReturnType<typeof setInterval> | undefined;

  /** Take the state of the newest table; its clock starts to run now. */
  update(current: TablePlayState | null): void {
    this.current = current;
    this.#receivedAt = this.#now = performance.now();
    clearInterval(this.#ticking);
    if (current?.clock?.running)
      this.#ticking = setInterval(() => (this.#now = performance.now()), TICK);
  }

  close(): void {
    clearInterval(this.#ticking);
  }

  isRunning(colour: Colour): boolean {
    return this.current?.clock?.running === colour;
  }

  /** Milliseconds that a seat has left; null without a clock. */
  timeLeft(colour: Colour): number | null {
    const left = this.current?.clock?.left[colour];
    if (left === undefined) return null;
    if (!this.isRunning(colour)) return left;
    return Math.max(0, left - (this.#now - this.#receivedAt));
  }

  isLow(colour: Colour): boolean {
    const left = this.timeLeft(colour);
    return left !== null && left <= LOW_TIME && this.isRunning(colour);
  }

  /** The warning time that the clock of a seat has just passed; null if there is none. */
  warningTime(colour: Colour): number | null {
    const { clock } = this.current ?? {};
    const left = this.timeLeft(colour);
    if (!clock || clock.wish.kind === 'days' || left === null || !this.isRunning(colour))
      return null;
    const whole = clock.wish.time * 1000;
    return WARNING_TIMES.findLast((time) => left <= time && time < whole) ?? null;
  }

  isPresent(colour: Colour): boolean {
    return this.presence?.here.includes(colour) ?? true;
  }

  hasGivenUp(colour: Colour): boolean {
    return this.current?.gave_up.includes(colour) ?? false;
  }

  /** The absent players for whom a substitute may be proposed. */
  get replaceable(): readonly Colour[] {
    const { presence, current } = this;
    const isProposed = current?.questions.some(({ what }) => what === 'stand-in');
    if (!presence || !current || isProposed) return [];
    return current.may.vote.filter((colour) => presence.away.includes(colour));
  }
}
