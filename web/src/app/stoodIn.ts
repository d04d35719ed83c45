// What is said when a bot has taken somebody's place.
import { withoutIsolation } from './isolation';
import type { Say } from './words';

const CAUSES = ['time', 'gave-up', 'voted'] as const;

/** Whether a notice says that of this player. */
export function isStoodIn(notice: string, who: string, say: Say): boolean {
  const said = withoutIsolation(notice);
  return CAUSES.some(
    (cause) => said === withoutIsolation(say(`conduct.stood-in.${cause}`, { who })),
  );
}
