// The plan of the own next turn: what the server says of it, and what is changed in it. While one
// plans, the table that is shown is the one that would come of the plan.
import type { Colour, Command, Plan, Table } from '../../protocol.gen';
import type { TableState } from './tableState';

interface PlanTable {
  /** Send a command; return false if the table cannot send now. */
  readonly send: (command: Command) => boolean;
  /** Called when the server has sent the plan. */
  readonly received: () => void;
}

export class Planning implements TableState {
  /** The plan as it stands; null where there is none. */
  plan = $state.raw<Plan | null>(null);
  pointed = $state<number | null>(null);
  /** What was struck when the card was put away. */
  #away = $state('');

  readonly messages = {
    plan: (plan: Plan) => {
      this.hear(plan);
      this.#table.received();
    },
  };
  readonly #table: PlanTable;

  constructor(table: PlanTable) {
    this.#table = table;
  }

  /** The table is the one that would be. */
  readonly isOn = $derived(this.plan?.what_if != null);
  readonly decisions = $derived(this.plan?.decisions ?? []);
  readonly struck = $derived(this.decisions.filter(({ reason }) => reason !== null));
  readonly #strikes = $derived(this.struck.map(({ id, reason }) => `${id} ${reason}`).join());
  /** There is something to be told of it: its turn has come, or something has become impossible. */
  readonly isTold = $derived(
    this.isOn ||
      (this.decisions.length > 0 && this.plan?.is_due === true) ||
      (this.struck.length > 0 && this.#strikes !== this.#away),
  );
  readonly isWhole = $derived(this.isOn && !this.plan?.what_if?.due);

  hear(plan: Plan): void {
    this.plan = plan.decisions.length || plan.what_if ? plan : null;
    this.pointed = null;
  }

  forget(): void {
    this.plan = null;
  }

  start(seat: Colour): void {
    this.#table.send({ type: 'plan', seat });
  }

  /** The connection is there again, which does not know that one plans. */
  resume(): void {
    if (this.isOn && this.plan) this.start(this.plan.seat);
  }

  done(): void {
    const { plan } = this;
    if (plan && this.#table.send({ type: 'plan', seat: plan.seat, shows: false }))
      this.hear({ ...plan, what_if: null });
  }

  putAway(): void {
    this.#away = this.#strikes;
  }

  add(decision: number): boolean {
    return this.#change([...this.#ids, decision]);
  }

  remove(index: number): void {
    if (index in this.decisions) this.#change(this.#ids.toSpliced(index, 1));
  }

  clear(): void {
    this.#change([]);
  }

  get #ids(): number[] {
    return this.decisions.map(({ id }) => id);
  }

  #change(decisions: number[]): boolean {
    const { plan } = this;
    return (
      !!plan && this.#table.send({ type: 'plan', seat: plan.seat, decisions, shows: this.isOn })
    );
  }

  over(table: Table | null): Table | null {
    const then = this.plan?.what_if;
    if (!table || !then) return table;
    const can = { undo: this.decisions.length > 0, plan: this.plan?.seat ?? null };
    return {
      ...table,
      ...then,
      prompt: '',
      roll: null,
      can: {
        ...table.can,
        ...can,
        redo: false,
        undo_beyond: false,
        hint: false,
        allow_hints: false,
      },
    };
  }
}
