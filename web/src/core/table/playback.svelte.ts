// Shows frames one after another. The player's own turn is shown without delay.
import type { ShownStep, Table } from '../../board/types';
import type { Frame } from './pacing';
import { settings } from '../settings.svelte';

/** If more frames wait, they are skipped. */
const MAX_FRAMES = 150;

export class Playback {
  /** The step that is shown, and the step as a sentence. */
  step = $state.raw<ShownStep | null>(null);
  text = $state('');
  /** More frames follow. */
  isPlaying = $state(false);

  readonly #show: (frame: Frame) => void;
  /** Return whether a player on this page waits for their turn. */
  readonly #isAwaitedAt: (table: Table) => boolean;
  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOwnTurn = false;
  #isAwaited = false;
  #isHurried = false;

  constructor(show: (frame: Frame) => void, isAwaitedAt: (table: Table) => boolean) {
    this.#show = show;
    this.#isAwaitedAt = isAwaitedAt;
  }

  add(frames: readonly Frame[]): void {
    const isFree = !this.#frames.length && (this.#timer === undefined || this.#isOwnTurn);
    this.#frames.push(...frames);
    if (isFree) this.#next();
    else this.isPlaying = true;
  }

  /** Skip to the next decision of a player on this page; if there is none, to the newest table. */
  hurry(): void {
    this.#isHurried = this.isPlaying || this.#isAwaited;
    this.#next();
  }

  clear(): void {
    this.#frames = [];
    this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const isSkipped = this.#isHurried || document.hidden || this.#frames.length > MAX_FRAMES;
      const time = isSkipped ? 0 : frame.milliseconds * settings.paceFactor;
      const isLast = !this.#frames.length;
      this.#isOwnTurn = frame.table.due?.yours ?? false;
      this.#isAwaited = !this.#isOwnTurn && this.#isAwaitedAt(frame.table);
      if (isLast && !this.#isAwaited) this.#isHurried = false;
      this.#show(isSkipped ? { ...frame, recentEvents: [] } : frame);
      if (!time) continue;
      this.isPlaying = !isLast;
      this.step = frame.step;
      this.text = frame.text;
      this.#timer = setTimeout(() => this.#next(), time);
      return;
    }
    this.isPlaying = false;
    this.step = null;
  }
}
