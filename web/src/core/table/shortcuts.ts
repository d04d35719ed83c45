// The keys of the table. A key with Ctrl, Alt or Meta is the browser's, and while somebody types
// every key is theirs.
export const KEYS = [
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
] as const;
export type Shortcut = (typeof KEYS)[number][1];

const FOUND = new Map<string, Shortcut>([
  ...KEYS,
  ...Array.from('123456789', (digit) => [digit, 'verb'] as const),
]);

/** What of a key event says which key it is. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key as it is named in KEYS, whatever the state of Caps Lock and the layout. Letters and
 * digits are those of the layout. Where the key has a letter of another script, its place on the
 * keyboard counts, and so it does in the row of digits without Shift (AZERTY, Czech).
 */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  const inItsCase = (letter: string): string => (shiftKey ? letter.toUpperCase() : letter);
  if (/^[a-z]$/i.test(key)) return inItsCase(key.toLowerCase());
  if (/^\d$/.test(key) || key.length > 2) return key; // a digit; a key with a name
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit && !shiftKey) return digit;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && /^(?!\p{Script=Latin})\p{L}/u.test(key) ? inItsCase(letter.toLowerCase()) : key;
}

/** The shortcut of a key; Shift matters only where a shortcut of its own has it. */
export function shortcutOf(pressed: Pressed): Shortcut | null {
  const key = keyOf(pressed);
  return FOUND.get(key) ?? FOUND.get(key.toLowerCase()) ?? null;
}

export function shortcut(event: KeyboardEvent): Shortcut | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  if (event.isComposing || event.getModifierState('AltGraph')) return null;
  const target = event.target;
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    return null;
  return shortcutOf(event);
}
