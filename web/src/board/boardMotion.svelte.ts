// Animates the board from one position to the next. It measures the elements before Svelte draws
// the new position, and moves them from their old places afterwards.
import { tick, untrack } from 'svelte';

import { animateStep, isMotionOff, measurePlaces, type Places } from './animateStep';
import { planMotions, type Motion } from './planMotions';
import type { BoardContext } from './context';
import type { Event, Position } from './types';

/** The element of the board, and the events that led to its position. */
interface DrawnBoard {
  readonly root: HTMLElement | undefined;
  readonly recentEvents: readonly Event[];
}

/** Animate each change of the position. Call it while the component is created. */
export function useBoardMotion(board: BoardContext, drawnBoard: () => DrawnBoard): void {
  let running: Animation[] = [];
  let drawn: Position | null = null;
  let measured: { from: Position; motions: Motion[]; placesBefore: Places } | null = null;

  $effect.pre(() => {
    const { position } = board;
    untrack(() => {
      const { root, recentEvents } = drawnBoard();
      measured = null;
      if (root && drawn && drawn !== position && !isMotionOff()) {
        const motions = planMotions(recentEvents, drawn, board.own);
        measured = { from: drawn, motions, placesBefore: measurePlaces(root, motions) };
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
          const { root } = drawnBoard();
          const { lap } = board.box.track;
          if (!root || drawn !== position) return;
          running = animateStep({ ...step, root, to: position, lap }, step.motions);
        });
    });
  });
}
