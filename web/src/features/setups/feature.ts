import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
import { tableView } from '../../core/table/tableFeature';

/** Adds a menu item for the code of the game's set-up, which SetupScreen can show again. */
export const setups: Feature = {
  table: {
    menuItems: ({ table, openDialog }) => {
      if (table.lesson || table.puzzle) return [];
      const act = (): void => openDialog('setup');
      return [{ section: 'game', order: 80, name: 'setup', text: t('web.setup'), act }];
    },
    dialogs: {
      setup: tableView({ load: () => import('./SetupDialog.svelte') }, ({ server, table }) => ({
        server,
        id: table.id,
      })),
    },
  },
};
