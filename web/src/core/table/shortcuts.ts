// The keyboard shortcuts of the table. Keys with Ctrl, Alt or Meta belong to the browser, and keys
// in a text field to the field.
export const SHORTCUT_KEYS = [
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
export type Shortcut = (typeof SHORTCUT_KEYS)[number][1];

const SHORTCUTS = new Map<string, Shortcut>([
  ...SHORTCUT_KEYS,
  ...Array.from('123456789', (digit) => [digit, 'verb'] as const),
]);

/** The parts of a key event that identify the key. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * Return the name of a key in SHORTCUT_KEYS, independent of Caps Lock. Latin letters and digits
 * come from the keyboard layout. A key with a letter of another script counts by its place on the
 * keyboard, and so do the digit keys without Shift (AZERTY, Czech).
 */
export function keyOf({ key, code, shiftKey }: PressedKey): string {
  const withCase = (letter: string): string => (shiftKey ? letter.toUpperCase() : letter);
  if (/^[a-z]$/i.test(key)) return withCase(key.toLowerCase());
  if (/^\d$/.test(key) || key.length > 2) return key; // a digit, or a named key such as Escape
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit && !shiftKey) return digit;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && /^(?!\p{Script=Latin})\p{L}/u.test(key) ? withCase(letter.toLowerCase()) : key;
}

/** Return the shortcut of a key. Shift matters only if there is a separate shortcut with Shift. */
export function shortcutOf(pressed: PressedKey): Shortcut | null {
  const key = keyOf(pressed);
  return SHORTCUTS.get(key) ?? SHORTCUTS.get(key.toLowerCase()) ?? null;
}

export function shortcutOfEvent(event: KeyboardEvent): Shortcut | null {
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
