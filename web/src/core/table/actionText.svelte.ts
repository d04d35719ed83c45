// The text of the action bar: a question, or the decision that the player has chosen.
import { kindOf, type Key } from '../../board/types';
import { t } from '../language.svelte';
import { nameIn } from '../players';
import { resultTitle } from './finalScoring';
import { entryPrompt } from './manualRoll.svelte';
import { questionFor } from './prompts';
import type { TableScope } from './tableFeature';
import { firstKeys, isQuestion, requiredDecisions } from './turnOptions';

/** The elements of decisions that are possible at any moment of a turn. */
const ANYTIME_KEYS: readonly Key[] = ['marker', 'reroll', 'end', 'stop'];

export class ActionText {
  readonly #scope: () => TableScope;
  readonly #due = $derived.by(() => this.#scope().table.due);
  readonly #isPaused = $derived.by(() => {
    const { store, table } = this.#scope();
    return !table.over && store.playState.current?.is_paused === true;
  });
  readonly #isPracticeDone = $derived.by(() => {
    const { lesson, puzzle } = this.#scope().table;
    return typeof lesson?.done === 'string' || typeof puzzle?.is_found === 'boolean';
  });
  readonly #required = $derived.by(() => requiredDecisions(this.#scope().store.decisions));
  readonly #isAsked = $derived(isQuestion(this.#due) && this.#required.length > 0);
  /** Why the player cannot decide now: no connection, or no answer from the server yet. */
  readonly #obstacle = $derived.by(() => {
    const { connectionState, isBusy } = this.#scope().store.live;
    if (connectionState === 'lost') return t('web.lost');
    return isBusy ? t('web.bar.waiting') : '';
  });
  readonly #question = $derived.by(() =>
    this.questionAfter(this.#scope().store.picking.preview.path),
  );
  /** What to pick for the chosen turn option; empty if none is chosen. */
  readonly #optionPrompt = $derived.by(() => {
    const { turnOptions, chosenVerb } = this.#scope().store.picking;
    const option = turnOptions.find(({ verb }) => verb === chosenVerb);
    return option ? t(`web.verb.${option.verb}.ask`, { n: option.count }) : '';
  });
  /** The decision that the bar describes. */
  readonly decision = $derived.by(() => {
    const { store } = this.#scope();
    return store.question ? null : store.picking.preview.decision;
  });
  /** The workshop tile of the card that was claimed, until the tile is placed. */
  readonly tile = $derived.by(() => {
    const [tower = 0, level = 0] = this.#due?.claim?.split('.').map(Number) ?? [];
    return this.#scope().table.position.towers[tower - 1]?.[level - 1]?.tile ?? null;
  });
  /** Only decisions are left that are possible at any moment. */
  readonly isDone = $derived.by(() => {
    const keys = [...this.#scope().store.picking.nextKeys];
    return keys.length > 0 && keys.every((key) => ANYTIME_KEYS.includes(key));
  });
  readonly lead = $derived.by(() => {
    const { store, table, seats } = this.#scope();
    const { planning } = store;
    if (this.#obstacle) return this.#obstacle;
    if (store.question === 'undo') return t('web.undo-beyond.ask');
    if (store.question) return t('web.end.ask');
    if (table.roll) return table.prompt;
    if (this.decision) return this.decision.label;
    if (store.picking.chosenKeys.length) return this.#question;
    if (this.#optionPrompt) return this.#optionPrompt;
    if (table.over?.reason === 'capped') return table.prompt;
    if (table.over) return resultTitle(table.over, seats, t);
    if (this.#isPaused && !planning.isActive) return table.prompt;
    if (store.handoverSeat) return t('web.handover', { who: nameIn(seats, store.handoverSeat) });
    if (planning.isComplete) return t('web.plan.whole');
    if (this.#isAsked) return this.#question;
    if (planning.isActive) return t('web.plan.lead', { n: table.turn });
    if (this.#due?.yours && !this.#isPracticeDone) return this.#yourTurn();
    return table.prompt || t('web.since'); // a repeated step has no prompt
  });

  constructor(scope: () => TableScope) {
    this.#scope = scope;
  }

  /** Return the text below the lead. If the lead is long, the next question is left out. */
  detail(isLeadLong: boolean, isNarrow: boolean): string {
    const { store, table, me } = this.#scope();
    const { picking, planning, playState } = store;
    const { decision } = this;
    const due = this.#due;
    if (this.#obstacle) return '';
    if (store.question === 'undo') return t('web.undo-beyond.help');
    if (store.question) {
      const left = picking.turnOptions.filter(({ prestigeCost }) => !prestigeCost);
      return t('web.end.left', { what: left.map(({ verb }) => t(`web.verb.${verb}`)).join(', ') });
    }
    if (table.roll)
      return store.pendingRoll ? entryPrompt(table.roll, store.manualRoll.results.length) : '';
    if (decision && picking.preview.under.length > 1 && !isLeadLong)
      return `${decision.effect} ${this.#question}`.trim();
    if (decision) {
      const isClick = decision.verb === 'deliver' && picking.pointedKey && !isLeadLong;
      return decision.effect || (isClick ? t('web.click') : '');
    }
    if (picking.chosenKeys.length || this.#optionPrompt) return this.#about(isNarrow);
    if (table.over) return t(`web.over.${table.over.reason}`);
    if (planning.isActive) return planning.isComplete ? '' : t('web.plan.detail');
    if (this.#isPaused || playState.current?.needs_person) return '';
    if (!table.lesson && !me.length) return t('web.watching');
    if (!due?.yours && me.some((colour) => playState.hasGivenUp(colour)))
      return t('web.together.you-gave-up');
    if (this.#isAsked) return this.#about() || this.#yourTurn();
    if (this.isDone) return t(isQuestion(due) ? 'web.left.action' : 'web.left');
    if (!due?.yours || this.#isPracticeDone) return '';
    const isLast = table.last_round?.left.includes(due.seat) ?? false;
    return isLast ? t('web.turn.last', { n: table.turn }) : t('web.your-turn.detail');
  }

  /** Return the question after these picks; empty if they are a complete decision. */
  questionAfter(path: readonly Key[]): string {
    const { paths } = this.#scope().store.picking;
    const decisions = path.length ? paths.decisionsUnder(path) : this.#required;
    const next = path.length ? paths.nextKeys(path) : firstKeys(decisions);
    if (!next.size) return '';
    const { id, values } = questionFor(decisions, path, next);
    const due = this.#due;
    const tiles = this.#scope().store.live.box?.tiles;
    const tile = (this.tile && tiles?.[this.tile]?.words) || '';
    return t(id, { ...values, tile, left: due?.left ?? 0, phase: due?.phase ?? '' });
  }

  /** What the answers mean: the banners for a claim, on a narrow bar also the card; or a tile. */
  #about(isNarrow = false): string {
    const { picking } = this.#scope().store;
    if (this.#due?.phase === 'place-tile') return t('web.ask.tile.about');
    if (!picking.chosenKeys.length) return '';
    const banners = [...picking.nextKeys].filter((key) => kindOf(key) === 'banner');
    const texts = banners.map((key) => t('board.frees', { source: key.split(':')[1] ?? '' }));
    return [isNarrow ? this.#cardText() : '', ...new Set(texts)].join(' ').trim();
  }

  /** The cost, the reward and the workshop tile of a free card. */
  #cardText(): string {
    const { store, table } = this.#scope();
    const [, tower = 0, level = 0] = (store.picking.chosenKeys[0] ?? '').split(/[:.]/).map(Number);
    const site = table.position.towers[tower - 1]?.[level - 1];
    const words = site && store.live.box?.cards[site.card]?.words;
    const tile = site?.tile && store.live.box?.tiles[site.tile]?.words;
    if (!words || site.owner) return '';
    return `${tile ? `${words}; ${t('board.workshop-tile', { what: tile })}` : words}.`;
  }

  #yourTurn(): string {
    const { phase, left, seat } = this.#due ?? {};
    const id = phase === 'building' && left ? 'web.your-turn.left' : 'web.your-turn';
    return t(id, { who: nameIn(this.#scope().seats, seat), n: left ?? 0 });
  }
}
