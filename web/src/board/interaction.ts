// What a finger, a mouse and the keyboard do to an element of the board.
import type { Action } from 'svelte/action';

import type { BoardContext } from './context';
import { DICE } from '../vocabulary.ts';
import type { Key, Position } from './types';

const LONG = 450;

export interface InteractiveOptions {
  key: Key;
  board: BoardContext;
}

/**
 * What is meant by picking an element. A tile or a die lies upon its space: where the space can be
 * picked, they stand for it. But while a die is being moved another die is meant itself: whoever
 * picks it has changed their mind, and must not pay for the first one.
 */
export function resolvePick(
  key: Key,
  targets: ReadonlySet<Key>,
  chosen: readonly Key[],
  dice: Position['dice'],
): Key {
  if (targets.has(key)) return key;
  const [kind, name = ''] = key.split(':');
  const die = DICE.find((each) => kind === 'die' && each === name);
  if (die && chosen[0]?.startsWith('die:')) return key;
  const space: Key = `space:${die ? dice[die][1] : Number(name)}`;
  return (die || kind === 'tile') && targets.has(space) ? space : key;
}

function isSecond(event: Event): boolean {
  return event instanceof MouseEvent && event.detail > 1;
}

/** Click, Enter and Space pick a target; pointing, focus and a long press explain. */
export const interactive: Action<HTMLElement | SVGElement, InteractiveOptions> = (node, first) => {
  let { key, board } = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;

  function answer(): void {
    const meant = board.resolvePick(key);
    if (board.isTarget(meant)) board.pick(meant);
    else if (board.isChosen(key) || board.isAlternative(key)) board.pick(key);
    else board.point(key, 'press');
  }
  function click(event: Event): void {
    event.stopPropagation();
    if (pressed) pressed = false;
    // the second click of a double click takes nothing back
    else if (!isSecond(event) || board.isTarget(board.resolvePick(key))) answer();
  }
  function keydown(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    // held down, it would pick what has the focus next
    if (!event.repeat) answer();
  }
  function enter(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType === 'mouse') board.point(key, 'hover');
  }
  function leave(event: Event): void {
    clearTimeout(timer);
    if (event instanceof PointerEvent && event.pointerType === 'mouse') board.point(null, 'hover');
  }
  function down(event: Event): void {
    if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
    pressed = false;
    timer = setTimeout(() => {
      pressed = true;
      board.point(key, 'press');
    }, LONG);
  }
  function up(): void {
    clearTimeout(timer);
  }
  function menu(event: Event): void {
    if (pressed) event.preventDefault();
  }
  function focus(): void {
    if (node.matches(':focus-visible')) board.point(key, 'focus');
  }
  /** Later: an element that goes is blurred while the page is being drawn. */
  function blur(): void {
    queueMicrotask(() => {
      if (!document.activeElement?.matches('[data-key]:focus-visible')) board.point(null, 'focus');
    });
  }

  const heard: [string, (event: Event) => void][] = [
    ['click', click],
    ['keydown', keydown],
    ['pointerenter', enter],
    ['pointerleave', leave],
    ['pointerdown', down],
    ['pointerup', up],
    ['pointercancel', up],
    ['contextmenu', menu],
    ['focus', focus],
    ['blur', blur],
  ];
  for (const [name, listener] of heard) node.addEventListener(name, listener);
  return {
    update(next) {
      ({ key, board } = next);
    },
    destroy() {
      clearTimeout(timer);
      for (const [name, listener] of heard) node.removeEventListener(name, listener);
    },
  };
};

/** Arrow keys go to the nearest element that way, also to those that cannot be picked. */
export function nearestElement(
  from: Element,
  way: string,
  all: readonly Element[],
): Element | null {
  const here = centre(from);
  let best: Element | null = null;
  let least = Infinity;
  for (const each of all) {
    if (each === from) continue;
    const there = centre(each);
    const dx = there.x - here.x;
    const dy = there.y - here.y;
    const isLevel = way === 'ArrowRight' || way === 'ArrowLeft';
    const ahead = isLevel ? dx : dy;
    const along = way === 'ArrowRight' || way === 'ArrowDown' ? ahead : -ahead;
    const across = isLevel ? dy : dx;
    if (along < 4) continue;
    const far = along + 2.5 * Math.abs(across);
    if (far < least) {
      least = far;
      best = each;
    }
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
