// The state that a feature has at a table, and what connects it with the server.
import type { Command, Message, Refused, Table } from '../../protocol.gen';

/** The connection of a table, for the state of a feature. */
export interface TableConnection {
  /** The id of the table. */
  readonly id: string;
  /** The newest table that the server has sent; the screen may still show an earlier one. */
  readonly newest: () => Table | null;
  /** Send a command; false if there is no connection. */
  readonly send: (command: Command) => boolean;
}

type Handlers = {
  readonly [Type in Message['type']]?: (message: Extract<Message, { type: Type }>) => void;
};

/** What the state of a feature at one table can do, all of it optional. */
export interface TableState {
  /** What to do with messages of the server, by their type. */
  readonly messages?: Handlers;
  /** Take a refusal that concerns this feature; true: nothing else shows it. */
  refuse?(refused: Refused): boolean;
  /** Parameters for the address of the connection. */
  addressParameters?(): Readonly<Record<string, string>>;
  close?(): void;
}
/** Creates the state; the same function finds it again with `TableStore.stateOf`. */
export type CreateState<State extends object = object> = (table: TableConnection) => State;
