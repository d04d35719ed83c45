// Components as people type them: a card as `wbbs 3 2`, a plan as `3243`, spaces as `5 9 60-80`.
import { MATERIAL_LETTERS } from '../../vocabulary.ts';
import type { EnteredCard, Material } from '../../protocol.gen';

/** A card while it is being entered. */
export interface CardDraft {
  cost: Material[];
  recognition: number | null;
  rubles: number | null;
}

// The limits of the server for requests. They are wider than any real component.
const MAX_MATERIALS = 12;
export const MAX_NUMBER = 31;

/** Parse a card, such as `wbbs 3 2`, `wbbs3+2r` or only its start; null for any other text. */
export function parseCard(text: string): CardDraft | null {
  const parts = /^([wbsgep\s]*)([\d,+r][\d\s,+r]*)?$/i.exec(text.normalize('NFKC'));
  if (!parts) return null;
  const [, letters = '', rest = ''] = parts;
  const numbers = [...rest.matchAll(/(\d+)\s*(r?)/gi)];
  const values = numbers.map(([, digits]) => Number(digits));
  const cost = [...letters.toUpperCase()].flatMap((letter) =>
    MATERIAL_LETTERS.filter((material) => material === letter),
  );
  if (cost.length > MAX_MATERIALS || numbers.length > 2) return null;
  if (values.some((value) => value > MAX_NUMBER)) return null;
  const [recognition = null, rubles = null] = numbers[0]?.[2] ? [null, ...values] : values;
  return { cost, recognition, rubles };
}

/** Return a card as a text that `parseCard` reads. */
export function cardLine({ cost, recognition, rubles }: CardDraft): string {
  const onlyRubles = recognition === null && rubles !== null;
  const parts = [cost.join('').toLowerCase(), recognition, onlyRubles ? `${rubles}r` : rubles];
  return parts.filter((part) => part !== null && part !== '').join(' ');
}

/** Return a card that is complete: it has a cost, and recognition or rubles were entered. */
export function completeCard(draft: CardDraft | null): EnteredCard | null {
  if (!draft?.cost.length || (draft.recognition ?? draft.rubles) === null) return null;
  const cost = MATERIAL_LETTERS.flatMap((letter) => draft.cost.filter((one) => one === letter));
  return { cost, recognition: draft.recognition ?? 0, rubles: draft.rubles ?? 0 };
}

/** Parse the heights of the towers of a plan: one digit for each, in any grouping. */
export function parseHeights(text: string, towers: number): number[] | null {
  const digits = text.normalize('NFKC').replace(/[\s,.\-–·]/g, '');
  return /^\d*$/.test(digits) && digits.length === towers ? [...digits].map(Number) : null;
}

/** Parse spaces and ranges of spaces from 1 to `last`, such as `5 9 60-80`, in ascending order. */
export function parseSpaces(text: string, last: number): number[] | null {
  const spaces = new Set<number>();
  const parts = text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/ ?[-–] ?/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean);
  for (const part of parts) {
    const [, first, end = first] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part) ?? [];
    if (!first || !Number(first) || Number(end) < Number(first) || Number(end) > last) return null;
    for (let space = Number(first); space <= Number(end); space += 1) spaces.add(space);
  }
  return spaces.size ? [...spaces].sort((a, b) => a - b) : null;
}
