// The element that the player points at, and whether its explanation stays open.
import type { PointingMethod } from './context';
import { hasKeyboardFocus } from './interaction';
import type { Key } from './types';

/** How long a pointer must rest on an element before the explanation opens. */
const EXPLANATION_DELAY_MS = 350;

export class PointedElement {
  key = $state<Key | null>(null);
  /** A press opened the explanation: it stays while the mouse moves elsewhere. */
  isPinned = $state(false);

  /**
   * Point at an element, or at none (null) when the pointer or the focus leaves. Returns the key
   * that is pointed at: the element in focus counts when the mouse leaves another one.
   */
  point(key: Key | null, method: PointingMethod): Key | null {
    const focused = document.activeElement;
    if (key === null && method === 'hover' && hasKeyboardFocus(focused, '[data-key]'))
      key = focused.getAttribute('data-key') as Key;
    if (!this.isPinned || method === 'press' || (method === 'focus' && key !== null)) {
      this.key = key;
      this.isPinned = method === 'press';
    }
    return key;
  }

  dismiss(): void {
    this.key = null;
    this.isPinned = false;
  }
}

/** Return an object whose `current` becomes true when `isActive` has been true for a while. */
export function createDelay(isActive: () => boolean): { readonly current: boolean } {
  let isOver = $state(false);
  $effect(() => {
    if (!isActive()) {
      isOver = false;
      return;
    }
    const timer = setTimeout(() => (isOver = true), EXPLANATION_DELAY_MS);
    return () => clearTimeout(timer);
  });
  return {
    get current() {
      return isOver;
    },
  };
}
