// What is said when a bot has taken somebody's place, or the game waits until they are back.
import { withoutIsolation } from '../../core/bidiIsolation';
import type { Translate } from '../../core/textFormat';

const NOTICES = [
  'conduct.stood-in.time',
  'conduct.stood-in.gave-up',
  'conduct.stood-in.voted',
  'conduct.waits.time',
  'conduct.waits.gave-up',
] as const;

/** Whether a notice says that of this player. */
export function isSubstitutionNotice(notice: string, who: string, t: Translate): boolean {
  const said = withoutIsolation(notice);
  return NOTICES.some((id) => said === withoutIsolation(t(id, { who })));
}
