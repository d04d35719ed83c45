// How elements of the board react to the mouse, touch and the keyboard.
import type { Action } from 'svelte/action';

import type { BoardContext } from './context';
import { DICE } from '../vocabulary.ts';
import type { Key, Position } from './types';

const LONG_PRESS_MS = 450;
/** The weight of the sideways distance when an arrow key looks for the nearest target. */
const SIDEWAYS_WEIGHT = 2.5;
/** How far the mouse may move between the press and the release of a click. */
const MAX_CLICK_TRAVEL_PX = 16;
/** The minimum distance of a target in the direction of the arrow. */
const MIN_DISTANCE_PX = 4;

export interface InteractiveOptions {
  key: Key;
  board: BoardContext;
}

/**
 * Return the target that a click on an element picks. A tile or a die lies on top of its space, so
 * a click on it picks the space if that is a target. While a die is being moved, a click on another
 * die replaces the first die, for which the player must not pay.
 */
export function resolvePick(
  key: Key,
  targets: ReadonlySet<Key>,
  chosen: readonly Key[],
  dice: Position['dice'],
): Key {
  if (targets.has(key)) return key;
  const [kind, name = ''] = key.split(':');
  const die = DICE.find((known) => kind === 'die' && known === name);
  if (die && chosen[0]?.startsWith('die:')) return key;
  const space: Key = `space:${die ? dice[die][1] : Number(name)}`;
  return (die || kind === 'tile') && targets.has(space) ? space : key;
}

/** Svelte action: click, Enter and Space pick a target; hover, focus and a long press explain it. */
export const interactive: Action<HTMLElement | SVGElement, InteractiveOptions> = (
  node,
  options,
) => {
  let { key, board } = options;
  let longPress: ReturnType<typeof setTimeout> | undefined;
  let wasLongPress = false;
  let pressedAt: PointerEvent | null = null;

  /** Whether the mouse was moved away while its button was pressed, which cancels the click. */
  function isDraggedAway({ clientX: x, clientY: y }: MouseEvent): boolean {
    if (!pressedAt) return false;
    const travel = Math.hypot(x - pressedAt.clientX, y - pressedAt.clientY);
    pressedAt = null;
    return travel > MAX_CLICK_TRAVEL_PX && !node.contains(document.elementFromPoint(x, y));
  }
  function pickOrExplain(): void {
    const target = board.resolvePick(key);
    if (board.isTarget(target)) board.pick(target);
    else if (board.isChosen(key) || board.isAlternative(key)) board.pick(key);
    else board.point(key, 'press');
  }
  const listening = new AbortController();
  function on<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    const { signal } = listening;
    node.addEventListener(name, listener as (event: Event) => void, { signal });
  }
  on('click', (event) => {
    event.stopPropagation();
    if (isDraggedAway(event)) return;
    if (wasLongPress) wasLongPress = false;
    // The second click of a double click must not cancel the first.
    else if (event.detail < 2 || board.isTarget(board.resolvePick(key))) pickOrExplain();
  });
  on('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    // A key held down must not pick the next element in focus.
    if (!event.repeat) pickOrExplain();
  });
  on('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') board.point(key, 'hover');
  });
  on('pointerleave', ({ pointerType }) => {
    clearTimeout(longPress);
    if (pointerType === 'mouse') board.point(null, 'hover');
  });
  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse') {
      pressedAt = event;
      // What opens or moves under the pointer before the release must not take the click.
      node.setPointerCapture(event.pointerId);
      return;
    }
    wasLongPress = false;
    longPress = setTimeout(() => {
      wasLongPress = true;
      board.point(key, 'press');
    }, LONG_PRESS_MS);
  });
  on('pointerup', () => clearTimeout(longPress));
  on('pointercancel', () => clearTimeout(longPress));
  on('contextmenu', (event) => {
    if (wasLongPress) event.preventDefault();
  });
  on('focus', () => {
    if (node.matches(':focus-visible')) board.point(key, 'focus');
  });
  on('blur', () => {
    // Wait until the update ends, because Svelte blurs the elements that it removes.
    queueMicrotask(() => {
      if (!document.activeElement?.matches('[data-key]:focus-visible')) board.point(null, 'focus');
    });
  });
  return {
    update(next) {
      ({ key, board } = next);
    },
    destroy() {
      clearTimeout(longPress);
      listening.abort();
    },
  };
};

/** Return the element nearest to another in the direction of an arrow key, or null. */
export function nearestElement(
  from: Element,
  arrowKey: string,
  elements: readonly Element[],
): Element | null {
  const start = center(from);
  let nearest: Element | null = null;
  let shortest = Infinity;
  for (const element of elements) {
    if (element === from) continue;
    const end = center(element);
    const dx = end.x - start.x;
    const dy = end.y - start.y;
    const isHorizontal = arrowKey === 'ArrowRight' || arrowKey === 'ArrowLeft';
    const offset = isHorizontal ? dx : dy;
    const along = arrowKey === 'ArrowRight' || arrowKey === 'ArrowDown' ? offset : -offset;
    const across = isHorizontal ? dy : dx;
    if (along < MIN_DISTANCE_PX) continue;
    const distance = along + SIDEWAYS_WEIGHT * Math.abs(across);
    if (distance < shortest) {
      shortest = distance;
      nearest = element;
    }
  }
  return nearest;
}

function center(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
