// A tower's plaque: an eagle, then a shield and a number for each player that it pays.
import { COLOURS } from '../vocabulary.ts';
import type { Colour } from './types';

/** No wider than this, so that neighbours stay apart. */
export const MAX_WIDTH = 80;
const LINE = 18;
const EAGLE = 16;

/**
 * What is paid, most first; where there is room for two lines, three or four stand in two. Its
 * width and height are those before it is scaled.
 */
export function layoutPlaque(pay: Partial<Record<Colour, number>>, twoLines: boolean) {
  const paid = COLOURS.flatMap((colour) => (pay[colour] ? [{ colour, n: pay[colour] }] : [])).sort(
    (one, other) => other.n - one.n,
  );
  const eagle = !twoLines || paid.length < 3;
  const lines = eagle ? [paid] : [paid.slice(0, 2), paid.slice(2)];
  const wide = (n: number): number => (n > 9 ? 31 : 23);
  const long = (line: typeof paid): number => line.reduce((sum, { n }) => sum + wide(n), 0);
  const longest = Math.max(...lines.map(long));
  const start = (eagle ? EAGLE : 0) + 3;
  const parts = lines.flatMap((line, row) => {
    let x = start + (longest - long(line)) / 2;
    return line.map((part) => {
      const at = { ...part, x, y: row * LINE };
      x += wide(part.n);
      return at;
    });
  });
  const width = start + longest + 2;
  return {
    parts,
    eagle,
    width,
    height: lines.length * LINE,
    scale: Math.min(1, MAX_WIDTH / width),
  };
}
