// Chooses the layout of the board for a screen, and the sizes of its parts in CSS pixels.

/**
 * `wide`: market, cathedral and opponents in columns. `columns`: the opponents in a strip at the
 * top, for a tablet. `portrait`: the same, with the log below the market. `tabs`: one part at a
 * time, for a phone. `landscape`: one part at a time next to the player's board, for a phone on
 * its side.
 */
export type ScreenLayout = 'wide' | 'columns' | 'portrait' | 'tabs' | 'landscape';

interface ScreenState {
  width: number;
  height: number;
  opponents: number;
  actionBarHeight: number;
  stripHeight: number;
}

const WIDE_WIDTH = 1150;
const WIDE_WIDTH_ONE_OPPONENT = 960;
const TABLET_WIDTH = 700;
const TABLET_HEIGHT = 560;
const MIN_MARKET_SIZE = 404;

/** Return the layout for a screen and a number of opponents. */
export function screenLayoutFor(width: number, height: number, opponents: number): ScreenLayout {
  if (width >= WIDE_WIDTH) return 'wide';
  if (width >= WIDE_WIDTH_ONE_OPPONENT && height >= TABLET_HEIGHT && opponents < 2) return 'wide';
  if (width >= TABLET_WIDTH && height >= TABLET_HEIGHT)
    return height > width ? 'portrait' : 'columns';
  return height < TABLET_HEIGHT && width > height ? 'landscape' : 'tabs';
}

/** Return the layout and the sizes of the parts. */
export function boardSizes(screen: ScreenState) {
  const { width, height, opponents, actionBarHeight, stripHeight } = screen;
  const layout = screenLayoutFor(width, height, opponents);
  const hasStrip = layout === 'columns' || layout === 'portrait';
  const isCrowded = opponents > 2 && layout === 'wide';
  const isTight = width < WIDE_WIDTH || (isCrowded && width < 1600);
  const playerBoardHeight = calculatePlayerBoardHeight();
  const availableHeight =
    height - playerBoardHeight - actionBarHeight - 32 - (hasStrip ? stripHeight + 8 : 0);
  const marketSize = hasStrip
    ? Math.min(availableHeight, (width - 24) * 0.505)
    : Math.max(
        MIN_MARKET_SIZE,
        Math.min(availableHeight, width * (width < WIDE_WIDTH ? 0.46 : 0.435)),
      );
  return {
    layout,
    /** One part at a time, in tabs. */
    isNarrow: layout === 'tabs' || layout === 'landscape',
    /** The opponents are in a strip at the top. */
    hasStrip,
    /** With three opponents, the log continues to the right of the player's board. */
    isCrowded,
    /** The player's board has little width. */
    isTight,
    playerBoardHeight,
    /** The width and the height of the market. */
    marketSize: Math.floor(marketSize),
  };

  function calculatePlayerBoardHeight(): number {
    if (layout === 'portrait') return 224;
    if (layout === 'wide' && width < WIDE_WIDTH) return 190;
    return isTight
      ? Math.max(162, Math.min(264, height * 0.205))
      : Math.max(172, Math.min(264, height * 0.2225));
  }
}
