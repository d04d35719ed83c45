// The player's plan for their next turn. While the player plans, the page shows the table as it
// would be after the plan.
import type { Colour, Command, Plan, Table } from '../../protocol.gen';
import type { TableState } from './tableState';

interface PlanTable {
  /** Send a command; return false if the table cannot send now. */
  readonly send: (command: Command) => boolean;
  /** Called when the server has sent the plan. */
  readonly received: () => void;
}

export class Planning implements TableState {
  /** Null if there is no plan. */
  plan = $state.raw<Plan | null>(null);
  highlightedIndex = $state<number | null>(null);
  /** The plan is a turn that is being played: the card would only flash. */
  isPlayed = $state(false);
  /** The impossible decisions at the time when the player closed the plan card. */
  #closedFor = $state('');

  readonly messages = {
    plan: (plan: Plan) => {
      this.#setPlan(plan);
      this.#table.received();
    },
  };
  readonly #table: PlanTable;

  constructor(table: PlanTable) {
    this.#table = table;
  }

  /** The page shows the table after the plan. */
  readonly isActive = $derived(this.plan?.what_if != null);
  readonly decisions = $derived(this.plan?.decisions ?? []);
  readonly impossible = $derived(this.decisions.filter(({ reason }) => reason !== null));
  readonly #problems = $derived(this.impossible.map(({ id, reason }) => `${id} ${reason}`).join());
  /** The plan card is shown: its turn has come, or a decision has become impossible. */
  readonly isShown = $derived(
    this.isActive ||
      (this.decisions.length > 0 && this.plan?.is_due === true && !this.isPlayed) ||
      (this.impossible.length > 0 && this.#problems !== this.#closedFor),
  );
  /** The plan reaches the end of the turn. */
  readonly isComplete = $derived(this.isActive && !this.plan?.what_if?.due);

  #setPlan(plan: Plan): void {
    this.plan = plan.decisions.length || plan.what_if ? plan : null;
    this.isPlayed &&= this.plan !== null;
    this.highlightedIndex = null;
  }

  start(seat: Colour): void {
    this.#table.send({ type: 'plan', seat });
  }

  /** Continue to plan after the page has reconnected. */
  resume(): void {
    if (this.isActive && this.plan) this.start(this.plan.seat);
  }

  finish(): void {
    const { plan } = this;
    if (plan && this.#table.send({ type: 'plan', seat: plan.seat, shows: false }))
      this.#setPlan({ ...plan, what_if: null });
  }

  closeCard(): void {
    this.#closedFor = this.#problems;
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
      !!plan && this.#table.send({ type: 'plan', seat: plan.seat, decisions, shows: this.isActive })
    );
  }

  /** Return the table after the plan; without a plan, the table itself. */
  apply(table: Table | null): Table | null {
    const planned = this.plan?.what_if;
    if (!table || !planned) return table;
    const unavailable = { redo: false, undo_beyond: false, hint: false, allow_hints: false };
    const can = { ...unavailable, undo: this.decisions.length > 0, plan: this.plan?.seat ?? null };
    return {
      ...table,
      ...planned,
      prompt: '',
      roll: null,
      can: { ...table.can, ...can },
    };
  }
}
