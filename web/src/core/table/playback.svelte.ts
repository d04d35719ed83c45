// Shows frames one after another, each for its time. What is the own turn waits for nothing.
import type { ShownStep } from '../../board/types';
import type { Table } from '../../protocol.gen';
import type { Frame } from './pacing';
import { settings } from '../settings.svelte';

/** More than these are not shown one by one. */
const MANY = 150;

export class Playback {
  /** The step of somebody that is shown, and the same in words. */
  told = $state.raw<ShownStep | null>(null);
  text = $state('');
  /** Frames are still to come. */
  isOn = $state(false);

  readonly #show: (frame: Frame) => void;
  /** Whether somebody here has a decision to wait for. */
  readonly #waits: (table: Table) => boolean;
  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOwn = false;
  #isAwaited = false;
  #isHurried = false;

  constructor(show: (frame: Frame) => void, waits: (table: Table) => boolean) {
    this.#show = show;
    this.#waits = waits;
  }

  add(frames: readonly Frame[]): void {
    const isFree = !this.#frames.length && (this.#timer === undefined || this.#isOwn);
    this.#frames.push(...frames);
    if (isFree) this.#next();
    else this.isOn = true;
  }

  /** Show all up to the next own decision at once; where there will be none, all that is known. */
  hurry(): void {
    this.#isHurried = this.isOn || this.#isAwaited;
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
      const isSkipped = this.#isHurried || document.hidden || this.#frames.length > MANY;
      const time = isSkipped ? 0 : frame.time * settings.paceFactor;
      const isLast = !this.#frames.length;
      this.#isOwn = frame.table.due?.yours ?? false;
      this.#isAwaited = !this.#isOwn && this.#waits(frame.table);
      if (isLast && !this.#isAwaited) this.#isHurried = false;
      this.#show(isSkipped ? { ...frame, happened: [] } : frame);
      if (!time) continue;
      this.isOn = !isLast;
      this.told = frame.told;
      this.text = frame.text;
      this.#timer = setTimeout(() => this.#next(), time);
      return;
    }
    this.isOn = false;
    this.told = null;
  }
}
