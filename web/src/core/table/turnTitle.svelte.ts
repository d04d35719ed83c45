// Shows whose turn it is in the title and the icon of the browser tab.
import type { Colour, Due } from '../../protocol.gen';
import { t } from '../language.svelte';

interface Turn {
  /** The due decision of the displayed table. A plan does not change it. */
  readonly due: Due | null;
  readonly nameOf: (seat: Colour) => string;
  /** The only player on this page must decide. */
  readonly isMine: boolean;
  /** One player uses this page. */
  readonly isAlone: boolean;
  readonly isOver: boolean;
}

/** Update the title and the icon. A component calls this while it is created. */
export function showTurnInTab(turn: () => Turn): void {
  $effect(() => {
    const { due, nameOf, isAlone, isOver } = turn();
    const title = t('board.title');
    let state = '';
    if (isOver) state = t('web.title.over');
    else if (due?.yours && isAlone) state = t('web.title.yours');
    else if (due) state = t('web.title.turn', { who: nameOf(due.seat) });
    document.title = state ? `${state} · ${title}` : title;
  });
  $effect(() => {
    markTurn(turn().isMine);
    return () => markTurn(false);
  });
}

/** Mark the icon of the page in its tab while it is the reader's turn. */
function markTurn(isTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = isTurn ? './icon-turn.svg' : './icon.svg';
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
}
