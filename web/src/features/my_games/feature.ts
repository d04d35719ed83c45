import type { Feature } from '../../core/feature';

/** The games that were played on this device, and their statistics. */
export const myGames: Feature = {
  dialogs: { myGames: { load: () => import('./MyGamesDialog.svelte') } },
};
