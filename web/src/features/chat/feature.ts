import { t } from '../../core/language.svelte';
import type { Feature } from '../../core/feature';
import { tableView, type MenuItem, type TableScope } from '../../core/table/tableFeature';
import { nameIn } from '../../core/players';
import ChatBubble from './ChatBubble.svelte';
import ChatButton from './ChatButton.svelte';
import { Chat, hasChat, type Side } from './chat.svelte';

function menuItems({ store, table, me }: TableScope): readonly MenuItem[] {
  const chat = store.stateOf(Chat);
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
    stateClass: Chat,
    card: {
      priority: 100,
      ...tableView({ load: () => import('./ChatCard.svelte') }, (scope) =>
        scope.store.stateOf(Chat).shown ? { scope } : null,
      ),
      close: ({ store }) => store.stateOf(Chat).hide(),
    },
    button: {
      place: 'after-list',
      ...tableView({ component: ChatButton }, ({ store }) =>
        hasChat(store) ? { chat: store.stateOf(Chat) } : null,
      ),
    },
    notice: tableView({ component: ChatBubble }, ({ store, seats }) => {
      const { bubble } = store.stateOf(Chat);
      return bubble && { line: bubble, seats };
    }),
    announcements: ({ store, seats }) => {
      const { bubble } = store.stateOf(Chat);
      return bubble ? [`${nameIn(seats, bubble.seat)}: ${bubble.text}`] : [];
    },
    menuItems,
    shortcuts: {
      chat: ({ store }) => {
        if (hasChat(store)) store.stateOf(Chat).toggle('chat');
      },
    },
  },
};
