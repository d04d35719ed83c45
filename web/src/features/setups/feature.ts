import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
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
              text: t('web.setup'),
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
