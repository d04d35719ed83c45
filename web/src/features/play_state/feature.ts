import { durationText } from '../../core/duration';
import type { Feature } from '../../core/feature';
import { language, t } from '../../core/language.svelte';
import { nameIn } from '../../core/players';
import { tableView, type TableScope } from '../../core/table/tableFeature';
import { Arrivals } from './arrivals.svelte';
import Proposals from './Proposals.svelte';
import { proposalItems } from './proposalItems';
import SeatStatus from './SeatStatus.svelte';
import { isSubstitutionNotice } from './substitution';

/** Return the open proposals and the time left to players on this page, for screen readers. */
function announcements({ store, table, me }: TableScope): string[] {
  const { text: arrivals } = store.stateOf(Arrivals);
  if (table.over) return [arrivals];
  const { playState } = store;
  const proposals = [arrivals, ...(playState.current?.questions ?? []).map(({ text }) => text)];
  const warning = me.flatMap((colour) => playState.warningTime(colour) ?? [])[0];
  return warning === undefined
    ? proposals
    : [...proposals, t('web.together.your-time', { left: durationText(language.id, warning) })];
}

/** Return whether the action bar or a proposal already shows the notice. */
function showsNotice(notice: string, { store, table, seats }: TableScope): boolean {
  const { current } = store.playState;
  if (current?.is_paused && notice === t('conduct.pauses')) return true;
  if (!current || table.over) return false;
  const gone = current.gave_up.filter((seat) => table.yours.includes(seat));
  return [...current.may.come_back, ...gone].some((seat) =>
    isSubstitutionNotice(notice, nameIn(seats, seat), t),
  );
}

/** Presence, clocks, and proposals between players: pause, substitute, take back. */
export const playState: Feature = {
  table: {
    stateClass: Arrivals,
    notice: tableView({ component: Proposals }, (scope) =>
      scope.table.lesson || scope.table.puzzle ? null : { scope },
    ),
    announcements,
    showsNotice,
    menuItems: proposalItems,
    seatStatus: SeatStatus,
  },
};
