import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import FinaleDialog from './FinaleDialog.svelte';

/** The final scoring over the whole screen, and what players can do after a game. */
export const finale: Feature = {
  table: {
    dialogs: {
      over: tableView({ component: FinaleDialog }, ({ server, store, table, seats, isEnding }) => {
        const { box } = store.live;
        return table.over && box
          ? { server, table, box, seats, over: table.over, moving: isEnding }
          : null;
      }),
    },
  },
};
