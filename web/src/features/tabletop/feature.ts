import type { Feature } from '../../core/feature';
import { tableView } from '../../core/table/tableFeature';
import OpponentMoves from './OpponentMoves.svelte';
import { OpponentMovesState, turnToRepeat } from './opponentMoves.svelte';

/** Tools for players who have the box on the table. */
export const tabletop: Feature = {
  dialogs: {
    boxTools: { load: () => import('./BoxToolsDialog.svelte') },
    scorePad: { load: () => import('./ScorePadDialog.svelte') },
  },
  table: {
    stateClass: OpponentMovesState,
    card: {
      priority: 20,
      ...tableView({ component: OpponentMoves }, (scope) => {
        const turn = turnToRepeat(scope);
        const { store, seats } = scope;
        const closeAfter = (entryIndex: number): void => {
          store.stateOf(OpponentMovesState).closedAfter = entryIndex;
        };
        return turn && { seats, turn, closeAfter };
      }),
    },
  },
};
