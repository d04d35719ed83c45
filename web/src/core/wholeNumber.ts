// Whole numbers as people type them.

/** The number that a text is, 0 for an empty one; null where it is none. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').trim();
  return /^\d{0,9}$/.test(digits) ? Number(digits) : null;
}
