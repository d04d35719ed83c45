// What is said when a bot has taken somebody's place, or the game waits until they are back.
import type { Say } from './words';

const NOTICES = [
  'conduct.stood-in.time',
  'conduct.stood-in.gave-up',
  'conduct.stood-in.voted',
  'conduct.waits.time',
  'conduct.waits.gave-up',
] as const;

/** Whether a notice says that of this player. */
export function isStoodIn(notice: string, who: string, say: Say): boolean {
  return NOTICES.some((id) => notice === say(id, { who }));
}
