// Runs the keyboard shortcuts of the table screen.
import type { Verb } from '../../protocol.gen';
import { rulesDialog } from '../rulesDialog.svelte';
import { keyOf, shortcutOfEvent, type Shortcut } from './shortcuts';
import { isEnabledControl } from './tableFocus';
import type { TableStore } from './tableStore.svelte';

interface TableKeyActions {
  readonly store: TableStore;
  readonly back: () => void;
  /** Enter a die or a tile of a manual roll, by its number. */
  readonly enter: (number: number) => void;
  /** Choose a turn option. */
  readonly start: (verb: Verb) => void;
  readonly openDialog: (name: string) => void;
  readonly focusPlan: () => void;
  readonly cycle: (step: 1 | -1) => void;
  readonly runFeatureShortcut: (name: Shortcut) => void;
}

/** Open the rule that is linked in the detail card, the action bar or the card above it. */
function openLinkedRule(): void {
  for (const place of ['.detail', '.bar', '.strip']) {
    const link = document.querySelector<HTMLElement>(`${place} [data-rule]`);
    if (link) return rulesDialog.open(link.dataset['rule'] ?? '');
  }
}

/** A digit enters a part of a manual roll, or chooses a turn option. */
function chooseByNumber(number: number, { store, enter, start }: TableKeyActions): void {
  if (store.pendingRoll) return enter(number);
  const option = store.picking.turnOptions[number - 1];
  if (option && !store.picking.chosenKeys.length) start(option.verb);
}

/** What each shortcut does. */
const ACTS: Record<Shortcut, (actions: TableKeyActions, event: KeyboardEvent) => void> = {
  skip: ({ store }) => store.playback.hurry(),
  back: ({ back }) => back(),
  undo: ({ store }) => store.undo(),
  redo: ({ store }) => store.redo(),
  end: ({ store }) => store.endTurn(),
  verb: (actions, event) => chooseByNumber(Number(keyOf(event)), actions),
  hint: ({ store }) => {
    if (store.hints.isShown) store.hints.close();
    else if (store.table?.puzzle) store.showSolution();
    else store.requestHints();
  },
  plan: ({ store, focusPlan }) => (store.canPlayPlan ? focusPlan() : store.togglePlanning()),
  rule: openLinkedRule,
  list: ({ openDialog }) => openDialog('list'),
  help: ({ openDialog }) => openDialog('help'),
  menu: ({ openDialog }) => openDialog('menu'),
  chat: ({ runFeatureShortcut }) => runFeatureShortcut('chat'),
  next: ({ cycle }) => cycle(1),
  previous: ({ cycle }) => cycle(-1),
};

/** Run the shortcut of a key; return false if the key does nothing. */
export function runShortcut(event: KeyboardEvent, actions: TableKeyActions): boolean {
  const { store } = actions;
  const isStepShown = store.playback.step !== null;
  store.skipToOwnTurn();
  const name = shortcutOfEvent(event);
  const isUnusedSkip = name === 'skip' && (!isStepShown || isEnabledControl(event.target));
  if (name === null || isUnusedSkip) return false;
  ACTS[name](actions, event);
  return true;
}
