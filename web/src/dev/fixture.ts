// What a file in fixtures/ holds.
import type { Event, Position, Table } from '../protocol.gen';

export interface Fixture {
  table: Table;
  next: Position;
  happened: Event[];
}
