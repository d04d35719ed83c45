// Finds and moves the keyboard focus on the table screen.
import type { Key } from '../../board/types';

type Focusable = HTMLElement | SVGElement;

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** No element has the focus. */
export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** The player is writing in an element that must keep the focus. */
export function isWriting(): boolean {
  return Boolean(document.activeElement?.closest('[data-keeps-focus]'));
}

/** Whether an event comes from the button that skips the playback. */
export function isSkipButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-do="skip"]') !== null;
}

/** Whether an event comes from a control that is not disabled. */
export function isEnabledControl(target: EventTarget | null): boolean {
  const selector = 'button, a, select, [role="button"]';
  const control = target instanceof Element ? target.closest(selector) : null;
  return control !== null && control.getAttribute('aria-disabled') !== 'true';
}

export function elementOf(root: HTMLElement | undefined, key: Key): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/** The first visible element with one of these keys that can be picked. */
export function firstTarget(
  root: HTMLElement | undefined,
  keys: Iterable<Key>,
): Focusable | undefined {
  return [...keys]
    .flatMap((key) => [
      ...(root?.querySelectorAll<Focusable>(`[data-key="${CSS.escape(key)}"][data-target]`) ?? []),
    ])
    .find(isVisible);
}

/** Focus the next or the previous element that can be picked. */
export function cycleTargets(root: HTMLElement | undefined, step: 1 | -1): void {
  const targets = [...(root?.querySelectorAll<Focusable>('[data-target]') ?? [])].filter(isVisible);
  const index = targets.findIndex((target) => target === document.activeElement);
  const first = step > 0 ? 0 : targets.length - 1;
  const next = index < 0 ? first : (index + step + targets.length) % targets.length;
  targets[next]?.focus();
}
