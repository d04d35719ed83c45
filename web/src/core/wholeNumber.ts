/** Parse a whole number as people type it: 0 for an empty text, null for any other text. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').trim();
  return /^\d{0,9}$/.test(digits) ? Number(digits) : null;
}
