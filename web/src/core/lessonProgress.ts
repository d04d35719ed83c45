// How far somebody has come in the lessons. This browser stores it.
import type { LessonInfo } from '../protocol.gen';
import { saveStored, loadStored } from './localStore.ts';

const STORE = 'redcathedral.lessons';

export function stepsDone({ name, steps }: LessonInfo): number {
  const known = loadStored(STORE)[name];
  return typeof known === 'number' && known > 0 ? Math.min(Math.floor(known), steps) : 0;
}

/** The step to go on with, counted from 1; after the last one it begins anew. */
export function nextStep(lesson: LessonInfo): number {
  return (stepsDone(lesson) % lesson.steps) + 1;
}

export function saveProgress(lesson: string, step: number): void {
  const all = loadStored(STORE);
  const known = all[lesson];
  if (typeof known !== 'number' || known < step) saveStored(STORE, { ...all, [lesson]: step });
}
