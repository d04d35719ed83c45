// Shows frames one after another, each for its time. What is the own turn waits for nothing.
import type { Told } from '../board/types';
import type { Frame } from './pacing';
import { settings } from './settings.svelte';

/** More than these are not shown one by one. */
const MANY = 150;

export class Playback {
  /** The step of somebody that is shown, and the same in words. */
  told = $state.raw<Told | null>(null);
  text = $state('');
  /** Frames are still to come. */
  isOn = $state(false);

  readonly #show: (frame: Frame) => void;
  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOwn = false;
  #isHurried = false;

  constructor(show: (frame: Frame) => void) {
    this.#show = show;
  }

  add(frames: readonly Frame[]): void {
    const isFree = !this.#frames.length && (this.#timer === undefined || this.#isOwn);
    this.#frames.push(...frames);
    this.isOn = true;
    if (isFree) this.#next();
  }

  /** Show all up to the next own decision at once. */
  hurry(): void {
    this.#isHurried = this.isOn || !this.#isOwn;
    this.#next();
  }

  /** Forget what was still to be shown. */
  clear(): void {
    this.#frames = [];
    this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.told = null;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const isSkipped = this.#isHurried || document.hidden || this.#frames.length > MANY;
      const time = isSkipped ? 0 : frame.time * settings.tempo;
      this.isOn = this.#frames.length > 0;
      this.#isOwn = frame.table.due?.yours ?? false;
      if (this.#isOwn && !this.isOn) this.#isHurried = false;
      this.#show(isSkipped ? { ...frame, happened: [] } : frame);
      if (!time) continue;
      this.told = frame.told;
      this.text = frame.text;
      this.#timer = setTimeout(() => this.#next(), time);
      return;
    }
    this.isOn = false;
  }
}
