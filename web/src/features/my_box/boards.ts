// Workshop boards as people type them, such as `red 223312 333333 dac-`.
import { COLOURS, ORNAMENTS, WORKSHOP_SPACES } from '../../vocabulary.ts';
import type { Entered } from '../../core/box/storedBox';
import type { BoardOrnament, Box, Colour, EnteredBoard } from '../../protocol.gen';

const KINDS: readonly BoardOrnament[] = ['none', ...ORNAMENTS];
const LETTERS = KINDS.map((kind) => (kind === 'none' ? '-' : kind.charAt(0)));
/** The limit of a cost, wider than that of any real board. */
export const MAX_COST = 6;
const COSTS = `([1-${MAX_COST}]{${WORKSHOP_SPACES.length}})?`;
const ORNAMENT_LETTERS = `([${LETTERS.toReversed().join('')}]{${COLOURS.length}})?`;
const LINE = new RegExp(`^([a-z]*?)${COSTS}${COSTS}${ORNAMENT_LETTERS}$`);

/** Parse a board, or the parts of it that were typed; null for any other text. */
export function parseBoard(
  text: string,
): { colour: Colour | null; board: Partial<EnteredBoard> } | null {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[–—]/g, '-');
  const [, word, basic, advanced, letters] = LINE.exec(plain.replace(/[\s,;]/g, '')) ?? [];
  const colour = COLOURS.find((one) => word && one.startsWith(word)) ?? null;
  if (word ? !colour : !(basic ?? letters)) return null;
  const costs = (digits: string) => byName(WORKSHOP_SPACES, [...digits].map(Number));
  const kinds = [...(letters ?? '')].map((one) => KINDS[LETTERS.indexOf(one)] ?? 'none');
  return {
    colour,
    board: {
      ...(basic && { basic: costs(basic) }),
      ...(advanced && { advanced: costs(advanced) }),
      ...(letters && { ornaments: byName(COLOURS, kinds) }),
    },
  };
}

/** Return a board of an edition, with what was entered of it. */
export function boardOf(box: Box, entered: Entered, colour: Colour): EnteredBoard {
  const { basic, advanced, ornaments } = entered.boards[colour] ?? {};
  const printed = COLOURS.map((space) => box.ornaments[colour]?.[space] ?? 'none');
  return {
    basic: { ...box.costs.basic[colour], ...basic },
    advanced: { ...box.costs.advanced[colour], ...advanced },
    ornaments: { ...byName(COLOURS, printed), ...ornaments },
  };
}

/** Return the next ornament in the order of taps. */
export function ornamentAfter(kind: BoardOrnament): BoardOrnament {
  return KINDS[KINDS.indexOf(kind) + 1] ?? 'none';
}

function byName<Name extends string, Value>(names: readonly Name[], values: readonly Value[]) {
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<Name, Value>;
}
