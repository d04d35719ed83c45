// The number of steps that the player has done in each lesson. The browser stores it.
import type { LessonInfo } from '../protocol.gen';
import { saveStored, loadStored } from './localStore.ts';
import type { Translate } from './textFormat.ts';

const STORE = 'redcathedral.lessons';

export function stepsDone({ name, steps }: LessonInfo): number {
  const number = loadStored(STORE)[name];
  return typeof number === 'number' && number > 0 ? Math.min(Math.floor(number), steps) : 0;
}

/** Return the step to continue with, counted from 1; after the last step the first one. */
export function nextStep(lesson: LessonInfo): number {
  return (stepsDone(lesson) % lesson.steps) + 1;
}

export function saveProgress(lesson: string, step: number): void {
  const steps = loadStored(STORE);
  const best = steps[lesson];
  if (typeof best !== 'number' || best < step) saveStored(STORE, { ...steps, [lesson]: step });
}

/** Return the text of a button that begins, continues or repeats practice. */
export function practiceText(done: number, total: number, t: Translate): string {
  return t(`web.learn.${done === 0 ? 'begin' : done < total ? 'go-on' : 'again'}`);
}
