// A roll of real dice, or a draw of Ivan's real tiles, that the player enters.
import type { RollDue } from '../../protocol.gen';
import { t } from '../language.svelte';

export const FACES = [1, 2, 3, 4, 5, 6] as const;

/** Return the number of dice or tiles to enter. */
export function countOf({ dice, tiles }: RollDue): number {
  return dice.length || tiles.length;
}

/** Return the text that asks for the next die or tile after `n` results. */
export function entryPrompt(roll: RollDue, n: number): string {
  if (n === countOf(roll)) return t('web.roll.done');
  const die = roll.dice[n];
  return die ? t('web.roll.die', { what: t(`die.${die}`) }) : t('web.roll.card', { n: n + 1 });
}

export class ManualRoll {
  /** The entered faces of dice or names of tiles. */
  results = $state.raw<readonly (number | string)[]>([]);

  enter(roll: RollDue | null, result: number | string): void {
    const { results } = this;
    if (roll && results.length < countOf(roll) && (roll.dice.length || !results.includes(result)))
      this.results = [...results, result];
  }
}
