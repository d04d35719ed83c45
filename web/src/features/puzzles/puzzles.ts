// The results of puzzles, which the browser stores, and the order of the puzzles.
import type { PuzzleInfo, PuzzleTask } from '../../protocol.gen';
import { saveStored, loadStored } from '../../core/localStore.ts';

const STORE = 'redcathedral.puzzles';
/** The player found the best turn, or saw the solution before. */
type PuzzleResult = 'found' | 'shown';

function resultOf(id: string): PuzzleResult | null {
  const result = loadStored(STORE)[id];
  return result === 'found' || result === 'shown' ? result : null;
}

export function isFound({ id }: Pick<PuzzleInfo, 'id'>): boolean {
  return resultOf(id) === 'found';
}

/** Store the result of a puzzle unless it has one. */
export function saveResult({ id, is_found, is_shown }: PuzzleTask): void {
  const result = is_shown ? 'shown' : is_found ? 'found' : null;
  if (result && !resultOf(id)) saveStored(STORE, { ...loadStored(STORE), [id]: result });
}

export function withGrade(puzzles: readonly PuzzleInfo[], grade: number): PuzzleInfo[] {
  return puzzles.filter((puzzle) => puzzle.grade === grade);
}

/** Return the next puzzle after `current` that has no result; if all have one, the next puzzle. */
export function nextPuzzle(
  puzzles: readonly PuzzleInfo[],
  current: string | null,
): PuzzleInfo | null {
  const start = puzzles.findIndex(({ id }) => id === current) + 1;
  const rotated = [...puzzles.slice(start), ...puzzles.slice(0, start)];
  const candidates = rotated.filter(({ id }) => id !== current);
  return candidates.find(({ id }) => !resultOf(id)) ?? candidates[0] ?? null;
}

/** Return the local date as `2026-01-31`. */
export function today(now = new Date()): string {
  const twoDigits = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
