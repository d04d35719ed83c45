import type { Feature } from '../../core/feature';
import NewGameDialog from './NewGameDialog.svelte';

/** The form for a new game. */
export const newGame: Feature = {
  dialogs: { newGame: { component: NewGameDialog } },
};
