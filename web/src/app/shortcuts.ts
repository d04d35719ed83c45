// The keys of the table. A key with Ctrl, Alt or Meta is the browser's, and while somebody types
// every key is theirs.
export type Shortcut =
  'back' | 'undo' | 'redo' | 'end' | 'list' | 'help' | 'menu' | 'next' | 'previous' | 'skip';

export const KEYS: readonly (readonly [string, Shortcut])[] = [
  ['t', 'next'],
  ['T', 'previous'],
  ['Escape', 'back'],
  ['l', 'list'],
  ['e', 'end'],
  ['u', 'undo'],
  ['r', 'redo'],
  ['m', 'menu'],
  [' ', 'skip'],
  ['?', 'help'],
];
const FOUND = new Map(KEYS);

export function shortcut(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  const target = event.target;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return null;
  return FOUND.get(event.key) ?? null;
}
