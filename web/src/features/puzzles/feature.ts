import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';

/** Positions in which the player must find the best turn. */
export const puzzles: Feature = {
  dialogs: { puzzles: { load: () => import('./PuzzlesDialog.svelte') } },
  table: {
    card: {
      priority: 30,
      ...tableView({ load: () => import('./PuzzleCard.svelte') }, ({ server, store, table }) =>
        table.puzzle
          ? { levels: server.levels.map(({ bot }) => bot), store, task: table.puzzle }
          : null,
      ),
    },
  },
};
