// Isolation marks for text that is written from right to left. Without them, browsers show the
// number after such a text before it.
const RIGHT_TO_LEFT_LETTER =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Return the text, between isolation marks if it has right-to-left letters. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT_LETTER.test(text) ? `\u2068${text}\u2069` : text;
}

export function withoutIsolation(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}
