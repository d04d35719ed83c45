import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
import { tableView } from '../../core/table/tableFeature';

/** A season: the games that a host marks with a name, and their results. */
export const seasons: Feature = {
  table: {
    menuItems: ({ openDialog }) => {
      const act = (): void => openDialog('season');
      return [{ section: 'together', order: 40, name: 'season', text: t('web.season'), act }];
    },
    dialogs: {
      season: tableView({ load: () => import('./SeasonDialog.svelte') }, ({ table }) => ({
        id: table.id,
        isHost: table.is_host,
      })),
    },
  },
};
