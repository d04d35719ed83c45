// The elements that the player has picked on the board, and the decisions that are still possible.
import { asSentence } from '../../board/names';
import { kindOf, type Key } from '../../board/types';
import type { Due, Legal, Verb } from '../../protocol.gen';
import { t } from '../language.svelte';
import { mainDecision, DecisionPaths, readyDecision } from './decisionPaths';
import { turnOptionsOf } from './turnOptions';

/** The decisions that a player can make now. */
interface DecisionSource {
  readonly decisions: readonly Legal[];
  readonly due: Due | null;
}

export class Picking {
  chosenKeys = $state.raw<readonly Key[]>([]);
  pointedKey = $state<Key | null>(null);
  /** The turn option whose elements are highlighted, and the one under the pointer. */
  chosenVerb = $state<Verb | null>(null);
  pointedVerb = $state<Verb | null>(null);

  readonly #source: () => DecisionSource;
  readonly paths = $derived.by(() => new DecisionPaths(this.#source().decisions));
  /** The elements that can be picked next. */
  readonly nextKeys = $derived(this.paths.nextKeys(this.chosenKeys));
  /** For each of these elements, the text of its decision or the number of its decisions. */
  readonly keyTexts = $derived.by(() => {
    const texts = new Map<Key, string>();
    for (const key of this.nextKeys) {
      const [first, ...others] = this.paths.decisionsUnder([...this.chosenKeys, key]);
      if (!first) continue;
      const text = first.effect ? `${first.label}. ${asSentence(first.effect)}` : first.label;
      texts.set(key, others.length ? t('web.choices', { n: others.length + 1 }) : text);
    }
    return texts;
  });
  /** The first elements of all decisions; picking one of them starts over. */
  readonly otherFirstKeys = $derived(
    this.chosenKeys.length ? this.paths.nextKeys([]) : new Set<Key>(),
  );
  readonly turnOptions = $derived.by(() => {
    const { decisions, due } = this.#source();
    return turnOptionsOf(decisions, due);
  });
  /** The decision that the confirm button plays. */
  readonly readyDecision = $derived(
    this.chosenKeys.length ? readyDecision(this.paths.decisionsUnder(this.chosenKeys)) : null,
  );
  /** The decision of the chosen elements and the element under the pointer. */
  readonly preview = $derived.by(() => {
    const { pointedKey, chosenKeys } = this;
    const isNext = pointedKey !== null && this.nextKeys.has(pointedKey);
    const path = isNext ? [...chosenKeys, pointedKey] : chosenKeys;
    const under = this.paths.decisionsUnder(path);
    return { path, under, decision: isNext ? mainDecision(under) : this.readyDecision };
  });

  constructor(source: () => DecisionSource) {
    this.#source = source;
  }

  /**
   * Pick an element. Return the decision to play, or null if it is incomplete or needs a
   * confirmation.
   *
   * A pointer shows a preview before the pick, so the pick plays the only decision that is left. A
   * touch shows no preview, so it plays a decision only with the last element. So does a die, so
   * that all dice move in the same way. A decision with a cost needs a confirmation: always after a
   * touch, and with a pointer if it is a single pick. After a touch, so does every delivery.
   */
  pick(key: Key, byTouch: boolean): Legal | null {
    const index = this.chosenKeys.indexOf(key);
    const isNext = this.nextKeys.has(key);
    if (!isNext && index >= 0) this.takeBack(index);
    if (!isNext && (index >= 0 || !this.otherFirstKeys.has(key))) return null;
    const path = isNext ? [...this.chosenKeys, key] : [key];
    const whole = this.paths.decisionAt(path);
    const decision = whole ?? this.paths.onlyDecision(path);
    const hasCost = decision !== null && decision.rubles + decision.prestige > 0;
    const isSeen = byTouch
      ? whole && whole.verb !== 'deliver' && !hasCost
      : isNext && !(path.length === 1 && (hasCost || kindOf(key) === 'die'));
    if (decision && isSeen) return decision;
    this.chosenKeys = this.#withOnlyAnswers(path);
    this.chosenVerb = null;
    return null;
  }

  /** Take back the picks from an index on, and those before that have no alternative. */
  takeBack(index = this.chosenKeys.length - 1): void {
    let path = this.chosenKeys.slice(0, index);
    while (path.length && this.paths.nextKeys(path).size === 1) path = path.slice(0, -1);
    this.chosenKeys = path;
  }

  /** Add the picks without an alternative, up to a question with several answers. */
  #withOnlyAnswers(path: readonly Key[]): readonly Key[] {
    const [only, ...others] = this.paths.nextKeys(path);
    const isAsked = only === undefined || others.length > 0 || this.paths.onlyDecision(path);
    return isAsked ? path : this.#withOnlyAnswers([...path, only]);
  }

  /** Choose a turn option, and pick its only element, but play nothing yet. */
  choose(verb: Verb): void {
    const { onlyKey } = this.turnOptions.find((option) => option.verb === verb) ?? {};
    if (onlyKey) this.chosenKeys = this.#withOnlyAnswers([onlyKey]);
    else this.chosenVerb = verb;
    this.pointedVerb = null;
  }

  canPick(key: Key): boolean {
    return (
      this.nextKeys.has(key) || (this.otherFirstKeys.has(key) && !this.chosenKeys.includes(key))
    );
  }

  clear(): void {
    if (this.chosenKeys.length) this.chosenKeys = [];
    this.chosenVerb = null;
    this.pointedVerb = null;
  }
}
