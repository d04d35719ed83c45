// How the table is laid out on a screen of this size.

/**
 * `wide`: market, cathedral and the others side by side. `columns`: the others in a strip above
 * (a tablet), `upright` with the log below the market. `tabs`: one part at a time (a phone);
 * `side`: the same on a low screen, the own things beside that part.
 */
export type ScreenLayout = 'wide' | 'columns' | 'upright' | 'tabs' | 'side';

/** The shape for so many others; one alone leaves room beside the cathedral. */
export function screenLayoutFor(width: number, height: number, others: number): ScreenLayout {
  if (width >= 1150 || (width >= 960 && height >= 560 && others < 2)) return 'wide';
  if (width >= 700 && height >= 560) return height > width ? 'upright' : 'columns';
  return height < 560 && width > height ? 'side' : 'tabs';
}
