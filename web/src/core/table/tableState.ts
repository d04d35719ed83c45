// The parts of a table's state: those of the store itself, and one for each feature that has one.
import type { Command, Message, Refused, Table } from '../../protocol.gen';

/** The connection of a table, for the state of a feature. */
export interface TableConnection {
  readonly id: string;
  /** Return the newest table from the server; the screen may still show an earlier one. */
  readonly newest: () => Table | null;
  /** Send a command; return false if there is no connection. */
  readonly send: (command: Command) => boolean;
}

type MessageHandlers = {
  readonly [Type in Message['type']]?: (message: Extract<Message, { type: Type }>) => void;
};

/** Who shows a refused request: the state that has sent it, or the table. */
export type RefusalDisplay = 'state' | 'table';

/** Part of the state of one table. */
export interface TableState {
  /** The handlers of server messages, by the type of the message. */
  readonly messages?: MessageHandlers;
  /** Handle a refusal; return null if this state did not send the refused request. */
  refuse?(refused: Refused): RefusalDisplay | null;
  /** Return parameters for the address of the connection. */
  addressParameters?(): Readonly<Record<string, string>>;
  close?(): void;
}

/** The class of a feature's state; `TableStore.stateOf` finds the state by its class. */
export type StateClass<State extends object = object> = new (table: TableConnection) => State;

export class TableStates {
  readonly #featureStates: ReadonlyMap<StateClass, TableState>;
  readonly #states: readonly TableState[];

  constructor(
    ownStates: readonly TableState[],
    classes: readonly StateClass[],
    connection: TableConnection,
  ) {
    this.#featureStates = new Map(classes.map((each) => [each, new each(connection)]));
    this.#states = [...ownStates, ...this.#featureStates.values()];
  }

  /** Return the state of a class. */
  get<State extends object>(stateClass: StateClass<State>): State {
    const state = this.#featureStates.get(stateClass);
    if (!state) throw new Error('No feature of this table has registered this state.');
    return state as State;
  }

  receive(message: Message): void {
    for (const { messages } of this.#states) {
      const handle = messages?.[message.type] as ((message: Message) => void) | undefined;
      handle?.(message);
    }
  }

  /** Pass a refusal to the state that has sent the request; return null if there is none. */
  refuse(refused: Refused): RefusalDisplay | null {
    for (const state of this.#states) {
      const display = state.refuse?.(refused);
      if (display) return display;
    }
    return null;
  }

  addressParameters(): [name: string, value: string][] {
    return this.#states.flatMap((state) => Object.entries(state.addressParameters?.() ?? {}));
  }

  close(): void {
    for (const state of this.#states) state.close?.();
  }
}
