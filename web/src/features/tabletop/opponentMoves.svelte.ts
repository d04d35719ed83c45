// The last turn of Ivan or a bot, which a player with the box on the table repeats there.
import type { TableScope } from '../../core/table/tableFeature';
import { turnsOf, type Turn } from '../../core/log/turns';

export class OpponentMovesState {
  /** The card was closed after this entry of the log. */
  closedAfter = $state(-1);
}

export const createOpponentMoves = (): OpponentMovesState => new OpponentMovesState();

/** The turn to repeat, unless the card was closed after it. */
export function turnToRepeat({ store, table, seats }: TableScope): Turn | null {
  const last = table.own_dice ? turnsOf(store.log).at(-1) : undefined;
  const player = seats.find((seat) => seat.colour === last?.colour);
  if (!last || player?.kind === 'person') return null;
  const { closedAfter } = store.stateOf(createOpponentMoves);
  return (last.entries.at(-1)?.index ?? -1) > closedAfter ? last : null;
}
