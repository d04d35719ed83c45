import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
import { tableView } from '../../core/table/tableFeature';

/** Games by link, for a server in this browser. */
export const site: Feature = {
  table: {
    menuItems: ({ server, openDialog }) =>
      server.in_browser
        ? [
            {
              section: 'together',
              order: 10,
              name: 'send',
              text: t('web.site.send'),
              act: () => openDialog('send'),
            },
          ]
        : [],
    dialogs: {
      send: tableView({ load: () => import('./SendDialog.svelte') }, ({ table, server }) => ({
        id: table.id,
        edition: table.edition.key === server.edition ? null : table.edition.key,
      })),
    },
  },
};
