// Animates the board from one position to the next. It measures the elements before Svelte draws
// the new position, and moves them from their old places afterwards.
import { tick, untrack } from 'svelte';

import { animateStep, isMotionOff, measurePlaces, type Places } from './animateStep';
import { planMotions, type Motion } from './planMotions';
import type { BoardEvent, Colour, Position } from './types';

/** The values of the board that the motion depends on; a change of `position` starts it. */
export interface MotionInputs {
  readonly root: HTMLElement | undefined;
  readonly position: Position;
  /** The events that led to the position. */
  readonly recentEvents: readonly BoardEvent[];
  readonly own: Colour;
  /** The number of spaces of the score track. */
  readonly lap: number;
}

/** Animate each change of the position. Call it while the component is created. */
export function useBoardMotion(board: MotionInputs): void {
  let running: Animation[] = [];
  let drawn: Position | null = null;
  let measured: { from: Position; motions: Motion[]; placesBefore: Places } | null = null;

  $effect.pre(() => {
    const { position } = board;
    untrack(() => {
      measured = null;
      if (board.root && drawn && drawn !== position && !isMotionOff()) {
        const motions = planMotions(board.recentEvents, drawn, board.own);
        measured = { from: drawn, motions, placesBefore: measurePlaces(board.root, motions) };
      }
      drawn = position;
    });
  });

  $effect(() => {
    const { position } = board;
    untrack(() => {
      for (const animation of running) animation.cancel();
      running = [];
      const step = measured;
      if (!step) return;
      // Other components measure the page in these ticks, and animations would change the results.
      void tick()
        .then(tick)
        .then(() => {
          const { root, lap } = board;
          if (!root || drawn !== position) return;
          running = animateStep({ ...step, root, to: position, lap }, step.motions);
        });
    });
  });
}
