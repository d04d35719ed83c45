// Chooses the layout of the board for a screen, and the sizes of its parts in CSS pixels.

/**
 * `wide`: market, cathedral and opponents in columns. `columns`: the opponents in a strip at the
 * top (a tablet). `upright`: the same, with the log below the market. `tabs`: one part at a time
 * (a phone). `side`: one part at a time on a low screen, with the player's board at its side.
 */
export type ScreenLayout = 'wide' | 'columns' | 'upright' | 'tabs' | 'side';

export interface BoardSizes {
  layout: ScreenLayout;
  /** One part at a time, in tabs. */
  isNarrow: boolean;
  /** The opponents are in a strip at the top. */
  hasStrip: boolean;
  /** Three opponents leave no room for the log: it continues at the right of the player's board. */
  isCrowded: boolean;
  /** The player's board has little width. */
  isTight: boolean;
  ownHeight: number;
  /** The width and the height of the market. */
  marketSize: number;
}

export interface ScreenState {
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
    return height > width ? 'upright' : 'columns';
  return height < TABLET_HEIGHT && width > height ? 'side' : 'tabs';
}

/** Return the layout and the sizes of the parts. */
export function boardSizes(screen: ScreenState): BoardSizes {
  const { width, height, opponents, actionBarHeight, stripHeight } = screen;
  const layout = screenLayoutFor(width, height, opponents);
  const hasStrip = layout === 'columns' || layout === 'upright';
  const isCrowded = opponents > 2 && layout === 'wide';
  const isTight = width < WIDE_WIDTH || (isCrowded && width < 1600);
  const ownHeight = ownBoardHeight();
  const availableHeight =
    height - ownHeight - actionBarHeight - 32 - (hasStrip ? stripHeight + 8 : 0);
  const marketSize = hasStrip
    ? Math.min(availableHeight, (width - 24) * 0.505)
    : Math.max(
        MIN_MARKET_SIZE,
        Math.min(availableHeight, width * (width < WIDE_WIDTH ? 0.46 : 0.435)),
      );
  return {
    layout,
    isNarrow: layout === 'tabs' || layout === 'side',
    hasStrip,
    isCrowded,
    isTight,
    ownHeight,
    marketSize: Math.floor(marketSize),
  };

  function ownBoardHeight(): number {
    if (layout === 'upright') return 224;
    if (layout === 'wide' && width < WIDE_WIDTH) return 190;
    return isTight
      ? Math.max(162, Math.min(264, height * 0.205))
      : Math.max(172, Math.min(264, height * 0.2225));
  }
}
