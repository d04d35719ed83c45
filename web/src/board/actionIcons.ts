// An action of an influence card as a row of icons.
import { symbolOf } from './names.ts';
import type { BoxAction } from './types';

export interface RowIcon {
  /** A symbol, or a text when it begins with `=`; several symbols are stacked. */
  sym: string;
  size: number;
  className?: string;
}

const ICON = 1;
const sign = (text: string): RowIcon => ({ sym: `=${text}`, size: text === '/' ? 0.26 : 0.52 });
const icon = (sym: string): RowIcon => ({ sym, size: ICON });
const arrow: RowIcon = { sym: 'arrow', size: 0.7, className: 'muted' };

function count(number: number, sym: string): RowIcon[] {
  return number === 1 ? [icon(sym)] : [sign(String(number)), icon(sym)];
}

function anyOf(letters: string): RowIcon[] {
  if (letters.length >= 6) return [icon('m-any')];
  if (letters.length === 3) return [stack([...letters].map(symbolOf))];
  return [...letters].flatMap((letter, index) =>
    index ? [sign('/'), icon(symbolOf(letter))] : [icon(symbolOf(letter))],
  );
}

/** Three things of which one is meant, or all: one above two. */
function stack(symbols: string[]): RowIcon {
  return { sym: symbols.join(' '), size: 1.3 };
}

/** What goes, an arrow, what comes. An effect that is not known shows its words alone. */
export function actionIcons(action: BoxAction): RowIcon[] {
  const often: RowIcon = {
    sym: action.endless ? 'often' : 'once',
    size: action.endless ? 0.9 : 0.7,
    className: 'mark',
  };
  return [often, ...body(action)];
}

function body(action: BoxAction): RowIcon[] {
  const { amount, materials, price } = action;
  switch (action.effect) {
    case 'sell':
      return [...anyOf(materials), arrow, ...count(price, 'ruble')];
    case 'buy':
      return [...count(price, 'ruble'), arrow, ...anyOf(materials)];
    case 'deliver':
      return [...count(price, 'ruble'), arrow, ...count(amount, 'cart')];
    case 'gain-rubles':
      return [sign(String(amount)), icon('ruble')];
    case 'swap':
      return [
        ...count(price, 'ruble'),
        arrow,
        icon('round'),
        { ...arrow, sym: 'swap', size: 0.75 },
        icon('round'),
      ];
    case 'trade-pair':
      return [icon('m-any'), sign('='), icon('m-any'), arrow, icon('m-any')];
    case 'trade-ruble':
      return [...count(price, 'ruble'), icon('m-any'), arrow, icon('m-any')];
    case 'trade-four':
      return [sign('4'), icon('m-any'), sign('='), arrow, icon('m-any'), icon('m-any')];
    case 'activate':
      return [icon('workshop-tile')];
    case 'gain-recognition':
      return [sign(String(amount)), icon('recognition')];
    case 'pay-prestige':
      return [...count(price, 'ruble'), arrow, icon('prestige')];
    case 'discard-prestige':
      return [stack(['m-any', 'm-any', 'm-any']), arrow, icon('prestige')];
    case 'gain-recognition-complete':
      return [icon('whole-tower'), arrow, sign(String(amount)), icon('recognition')];
    default:
      action.effect satisfies never; // one forgotten here is a type error
      return [];
  }
}

export function rowWidth(tokens: readonly RowIcon[], size: number, gap: number): number {
  return tokens.reduce((sum, token) => sum + token.size * size, 0) + gap * (tokens.length - 1);
}
