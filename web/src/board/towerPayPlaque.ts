// The layout of the plaque below a tower: an eagle, then a shield and a number for each player
// whom the tower pays.
import { COLOURS } from '../vocabulary.ts';
import type { Colour } from './types';

/** The width that keeps plaques of neighboring towers apart, in units of the drawing. */
export const MAX_WIDTH = 80;
const LINE_HEIGHT = 18;
const EAGLE_WIDTH = 16;
const MARGIN_LEFT = 3;
const MARGIN_RIGHT = 2;
const MIN_WIDTH = 12; // of a plaque that shows only 0

/**
 * Return the positions on a plaque, with the highest payment first. With `twoLines`, three or four
 * payments stand in two lines, without the eagle. `width` and `height` are before scaling.
 */
export function layoutPlaque(pay: Partial<Record<Colour, number>>, twoLines: boolean) {
  const payments = COLOURS.flatMap((colour) => {
    const n = pay[colour];
    return n ? [{ colour, n }] : [];
  }).sort((a, b) => b.n - a.n);
  const hasEagle = !twoLines || payments.length < 3;
  const lines = hasEagle ? [payments] : [payments.slice(0, 2), payments.slice(2)];
  const paymentWidth = (n: number): number => (n > 9 ? 31 : 23);
  const lineWidth = (line: typeof payments): number =>
    line.reduce((sum, { n }) => sum + paymentWidth(n), 0);
  const longest = Math.max(MIN_WIDTH, ...lines.map(lineWidth));
  const start = (hasEagle ? EAGLE_WIDTH : 0) + MARGIN_LEFT;
  const parts = lines.flatMap((line, row) => {
    let x = start + (longest - lineWidth(line)) / 2;
    return line.map((payment) => {
      const part = { ...payment, x, y: row * LINE_HEIGHT };
      x += paymentWidth(payment.n);
      return part;
    });
  });
  const width = start + longest + MARGIN_RIGHT;
  return {
    parts,
    hasEagle,
    width,
    height: lines.length * LINE_HEIGHT,
    scale: Math.min(1, MAX_WIDTH / width),
  };
}
