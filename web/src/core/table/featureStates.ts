// The states of the features at one table.
import type { Message, Refused } from '../../protocol.gen';
import type { CreateState, TableConnection, TableState } from './tableState';

export class FeatureStates {
  readonly #states = new Map<CreateState, TableState>();

  constructor(createStates: readonly CreateState[], connection: TableConnection) {
    for (const createState of createStates) this.#states.set(createState, createState(connection));
  }

  /** The state that a function has created. */
  get<State extends object>(createState: CreateState<State>): State {
    const state = this.#states.get(createState);
    if (!state) throw new Error('no feature of this table has this state');
    return state as State;
  }

  receive(message: Message): void {
    for (const { messages } of this.#states.values()) {
      const handle = messages?.[message.type] as ((message: Message) => void) | undefined;
      handle?.(message);
    }
  }

  /** Whether a feature has taken a refusal. */
  refuse(refused: Refused): boolean {
    return [...this.#states.values()].some((state) => state.refuse?.(refused));
  }

  addressParameters(): [name: string, value: string][] {
    const states = [...this.#states.values()];
    return states.flatMap((state) => Object.entries(state.addressParameters?.() ?? {}));
  }

  close(): void {
    for (const state of this.#states.values()) state.close?.();
  }
}
