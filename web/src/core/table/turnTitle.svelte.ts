// The title and the icon of the browser tab, which say whose turn it is.
import type { Colour, Due } from '../../protocol.gen';
import { markTurn } from '../favicon';
import { say } from '../language.svelte';

interface Turn {
  /** The decision that is due in the game, also while its last steps are still shown. */
  readonly due: Due | null;
  readonly nameOf: (seat: Colour) => string;
  /** The page has one player, whose decision is due in what is shown. */
  readonly isMine: boolean;
  /** The page has one player. */
  readonly isAlone: boolean;
  readonly isOver: boolean;
}

/** Keep title and icon current; call it while a component is created. */
export function showTurnInTab(turn: () => Turn): void {
  $effect(() => {
    const { due, nameOf, isAlone, isOver } = turn();
    const title = say('board.title');
    let state = '';
    if (isOver) state = say('web.title.over');
    else if (due?.yours && isAlone) state = say('web.title.yours');
    else if (due) state = say('web.title.turn', { who: nameOf(due.seat) });
    document.title = state ? `${state} · ${title}` : title;
  });
  $effect(() => {
    markTurn(turn().isMine);
    return () => markTurn(false);
  });
}
