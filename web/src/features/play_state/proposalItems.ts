import { t } from '../../core/language.svelte';
import { nameIn } from '../../core/players';
import type { MenuItem, TableScope } from '../../core/table/tableFeature';
import type { Ask, Colour, PlayStateCommand } from '../../protocol.gen';

/** Return a menu item for each proposal that the player may make now. */
export function proposalItems({ store, table, seats }: TableScope): readonly MenuItem[] {
  const may = table.over ? null : store.playState.current?.may;
  if (!may) return [];
  /** Whether all people play on this page, so that nobody else has to agree. */
  const canDecideAlone = table.seats.every(
    (seat) => seat.kind !== 'person' || seat.stand_in || table.yours.includes(seat.colour),
  );
  const item = (
    name: string,
    text: string,
    command: (number: number) => PlayStateCommand,
  ): MenuItem => ({ section: 'together', order: 50, name, text, act: () => store.send(command) });
  const ask = (what: Ask['what'], seat: Colour | null = null) => {
    return (number: number): PlayStateCommand => ({ type: 'ask', number, what, seat });
  };
  const takeBackText = canDecideAlone ? 'web.undo-beyond.yes' : 'web.together.takeback';
  return [
    ...(may.takeback ? [item('ask-takeback', t(takeBackText), ask('takeback'))] : []),
    ...(may.pause ? [item('ask-pause', t('web.together.pause'), ask('pause'))] : []),
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
        ask('stand-in', seat),
      ),
    ),
  ];
}
