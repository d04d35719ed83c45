// Names written from right to left, kept apart from what is around them: without isolation the
// number after such a name is shown before it.
const FROM_THE_RIGHT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text with isolation marks around it, if it has letters from right to left. */
export function isolated(text: string): string {
  return FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}

export function withoutIsolation(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}
