// The steps done in each lesson, and whether lessons are still offered. The browser stores them.
import type { LessonInfo } from '../protocol.gen';
import { saveStored, loadStored } from './localStore.ts';
import type { Translate } from './textFormat.ts';

const STORAGE_KEY = 'redcathedral.lessons';

export function stepsDone({ name, steps }: LessonInfo): number {
  const number = loadStored(STORAGE_KEY)[name];
  return typeof number === 'number' && number > 0 ? Math.min(Math.floor(number), steps) : 0;
}

/** Return the step to continue with, counted from 1; after the last step the first one. */
export function nextStep(lesson: LessonInfo): number {
  return (stepsDone(lesson) % lesson.steps) + 1;
}

/** Whether nobody has done or declined the lesson on this device, or begun a game. */
export const offersLesson = (lesson: LessonInfo): boolean =>
  loadStored(STORAGE_KEY)['offer'] !== false && stepsDone(lesson) < lesson.steps;
export const endOffer = (): boolean =>
  saveStored(STORAGE_KEY, { ...loadStored(STORAGE_KEY), offer: false });

export function saveProgress(lesson: string, step: number): void {
  const steps = loadStored(STORAGE_KEY);
  const best = steps[lesson];
  if (typeof best !== 'number' || best < step)
    saveStored(STORAGE_KEY, { ...steps, [lesson]: step });
}

/** Return the text of a button that begins, continues or repeats practice. */
export function practiceText(done: number, total: number, t: Translate): string {
  return t(`web.learn.${done === 0 ? 'begin' : done < total ? 'go-on' : 'again'}`);
}
