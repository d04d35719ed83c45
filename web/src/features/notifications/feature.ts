import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';

/** Messages to browsers, mailboxes and web addresses when it is a player's turn. */
export const notifications: Feature = {
  dialogs: { notifications: { load: () => import('./NotificationsDialog.svelte') } },
  table: {
    menuItems: ({ server, openDialog }) => {
      if (server.in_browser) return [];
      const act = (): void => openDialog('notifications');
      return [{ section: 'together', order: 40, name: 'notify', text: t('web.notify'), act }];
    },
  },
};
