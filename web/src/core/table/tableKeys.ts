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

/** Run the shortcut of a key; return false if the key does nothing. */
export function runShortcut(event: KeyboardEvent, actions: TableKeyActions): boolean {
  const { store } = actions;
  const isStepShown = store.playback.step !== null;
  store.skipToOwnTurn();
  const name = shortcutOfEvent(event);
  switch (name) {
    case 'skip':
      if (!isStepShown || isEnabledControl(event.target)) return false;
      store.playback.hurry();
      break;
    case 'back':
      actions.back();
      break;
    case 'undo':
      store.undo();
      break;
    case 'redo':
      store.redo();
      break;
    case 'end': {
      const end = store.picking.paths.decisionAt(['end']);
      if (end) store.play(end.id);
      break;
    }
    case 'verb':
      chooseByNumber(Number(keyOf(event)), actions);
      break;
    case 'hint':
      if (store.hints.isShown) store.hints.close();
      else if (store.table?.puzzle) store.showSolution();
      else store.requestHints();
      break;
    case 'plan':
      if (store.canPlayPlan) actions.focusPlan();
      else store.togglePlanning();
      break;
    case 'rule':
      openLinkedRule();
      break;
    case 'list':
    case 'help':
    case 'menu':
      actions.openDialog(name);
      break;
    case 'chat':
      actions.runFeatureShortcut(name);
      break;
    case 'next':
      actions.cycle(1);
      break;
    case 'previous':
      actions.cycle(-1);
      break;
    case null:
      return false;
  }
  return true;
}
