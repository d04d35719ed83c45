// How elements of the board react to the mouse, touch and the keyboard.
import type { Action } from 'svelte/action';

import type { BoardContext } from './context';
import { DICE } from '../vocabulary.ts';
import type { Key, Position } from './types';

const LONG_PRESS_MS = 450;
/** The weight of the sideways distance when an arrow key looks for the nearest target. */
const SIDEWAYS_WEIGHT = 2.5;
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

function isSecondClick(event: Event): boolean {
  return event instanceof MouseEvent && event.detail > 1;
}

let wasPointerUsed = false; // since the last key

/** Note a press of a pointer or of a key anywhere on the page. */
export function noteInput(event: Event): void {
  wasPointerUsed = event.type === 'pointerdown';
}

/**
 * Return whether somebody moves the focus by keys and it is on this element. After a tap, browsers
 * report `:focus-visible` for an element that the page focuses.
 */
export function hasKeyboardFocus(element: Element | null, selector = '*'): element is Element {
  return !wasPointerUsed && Boolean(element?.matches(`${selector}:focus-visible`));
}

/** Svelte action: click, Enter and Space pick a target; hover, focus and a long press explain it. */
export const interactive: Action<HTMLElement | SVGElement, InteractiveOptions> = (
  node,
  options,
) => {
  let { key, board } = options;
  let longPress: ReturnType<typeof setTimeout> | undefined;
  let wasLongPress = false;

  function pickOrExplain(): void {
    const target = board.resolvePick(key);
    if (board.isTarget(target)) board.pick(target);
    else if (board.isChosen(key) || board.isAlternative(key)) board.pick(key);
    else board.point(key, 'press');
  }
  function click(event: Event): void {
    event.stopPropagation();
    if (wasLongPress) wasLongPress = false;
    // The second click of a double click must not cancel the first.
    else if (!isSecondClick(event) || board.isTarget(board.resolvePick(key))) pickOrExplain();
  }
  function keydown(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    // A key held down must not pick the next element in focus.
    if (!event.repeat) pickOrExplain();
  }
  function pointerEnter(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType === 'mouse') board.point(key, 'hover');
  }
  function pointerLeave(event: Event): void {
    clearTimeout(longPress);
    if (event instanceof PointerEvent && event.pointerType === 'mouse') board.point(null, 'hover');
  }
  function pointerDown(event: Event): void {
    if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
    wasLongPress = false;
    longPress = setTimeout(() => {
      wasLongPress = true;
      board.point(key, 'press');
    }, LONG_PRESS_MS);
  }
  function pointerUp(): void {
    clearTimeout(longPress);
  }
  function contextMenu(event: Event): void {
    if (wasLongPress) event.preventDefault();
  }
  function focus(): void {
    if (hasKeyboardFocus(node)) board.point(key, 'focus');
  }
  /** Wait until the update ends, because Svelte blurs the elements that it removes. */
  function blur(): void {
    queueMicrotask(() => {
      if (!hasKeyboardFocus(document.activeElement, '[data-key]')) board.point(null, 'focus');
    });
  }

  const listeners: [string, (event: Event) => void][] = [
    ['click', click],
    ['keydown', keydown],
    ['pointerenter', pointerEnter],
    ['pointerleave', pointerLeave],
    ['pointerdown', pointerDown],
    ['pointerup', pointerUp],
    ['pointercancel', pointerUp],
    ['contextmenu', contextMenu],
    ['focus', focus],
    ['blur', blur],
  ];
  for (const [name, listener] of listeners) node.addEventListener(name, listener);
  return {
    update(next) {
      ({ key, board } = next);
    },
    destroy() {
      clearTimeout(longPress);
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
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
