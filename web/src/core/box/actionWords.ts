// An action of an influence card in words, such as `sell 1 wood for 1 ruble, once`. Its text has the
// same values as in redcathedral/text/terms.py.
import { materialName } from '../../board/names';
import { t } from '../language.svelte';
import { isAny } from './influenceLine';
import type { EnteredAction } from '../../protocol.gen';
import type { Term } from '../textFormat';

export function actionWords(entered: EnteredAction): string {
  const { effect, materials = [], price = 0, amount = 1, endless } = entered;
  const term = (id: string, n = 0): Term => ({ term: id, values: { n } });
  const kinds = materials.map((letter) => term(`material.${materialName(letter)}`));
  const values = {
    material: isAny(materials) ? term('material.any') : { any: kinds },
    price: term('amount.ruble', price),
    materials: term('amount.material', amount),
    rubles: term('amount.ruble', amount),
    recognition: term('amount.recognition', amount),
    prestige: term('amount.prestige', amount),
  };
  const action = { term: `action.${effect}`, values };
  return t(endless ? 'often.endless' : 'often.once', { action });
}
