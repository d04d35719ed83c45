import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
import { tableView } from '../../core/table/tableFeature';
import type { View } from '../../core/view';

const dialog: View<{ close: () => void }> = { load: () => import('./NotificationsDialog.svelte') };

/** Messages to browsers, mailboxes and web addresses when it is a player's turn. */
export const notifications: Feature = {
  dialogs: { notifications: dialog },
  table: {
    menuItems: ({ table, openDialog }) => {
      if (table.lesson || table.puzzle) return [];
      const act = (): void => openDialog('notify');
      return [{ section: 'together', order: 40, name: 'notify', text: t('web.notify'), act }];
    },
    dialogs: { notify: tableView(dialog, () => ({})) },
  },
};
