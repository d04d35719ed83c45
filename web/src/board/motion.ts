// Things move from where they were to where they are. Elements with `data-flip` are followed by
// that name; `happened` sends pieces flying that no element follows. All of it can be cut short.
import { flightsOf } from './events.ts';
import type { BoardEvent, Colour } from './types';

const MOVE = 320;
const FLIGHT = 300;
const STAGGER = 90;

export type Places = Map<string, DOMRect>;

/** The host may ask for motion or none with `data-motion` on the root element. */
export function still(): boolean {
  const asked = document.documentElement.dataset['motion'];
  if (asked) return asked === 'none';
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Where everything is now. */
export function places(root: HTMLElement): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]'))
    found.set(element.dataset['flip'] ?? '', element.getBoundingClientRect());
  for (const element of root.querySelectorAll<HTMLElement>('[data-key]'))
    found.set(element.dataset['key'] ?? '', element.getBoundingClientRect());
  return found;
}

/** Let every followed element glide from its former place. */
export function glide(root: HTMLElement, before: Places): Animation[] {
  const started: Animation[] = [];
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]')) {
    const from = before.get(element.dataset['flip'] ?? '');
    if (!from) continue;
    const to = element.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    if (Math.hypot(dx, dy) < 2) continue;
    const matrix = element.getScreenCTM();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
    started.push(
      element.animate(
        [{ transform: `translate(${dx / scale}px, ${dy / scale}px)` }, { transform: 'none' }],
        { duration: MOVE, easing: 'cubic-bezier(.3,.1,.2,1)' },
      ),
    );
  }
  return started;
}

/** Send the pieces of what happened through the air, one after another. */
export function fly(
  root: HTMLElement,
  happened: readonly BoardEvent[],
  own: Colour,
  before: Places,
): Animation[] {
  const here = root.getBoundingClientRect();
  const after = places(root);
  const at = (keys: readonly string[]): DOMRect | undefined => {
    for (const key of keys) {
      const found = after.get(key) ?? before.get(key);
      if (found && found.width) return found;
    }
    return undefined;
  };
  return flightsOf(happened, own).flatMap((flight, index) => {
    const from = at(flight.from);
    const to = at(flight.to);
    if (!from || !to) return [];
    const piece = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    piece.setAttribute('width', '26');
    piece.setAttribute('height', '26');
    piece.setAttribute('aria-hidden', 'true');
    piece.style.cssText = 'position:absolute;left:-13px;top:-13px;z-index:20;pointer-events:none';
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `#${flight.symbol}`);
    piece.append(use);
    root.append(piece);
    const point = (rect: DOMRect): string =>
      `translate(${rect.left + rect.width / 2 - here.left}px, ${rect.top + rect.height / 2 - here.top}px)`;
    const animation = piece.animate(
      [
        { transform: `${point(from)} scale(1.3)`, opacity: 1 },
        { transform: `${point(to)} scale(.9)`, opacity: 1 },
      ],
      { duration: FLIGHT, delay: index * STAGGER, easing: 'ease-in-out', fill: 'backwards' },
    );
    const gone = (): void => piece.remove();
    animation.addEventListener('finish', gone);
    animation.addEventListener('cancel', gone);
    return [animation];
  });
}
