// The notices that a bot has replaced a player, or that the game waits for a player to return.
import { withoutIsolation } from '../../core/bidiIsolation';
import type { Translate } from '../../core/textFormat';

const NOTICE_IDS = [
  'conduct.stood-in.time',
  'conduct.stood-in.gave-up',
  'conduct.stood-in.voted',
  'conduct.waits.time',
  'conduct.waits.gave-up',
] as const;

/** Return whether the notice reports the replacement or the absence of this player. */
export function isSubstitutionNotice(notice: string, name: string, t: Translate): boolean {
  const text = withoutIsolation(notice);
  return NOTICE_IDS.some((id) => text === withoutIsolation(t(id, { who: name })));
}
