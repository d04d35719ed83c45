import type { OwnBox } from '../../core/box/ownBox.svelte';
import type { Box, CheckedBox, EnteredBox } from '../../protocol.gen';

export type StepName =
  'bases' | 'middles' | 'domes' | 'plans' | 'tiles' | 'influence' | 'boards' | 'track' | 'rest';

/** The properties of a step of the screen. */
export interface StepProps {
  name: StepName;
  entered: Required<EnteredBox>;
  /** The edition with the components that have been entered so far. */
  box: Box;
  packaged: Box;
  checked: CheckedBox | null;
  change: OwnBox['change'];
  /** Go to the next step. */
  proceed: () => void;
}
