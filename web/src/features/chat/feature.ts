import { t } from '../../core/language.svelte';
import type { Feature } from '../../core/feature';
import { tableView, type MenuItem, type TableScope } from '../../core/table/tableFeature';
import { nameIn } from '../../core/players';
import ChatBubble from './ChatBubble.svelte';
import ChatButton from './ChatButton.svelte';
import { createChat, hasChat, type Side } from './chat.svelte';

function menuItems({ store, table, me }: TableScope): readonly MenuItem[] {
  const chat = store.stateOf(createChat);
  const item = (
    name: Side,
    section: MenuItem['section'],
    order: number,
    text: string,
  ): MenuItem => ({ section, order, name, text, act: () => chat.open(name) });
  const hasNotes = !table.lesson && !table.puzzle;
  return [
    ...(hasNotes && me.length ? [item('note', 'game', 50, t('web.note'))] : []),
    ...(hasChat(store) ? [item('chat', 'together', 30, t('web.chat'))] : []),
  ];
}

/** The chat of a table, and the private note of a seat. */
export const chat: Feature = {
  table: {
    createState: createChat,
    card: {
      priority: 100,
      ...tableView({ load: () => import('./ChatCard.svelte') }, (scope) => {
        const { store, table, seats, me, focusPrompt } = scope;
        if (!store.stateOf(createChat).shown) return null;
        const ownSeats = seats.filter((seat) => me.includes(seat.colour));
        return { store, table, seats, me: ownSeats, focusPrompt };
      }),
      close: ({ store }) => store.stateOf(createChat).hide(),
    },
    button: {
      place: 'after-list',
      ...tableView({ component: ChatButton }, ({ store }) =>
        hasChat(store) ? { chat: store.stateOf(createChat) } : null,
      ),
    },
    notice: tableView({ component: ChatBubble }, ({ store, seats }) => {
      const { bubble } = store.stateOf(createChat);
      return bubble && { line: bubble, seats };
    }),
    announcements: ({ store, seats }) => {
      const { bubble } = store.stateOf(createChat);
      return bubble ? [`${nameIn(seats, bubble.seat)}: ${bubble.text}`] : [];
    },
    menuItems,
    shortcuts: {
      chat: ({ store }) => {
        if (hasChat(store)) store.stateOf(createChat).toggle('chat');
      },
    },
  },
};
