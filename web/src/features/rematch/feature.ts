import { t } from '../../core/language.svelte';
import type { Feature } from '../../core/feature';
import { route } from '../../core/route.svelte';
import { tableView, type TableScope } from '../../core/table/tableFeature';
import { RematchOffer } from './rematchOffer.svelte';
import RematchNotice from './RematchNotice.svelte';

/** Return the id of the next game of the same players; null if the reader has dismissed it. */
function offeredRematch({ store, table }: TableScope): string | null {
  const { dismissed } = store.stateOf(RematchOffer);
  return table.rematch === dismissed ? null : table.rematch;
}

export const rematch: Feature = {
  table: {
    stateClass: RematchOffer,
    notice: tableView({ component: RematchNotice }, (scope) => {
      const id = offeredRematch(scope);
      return id === null ? null : { store: scope.store, id };
    }),
    announcements: ({ table }) => (table.rematch ? [t('web.rematch.begun')] : []),
    showsNotice: (_, scope) => offeredRematch(scope) !== null,
    menuItems: ({ store, table: { rematch: id } }) => {
      if (id === null) return [];
      const text = t('web.rematch.go');
      const act = (): void => route.toTable(id, store.live.route.seats);
      return [{ section: 'game', order: 0, name: 'rematch', text, primary: true, act }];
    },
  },
};
