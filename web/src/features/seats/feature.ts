import { isLocalTable } from '../../core/access';
import type { Feature } from '../../core/feature';
import { t } from '../../core/language.svelte';
import { route } from '../../core/route.svelte';
import { tableView, type MenuItem, type TableScope } from '../../core/table/tableFeature';
import SitDialog from './SitDialog.svelte';

function menuItems({ table, openDialog }: TableScope): readonly MenuItem[] {
  const hasOwnSeat = table.own.length > 0;
  const mayInvite =
    !isLocalTable(table) && (table.is_host || hasOwnSeat || table.guests.length > 0);
  const maySit =
    table.access === 'public' && !hasOwnSeat && table.seats.some((seat) => seat.is_open);
  const item = (order: number, name: string, text: string): MenuItem => {
    return { section: 'together', order, name, text, act: () => openDialog(name) };
  };
  return [
    ...(mayInvite ? [item(10, 'invite', t('web.invite'))] : []),
    ...(maySit ? [item(20, 'sit', t('web.lobby.sit'))] : []),
  ];
}

/** Seats at a table: invitations by links, open seats, bans. */
export const seats: Feature = {
  dialogs: { sit: { component: SitDialog } },
  table: {
    menuItems,
    dialogs: {
      invite: tableView({ load: () => import('./InviteDialog.svelte') }, ({ server, table }) => ({
        server,
        table,
      })),
      sit: tableView({ component: SitDialog }, ({ store, table, seats, openDialog }) => ({
        id: table.id,
        open: table.seats.filter((seat) => seat.is_open).map(({ colour }) => colour),
        seats: seats.map(({ name, ...seat }) => ({ ...seat, name, called: name })),
        done: () => {
          openDialog(null);
          if (store.live.route.seats) route.toTable(store.live.route.id);
        },
      })),
    },
  },
};
