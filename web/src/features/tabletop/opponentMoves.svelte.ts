// Finds the last turn of Ivan or a bot that a player has to repeat on a real table.
import type { TableScope } from '../../core/table/tableFeature';
import { turnsOf, type Turn } from '../../core/log/turns';

export class OpponentMovesState {
  /** The last entry of the log when the player closed the card. */
  closedAfter = $state(-1);
}

/** Return the turn to repeat, or null if there is none or its card was closed. */
export function turnToRepeat({ store, table, seats }: TableScope): Turn | null {
  const last = table.own_dice ? turnsOf(store.log).at(-1) : undefined;
  const player = seats.find((seat) => seat.colour === last?.colour);
  if (!last || player?.kind === 'person') return null;
  const { closedAfter } = store.stateOf(OpponentMovesState);
  return (last.entries.at(-1)?.index ?? -1) > closedAfter ? last : null;
}
