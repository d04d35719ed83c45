// The server's types fit the board's: what it sends can be handed on as it came.
import type * as Board from '../board/types';
import type * as Sent from '../protocol.gen';

type Fits<Given extends Wanted, Wanted> = [Given, Wanted];

export type Checked = [
  Fits<Sent.Box, Board.Box>,
  Fits<Sent.Position, Board.Position>,
  Fits<Sent.Seat, Board.Seat>,
  Fits<Sent.Event, Board.BoardEvent>,
  Fits<Sent.Table['tower_pay'], Board.TowerPay>,
];
