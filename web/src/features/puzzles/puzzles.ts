// Which puzzles somebody has found. This browser stores it.
import type { PuzzleInfo, PuzzleTask } from '../../protocol.gen';
import { saveStored, loadStored } from '../../core/localStore.ts';

const STORE = 'redcathedral.puzzles';
/** What became of a puzzle: found, or its solution was looked at before. */
type PuzzleResult = 'found' | 'shown';

function resultOf(id: string): PuzzleResult | null {
  const known = loadStored(STORE)[id];
  return known === 'found' || known === 'shown' ? known : null;
}

export function isFound({ id }: Pick<PuzzleInfo, 'id'>): boolean {
  return resultOf(id) === 'found';
}

/** Keep what has become of a puzzle; what came first stays. */
export function saveResult({ id, is_found, is_shown }: PuzzleTask): void {
  const now = is_shown ? 'shown' : is_found ? 'found' : null;
  if (now && !resultOf(id)) saveStored(STORE, { ...loadStored(STORE), [id]: now });
}

export function ofGrade(all: readonly PuzzleInfo[], grade: number): PuzzleInfo[] {
  return all.filter((each) => each.grade === grade);
}

/** The next of these puzzles that is new, after one of them; else the next one of all. */
export function nextPuzzle(all: readonly PuzzleInfo[], after: string | null): PuzzleInfo | null {
  const at = all.findIndex(({ id }) => id === after) + 1;
  const order = [...all.slice(at), ...all.slice(0, at)].filter(({ id }) => id !== after);
  return order.find(({ id }) => !resultOf(id)) ?? order[0] ?? null;
}

/** The day as the calendar here has it. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
