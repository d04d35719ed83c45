// The icons of an action of an influence card: the price, an arrow, and the gain.
import { symbolOf } from './names.ts';
import type { BoxAction } from './types';

type DrawnAction = Pick<BoxAction, 'effect' | 'materials' | 'price' | 'amount' | 'endless'>;

export interface RowIcon {
  /** A symbol, a text if it begins with `=`, or several symbols to stack, separated by spaces. */
  sym: string;
  /** The width relative to a plain icon. */
  size: number;
  className?: string;
}

const sign = (text: string): RowIcon => ({ sym: `=${text}`, size: text === '/' ? 0.26 : 0.52 });
const icon = (sym: string): RowIcon => ({ sym, size: 1 });
const arrow: RowIcon = { sym: 'arrow', size: 0.7, className: 'muted' };

function amountOf(number: number, sym: string): RowIcon[] {
  return number === 1 ? [icon(sym)] : [sign(String(number)), icon(sym)];
}

function anyOf(letters: string): RowIcon[] {
  if (letters.length >= 6) return [icon('m-any')];
  if (letters.length === 3) return [stack([...letters].map(symbolOf))];
  return [...letters].flatMap((letter, index) =>
    index ? [sign('/'), icon(symbolOf(letter))] : [icon(symbolOf(letter))],
  );
}

/** Stack three symbols, one above two: any or all of them. */
function stack(symbols: string[]): RowIcon {
  return { sym: symbols.join(' '), size: 1.3 };
}

/** Return the icons of an action. An unknown effect has only the icon of its frequency. */
export function actionIcons(action: DrawnAction): RowIcon[] {
  const frequency: RowIcon = {
    sym: action.endless ? 'often' : 'once',
    size: action.endless ? 0.9 : 0.7,
    className: 'mark',
  };
  return [frequency, ...effectIcons(action)];
}

function effectIcons(action: DrawnAction): RowIcon[] {
  const { amount, materials, price } = action;
  switch (action.effect) {
    case 'sell':
      return [...anyOf(materials), arrow, ...amountOf(price, 'ruble')];
    case 'buy':
      return [...amountOf(price, 'ruble'), arrow, ...anyOf(materials)];
    case 'deliver':
      return [...amountOf(price, 'ruble'), arrow, ...amountOf(amount, 'cart')];
    case 'gain-rubles':
      return [sign(String(amount)), icon('ruble')];
    case 'swap':
      return [
        ...amountOf(price, 'ruble'),
        arrow,
        icon('round'),
        { ...arrow, sym: 'swap', size: 0.75 },
        icon('round'),
      ];
    case 'trade-pair':
      return [icon('m-any'), sign('='), icon('m-any'), arrow, icon('m-any')];
    case 'trade-ruble':
      return [...amountOf(price, 'ruble'), icon('m-any'), arrow, icon('m-any')];
    case 'trade-four':
      return [sign('4'), icon('m-any'), sign('='), arrow, icon('m-any'), icon('m-any')];
    case 'activate':
      return [icon('workshop-tile')];
    case 'gain-recognition':
      return [sign(String(amount)), icon('recognition')];
    case 'pay-prestige':
      return [...amountOf(price, 'ruble'), arrow, icon('prestige')];
    case 'discard-prestige':
      return [stack(['m-any', 'm-any', 'm-any']), arrow, icon('prestige')];
    case 'gain-recognition-complete':
      return [icon('whole-tower'), arrow, sign(String(amount)), icon('recognition')];
    default:
      action.effect satisfies never; // a missing effect is a type error
      return [];
  }
}

/** The gap between two icons of a row. */
export const GAP = 1.4;

/** Return the width of a row of icons with gaps between them. */
export function rowWidth(icons: readonly RowIcon[], size: number): number {
  return icons.reduce((sum, { size: width }) => sum + width * size, 0) + GAP * (icons.length - 1);
}
