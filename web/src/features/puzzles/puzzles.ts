// The results of puzzles, which the browser stores, and the order of the puzzles.
import type { PuzzleInfo, PuzzleTask } from '../../protocol.gen';
import { saveStored, loadStored } from '../../core/localStore.ts';

const STORAGE_KEY = 'redcathedral.puzzles';
/** Return `found`, `missed`, `shown` if the player saw the solution, or nothing. */
const resultOf = (id: string): unknown => loadStored(STORAGE_KEY)[id];

export function isFound({ id }: Pick<PuzzleInfo, 'id'>): boolean {
  return resultOf(id) === 'found';
}

/** Return the puzzles that come again: those missed, and those whose solution was shown. */
export function missedPuzzles(): string[] {
  return Object.keys(loadStored(STORAGE_KEY)).filter((id) => !isFound({ id }));
}

/** Store the result of a puzzle. One whose solution was shown can be found at the next visit. */
export function saveResult({ id, is_found, is_shown }: PuzzleTask): void {
  const missed = is_found === false ? 'missed' : null;
  const result = is_shown ? 'shown' : is_found ? 'found' : missed;
  if (result && !isFound({ id }))
    saveStored(STORAGE_KEY, { ...loadStored(STORAGE_KEY), [id]: result });
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
