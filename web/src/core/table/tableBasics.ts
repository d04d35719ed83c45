import DecisionList from './DecisionList.svelte';
import ExplanationCard from './ExplanationCard.svelte';
import { tableView, type TableFeature } from './tableFeature';

/** The dialogs and the card that every table has. */
export const tableBasics: TableFeature = {
  card: {
    priority: 10,
    ...tableView({ component: ExplanationCard }, ({ store }) =>
      store.explanations.length ? { store } : null,
    ),
  },
  dialogs: {
    list: tableView({ component: DecisionList }, ({ store }) => ({ store })),
    report: tableView({ load: () => import('../ui/ReportDialog.svelte') }, ({ store, table }) => ({
      table,
      log: store.log,
    })),
  },
};
