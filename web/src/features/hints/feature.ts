import { t } from '../../core/language.svelte';
import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import HintButton from './HintButton.svelte';

/** Shows the best turns, which the server finds on request. */
export const hints: Feature = {
  table: {
    card: {
      priority: 60,
      ...tableView({ load: () => import('./HintsCard.svelte') }, ({ store }) =>
        store.hints.isShown ? { store } : null,
      ),
      isUrgent: ({ store }) => store.hints.isShown,
    },
    button: {
      place: 'before-list',
      ...tableView({ component: HintButton }, ({ store, table }) =>
        !table.puzzle && (table.can.hint || table.can.allow_hints) ? { store } : null,
      ),
    },
    menuItems: ({ store, table }) => {
      const mayAllow = table.can.allow_hints;
      if (!mayAllow && !table.hints_allowed.length) return [];
      const text = t(mayAllow ? 'web.hints.allow' : 'web.hints.forbid');
      const act = (): void => store.allowHints(mayAllow);
      return [{ section: 'game', order: 90, name: 'allow-hints', text, act }];
    },
  },
};
