import { t } from '../../core/language.svelte';
import { nameIn } from '../../core/players';
import type { MenuItem, TableScope } from '../../core/table/tableFeature';
import type { PlayStateCommand } from '../../protocol.gen';

/** The proposals that a player may make now, as items of the menu. */
export function proposalItems({ store, table, seats }: TableScope): readonly MenuItem[] {
  const may = table.over || table.lesson || table.puzzle ? null : store.playState.current?.may;
  if (!may) return [];
  /** All people play on this page: there is nobody to ask. */
  const isAlone = table.seats.every(
    (seat) => seat.kind !== 'person' || seat.stand_in || table.yours.includes(seat.colour),
  );
  const item = (
    name: string,
    text: string,
    command: (number: number) => PlayStateCommand,
  ): MenuItem => ({ section: 'together', order: 50, name, text, act: () => store.send(command) });
  const takeBackText = isAlone ? 'web.undo-beyond.yes' : 'web.together.takeback';
  return [
    ...(may.takeback
      ? [
          item('ask-takeback', t(takeBackText), (number) => ({
            type: 'ask',
            number,
            what: 'takeback',
            seat: null,
          })),
        ]
      : []),
    ...(may.pause
      ? [
          item('ask-pause', t('web.together.pause'), (number) => ({
            type: 'ask',
            number,
            what: 'pause',
            seat: null,
          })),
        ]
      : []),
    ...may.come_back.map((seat) =>
      item(
        `come-back.${seat}`,
        may.come_back.length > 1
          ? t('web.together.come-back.who', { who: nameIn(seats, seat) })
          : t('web.together.come-back'),
        (number) => ({ type: 'come-back', number, seat }),
      ),
    ),
    ...store.playState.replaceable.map((seat) =>
      item(
        `replace.${seat}`,
        t('web.together.replace', { who: nameIn(seats, seat) }),
        (number) => ({ type: 'ask', number, what: 'stand-in', seat }),
      ),
    ),
  ];
}
