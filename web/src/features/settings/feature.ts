import type { Feature } from '../../core/feature';
import SettingsDialog from './SettingsDialog.svelte';

/** Preferences of this browser, and the options of a table that can change during the game. */
export const settings: Feature = {
  dialogs: { settings: { component: SettingsDialog } },
};
