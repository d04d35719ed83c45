import { t } from '../../core/language.svelte';
import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import PlanButton from './PlanButton.svelte';
import PlanCard from './PlanCard.svelte';

/** Lets a player plan the next turn while others play. */
export const plans: Feature = {
  table: {
    card: {
      priority: 50,
      ...tableView({ component: PlanCard }, ({ store }) =>
        store.planning.isShown && !store.hints.isShown ? { store } : null,
      ),
      isUrgent: ({ store }) => store.planning.isShown,
    },
    button: {
      place: 'before-list',
      ...tableView({ component: PlanButton }, ({ store, table }) =>
        table.can.plan && !store.planning.isActive ? { store } : null,
      ),
    },
    menuItems: ({ store, table }) => {
      if (!table.can.plan || store.planning.isActive) return [];
      const act = (): void => store.togglePlanning();
      return [{ section: 'game', order: 40, name: 'plan-ahead', text: t('web.plan'), act }];
    },
  },
};
