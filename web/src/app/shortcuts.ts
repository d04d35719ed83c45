// The keys of the table. A key with Ctrl, Alt or Meta is the browser's, and while somebody types
// every key is theirs.
export type Shortcut =
  | 'back'
  | 'verb'
  | 'undo'
  | 'redo'
  | 'end'
  | 'list'
  | 'hint'
  | 'plan'
  | 'rule'
  | 'help'
  | 'menu'
  | 'next'
  | 'previous'
  | 'skip'
  | 'chat';

export const KEYS: readonly (readonly [string, Shortcut])[] = [
  ['t', 'next'],
  ['T', 'previous'],
  ['Escape', 'back'],
  ['1 2 3', 'verb'],
  ['l', 'list'],
  ['h', 'hint'],
  ['p', 'plan'],
  ['i', 'rule'],
  ['e', 'end'],
  ['u', 'undo'],
  ['r', 'redo'],
  ['m', 'menu'],
  ['c', 'chat'],
  [' ', 'skip'],
  ['?', 'help'],
];
const FOUND = new Map([...KEYS, ...Array.from('123456789', (digit) => [digit, 'verb'] as const)]);

export function shortcut(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  const target = event.target;
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    return null;
  return FOUND.get(event.key) ?? null;
}
