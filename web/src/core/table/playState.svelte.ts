// Presence, clocks, and the proposals of players to each other.
import type { Colour, Presence, TablePlayState } from '../../protocol.gen';
import type { TableState } from './tableState';

/** The time between two updates of a clock. */
const TICK_MS = 200;
/** A clock with less time is low. */
const LOW_TIME_MS = 10_000;
/** Screen readers announce these remaining times. */
const WARNING_TIMES_MS = [60_000, 30_000, LOW_TIME_MS] as const;

export class PlayState implements TableState {
  current = $state.raw<TablePlayState | null>(null);
  presence = $state.raw<Presence | null>(null);
  readonly messages = { presence: (presence: Presence) => (this.presence = presence) };
  /** The arrival of the newest state, and the current time, both from `performance.now()`. */
  #receivedAt = 0;
  #now = $state(0);
  #ticking: ReturnType<typeof setInterval> | undefined;

  /** Set the state of the newest table and start its clock. */
  update(current: TablePlayState | null): void {
    this.current = current;
    this.#receivedAt = this.#now = performance.now();
    clearInterval(this.#ticking);
    if (current?.clock?.running)
      this.#ticking = setInterval(() => (this.#now = performance.now()), TICK_MS);
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
    return left !== null && left <= LOW_TIME_MS && this.isRunning(colour);
  }

  /** The warning time that the clock of a seat has just passed; null if there is none. */
  warningTime(colour: Colour): number | null {
    const { clock } = this.current ?? {};
    const left = this.timeLeft(colour);
    if (!clock || clock.wish.kind === 'days' || left === null || !this.isRunning(colour))
      return null;
    const whole = clock.wish.time * 1000;
    return WARNING_TIMES_MS.findLast((time) => left <= time && time < whole) ?? null;
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
