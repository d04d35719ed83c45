// A step as a row of icons, with the sums of its events.
import { symbolOf } from '../../board/names.ts';
import type { ShownStep } from '../../board/types';
import type { Die } from '../../protocol.gen.ts';
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
  for (const event of events)
    switch (event.kind) {
      case 'die-moved': {
        const [face] = from.dice[event.die];
        pieces.push({ kind: 'die', die: event.die, face, way: `${event.from} → ${event.to}` });
        break;
      }
      case 'die-rolled':
        pieces.push({ kind: 'die', die: event.die, face: event.face });
        break;
      case 'claimed':
        card('banner', event.place);
        break;
      case 'delivered':
        card(symbolOf(event.resource), event.place);
        break;
      case 'completed':
        card('section-base', event.place);
        break;
      case 'reprimanded':
        card('frown', event.place);
        break;
      case 'ornament-set':
        card(`orn-${event.ornament}`, event.place);
        break;
      default: {
        const change = amountOf(event);
        if (change) count(change.symbol, change.n);
      }
    }
  return pieces;
}
