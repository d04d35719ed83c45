import type { Feature } from '../../core/feature';
import HelpDialog from './HelpDialog.svelte';

/** A summary of the rules, the keys, and where to report a problem. */
export const help: Feature = {
  dialogs: { help: { component: HelpDialog } },
};
