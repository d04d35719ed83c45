// A step as a row of icons, with the sums of its events.
import { handleEvent, type EventHandlers } from '../../board/eventHandlers.ts';
import { symbolOf } from '../../board/names.ts';
import type { Die, ShownStep } from '../../board/types';
import { amountOf } from '../log/logLines.ts';

export type Piece =
  | { kind: 'die'; die: Die; face: number; way?: string }
  | { kind: 'amount'; symbol: string; amount: number }
  | { kind: 'card'; symbol: string; place: string };

/** Return the icons of a step in the order of its events, with the sum for each resource. */
export function piecesOf({ events, from }: ShownStep): Piece[] {
  const pieces: Piece[] = [];
  const count = (symbol: string, amount: number): void => {
    const piece = pieces.find((each) => each.kind === 'amount' && each.symbol === symbol);
    if (piece?.kind === 'amount') piece.amount += amount;
    else pieces.push({ kind: 'amount', symbol, amount });
  };
  const card = (symbol: string, place: string): void => {
    const isKnown = pieces.some(
      (each) => each.kind === 'card' && each.symbol === symbol && each.place === place,
    );
    if (!isKnown) pieces.push({ kind: 'card', symbol, place });
  };
  const handlers: Partial<EventHandlers> = {
    'die-moved': ({ die, from: start, to }) => {
      const [face] = from.dice[die];
      pieces.push({ kind: 'die', die, face, way: `${start} → ${to}` });
    },
    'die-rolled': ({ die, face }) => pieces.push({ kind: 'die', die, face }),
    claimed: ({ place }) => card('banner', place),
    delivered: ({ place, resource }) => card(symbolOf(resource), place),
    completed: ({ place }) => card('section-base', place),
    reprimanded: ({ place }) => card('frown', place),
    'ornament-set': ({ place, ornament }) => card(`orn-${ornament}`, place),
  };
  for (const event of events) {
    const change = event.kind in handlers ? undefined : amountOf(event);
    if (change) count(change.symbol, change.n);
    handleEvent(handlers, event);
  }
  return pieces;
}
