// An influence card as people type it: two actions such as `s ge 3*, d 2 3`.
import { MAX_NUMBER } from './lineEntry.ts';
import { MATERIAL_LETTERS } from '../../vocabulary.ts';
import type {
  Box,
  BoxAction,
  EffectName,
  EnteredAction,
  EnteredInfluence,
} from '../../protocol.gen';

export const EFFECT_CODES: Record<EffectName, string> = {
  sell: 's',
  buy: 'b',
  deliver: 'd',
  'gain-rubles': 'r',
  swap: 'x',
  'trade-pair': '2',
  'trade-ruble': 't',
  'trade-four': '4',
  activate: 'a',
  'gain-recognition': '+',
  'pay-prestige': 'p',
  'discard-prestige': '3',
  'gain-recognition-complete': 'c',
};
const PARTS = ['kinds', 'price', 'amount'] as const;
const EFFECTS = Object.keys(EFFECT_CODES) as EffectName[];
export const ANY = 'any';
export const ACTIONS = 2;
export const isAny = (kinds: readonly string[]): boolean =>
  kinds.length === MATERIAL_LETTERS.length;

/** The first packaged action with an effect. A new action starts with its numbers and its sign. */
export function usualAction(packaged: Box, effect: EffectName): BoxAction | undefined {
  const actions = Object.values(packaged.influence).flatMap((card) => card.actions);
  return actions.find((action) => action.effect === effect);
}

export function enteredAction(action: BoxAction): EnteredAction {
  const { effect, price, amount, endless } = action;
  const materials = MATERIAL_LETTERS.filter((letter) => action.materials.includes(letter));
  return { effect, materials, price, amount, endless };
}

/** Parse a card or the start of it; null for any other text. */
export function parseInfluence(text: string, packaged: Box): EnteredInfluence | null {
  const line = text.normalize('NFKC').toLowerCase().trim();
  const isFirst = line.endsWith('f'); // no other word ends with it
  const parts = line.replace(/f$/, '').split(',');
  const actions = parts.filter((part) => part.trim()).map((part) => parseAction(part, packaged));
  if (actions.length > ACTIONS || actions.includes(null)) return null;
  return { actions: actions as EnteredAction[], first_game: isFirst };
}

/** Parse an action: the code of its effect, materials, amount and price, `*` or `^` for its sign. */
function parseAction(text: string, packaged: Box): EnteredAction | null {
  const [code = '', ...words] = text
    .replace(/([*^])/g, ' $1 ')
    .trim()
    .split(/\s+/);
  const effect = EFFECTS.find((name) => EFFECT_CODES[name] === code);
  const usual = effect && usualAction(packaged, effect);
  if (!usual) return null;
  const [kinds, price, amount] = PARTS.map((part) => packaged.effects[effect].includes(part));
  const action = enteredAction(usual);
  const numbers: number[] = [];
  for (const word of words) {
    if (word === '*' || word === '^') action.endless = word === '*';
    else if (/^\d+$/.test(word) && Number(word) <= MAX_NUMBER) numbers.push(Number(word));
    else if (kinds && (word === ANY || /^[wbsgep]+$/.test(word)))
      action.materials = MATERIAL_LETTERS.filter(
        (letter) => word === ANY || word.includes(letter.toLowerCase()),
      );
    else return null;
  }
  if (numbers.length > Number(price) + Number(amount)) return null;
  if (amount && numbers.length) action.amount = numbers.shift() ?? 0;
  if (price && numbers.length) action.price = numbers.shift() ?? 0;
  return action;
}

/** Return a card as a text that `parseInfluence` reads. */
export function influenceLine({ actions, first_game }: EnteredInfluence, packaged: Box): string {
  const parts = actions.map(({ effect, materials = [], price = 0, amount = 1, endless }) => {
    const form = packaged.effects[effect];
    const letters = isAny(materials) ? ANY : materials.join('');
    const words = [
      EFFECT_CODES[effect],
      form.includes('kinds') ? letters.toLowerCase() : '',
      form.includes('amount') ? amount : '',
      form.includes('price') ? price : '',
    ];
    return words.filter((word) => word !== '').join(' ') + (endless ? '*' : '^');
  });
  return parts.join(', ') + (first_game ? ' f' : '');
}
