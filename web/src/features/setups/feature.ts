import type { Feature } from '../../core/feature';
import { say } from '../../core/language.svelte';
import { tableView } from '../../core/table/tableFeature';

/** Set-ups of the game by their codes. */
export const setups: Feature = {
  table: {
    menuItems: ({ table, openDialog }) =>
      table.lesson || table.puzzle
        ? []
        : [
            {
              section: 'game',
              order: 80,
              name: 'setup',
              text: say('web.setup'),
              act: () => openDialog('setup'),
            },
          ],
    dialogs: {
      setup: tableView({ load: () => import('./SetupDialog.svelte') }, ({ server, table }) => ({
        server,
        id: table.id,
      })),
    },
  },
};
