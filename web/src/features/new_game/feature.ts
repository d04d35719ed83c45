import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import NewGameDialog from './NewGameDialog.svelte';

/** The form for a new game. */
export const newGame: Feature = {
  dialogs: { newGame: { component: NewGameDialog } },
  table: {
    dialogs: { new: tableView({ component: NewGameDialog }, ({ server }) => ({ server })) },
  },
};
