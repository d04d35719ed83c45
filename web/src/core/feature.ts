import type { Dialogs } from './dialogs';
import type { TableFeature } from './table/tableFeature';

/** What a feature adds to the page. */
export interface Feature {
  readonly dialogs?: Dialogs;
  readonly table?: TableFeature;
}
