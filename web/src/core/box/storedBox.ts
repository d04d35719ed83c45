// The box that the reader enters, in the storage of the browser. Several tabs may change it.
import { asRecord, loadStored, saveStored } from '../localStore.ts';
import type { EnteredBox } from '../../protocol.gen';

export type Entered = Required<EnteredBox>;

const KEY = 'redcathedral.box';
const MAX_UNDO = 200;

/** Return a stored or received value as a box. Malformed parts are left out. */
export function boxOf(value: unknown): Entered {
  const box = asRecord(value) as EnteredBox;
  return {
    name: typeof box.name === 'string' ? box.name : '',
    cards: { ...box.cards },
    influence: { ...box.influence },
    plans: { ...box.plans },
    tiles: Array.isArray(box.tiles) ? box.tiles : [],
    resources: { ...box.resources },
    boards: { ...box.boards },
    prestige: Array.isArray(box.prestige) ? box.prestige : [],
    rubles: typeof box.rubles === 'number' ? box.rubles : null,
  };
}

/** Whether the box has any component. */
export function hasComponents({ name: _, rubles, ...parts }: Entered): boolean {
  const lists = Object.values(parts).flatMap((part) => Object.values(part) as unknown[]);
  return rubles !== null || lists.some((entry) => !Array.isArray(entry) || entry.length > 0);
}

export class StoredBox {
  entered = boxOf(loadStored(KEY));
  /** Whether the browser has stored the last change. */
  isStored = true;
  /** The boxes before the changes of this tab, the latest last. */
  #past: Entered[] = [];

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  static isKey(key: string | null): boolean {
    return key === KEY;
  }

  /** Read what another tab has stored. This tab cannot undo its own changes before that. */
  refresh(): void {
    const stored = loadStored(KEY);
    if (!this.isStored || !Object.keys(stored).length) return;
    const newest = boxOf(stored);
    if (JSON.stringify(newest) === JSON.stringify(this.entered)) return;
    this.entered = newest;
    this.#past = [];
  }

  change(edit: (draft: Entered) => void): void {
    this.refresh();
    const draft = structuredClone(this.entered);
    edit(draft);
    this.#past = [...this.#past, this.entered].slice(-MAX_UNDO);
    this.#store(draft);
  }

  undo(): void {
    this.refresh();
    const previous = this.#past.pop();
    if (previous) this.#store(previous);
  }

  #store(entered: Entered): void {
    this.entered = entered;
    this.isStored = saveStored(KEY, entered);
  }
}
