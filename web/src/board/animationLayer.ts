// What moves over the table, and for how long. A browser moves a drawing, or what is first in it,
// without painting it anew, but not what lies deeper: that is lifted out of it.
import type { Point } from './marketLayout.ts';
import { zoomOf } from './zoom.ts';

const SVG = 'http://www.w3.org/2000/svg';

interface Move {
  element: Element;
  path: Keyframe[];
  at: number;
  time: number;
  easing: string;
}

/** What stands for a part of a drawing while it moves. */
interface Lifted {
  copy: SVGSVGElement;
  /** Pixels of a unit of the drawing. */
  unit: number;
}

/**
 * Everything that moves in a step. All of it lasts until the last has ended: where an animation
 * comes to its end, the browser puts the whole page together anew.
 */
export class AnimationLayer {
  readonly #root: HTMLElement;
  readonly #here: DOMRect;
  readonly #scale: number;
  readonly #scroll: Point;
  readonly #moves: Move[] = [];
  readonly #lent: Element[] = [];
  readonly #added: [HTMLElement, Element][] = [];
  readonly #hidden: SVGElement[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#here = root.getBoundingClientRect();
    this.#scale = zoomOf(root);
    this.#scroll = { x: root.scrollLeft, y: root.scrollTop };
  }

  /** What a path begins with holds before it, what it ends with holds after it. */
  move(element: Element, path: Keyframe[], at: number, time: number, easing = 'linear'): void {
    this.#moves.push({ element, path, at, time, easing });
  }

  /** An element that goes when all is over, or cut short. */
  lend<E extends Element>(element: E): E {
    this.#lent.push(element);
    return element;
  }

  /** A group of what is lifted, over the whole table. */
  group(): HTMLElement {
    const group = this.lend(document.createElement('div'));
    group.style.cssText = 'position:absolute;left:0;top:0;z-index:20;pointer-events:none';
    this.#added.push([this.#root, group]);
    return group;
  }

  /** The same drawing in the same place, over the table; the part itself is hidden meanwhile. */
  lift(part: SVGGraphicsElement, into: HTMLElement = this.#root): Lifted | null {
    const matrix = (part.parentElement as Element as SVGGraphicsElement).getScreenCTM();
    if (!matrix) return null;
    const { a, b, c, d, e, f } = matrix;
    const rect = part.getBoundingClientRect();
    const scale = this.#scale;
    const group = createSvgElement('g');
    const along = [a, b, c, d, e - rect.left, f - rect.top].map((each) => each / scale);
    group.setAttribute('transform', `matrix(${along.join(' ')})`);
    const same = part.cloneNode(true) as SVGGraphicsElement;
    delete same.dataset['flip'];
    group.append(same);
    let inner: SVGElement = group;
    let around: Element | null = part.parentElement;
    // the groups around it decide on its colours
    for (; around?.parentElement instanceof SVGElement; around = around.parentElement) {
      const outer = createSvgElement('g');
      outer.setAttribute('class', around.getAttribute('class') ?? '');
      outer.append(inner);
      inner = outer;
    }
    const copy = this.lend(createSvgElement('svg'));
    copy.setAttribute('class', around?.getAttribute('class') ?? '');
    copy.setAttribute('aria-hidden', 'true');
    const { x, y } = this.#place(rect);
    copy.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${rect.width / scale}px;height:${rect.height / scale}px;z-index:20;overflow:visible;pointer-events:none`;
    copy.append(inner);
    this.#added.push([into, copy]);
    this.#hidden.push(part);
    return { copy, unit: Math.hypot(a, b) / scale };
  }

  /** Pixels of a unit of the drawing that an element is part of. */
  unitOf(part: SVGGraphicsElement): number {
    const matrix = part.getScreenCTM();
    return matrix ? Math.hypot(matrix.a, matrix.b) / this.#scale : 0;
  }

  /** A symbol that goes from the middle of one place to the middle of another. */
  piece(symbol: string): SVGSVGElement {
    const piece = this.lend(createSvgElement('svg'));
    piece.setAttribute('width', '26');
    piece.setAttribute('height', '26');
    piece.setAttribute('aria-hidden', 'true');
    piece.style.cssText = 'position:absolute;left:-13px;top:-13px;z-index:20;pointer-events:none';
    const use = createSvgElement('use');
    use.setAttribute('href', `#${symbol}`);
    piece.append(use);
    this.#added.push([this.#root, piece]);
    return piece;
  }

  /** The middle of a place, within the table. */
  middle(rect: DOMRect): Point {
    const { x, y } = this.#place(rect);
    return { x: x + rect.width / 2 / this.#scale, y: y + rect.height / 2 / this.#scale };
  }

  #place(rect: DOMRect): Point {
    const { left, top } = this.#here;
    return {
      x: (rect.left - left) / this.#scale + this.#scroll.x,
      y: (rect.top - top) / this.#scale + this.#scroll.y,
    };
  }

  /** Only now the page changes: what was measured before would have to be measured anew. */
  play(): Animation[] {
    for (const [into, each] of this.#added) into.append(each);
    for (const part of this.#hidden) part.style.visibility = 'hidden';
    const duration = Math.max(0, ...this.#moves.map(({ at, time }) => at + time));
    const running = this.#moves.map((move) =>
      move.element.animate(keyframes(move, duration), { duration }),
    );
    const clear = (): void => {
      for (const each of this.#lent) each.remove();
      for (const each of this.#hidden) each.style.visibility = '';
    };
    if (!running.length) clear();
    running[0]?.addEventListener('finish', clear);
    running[0]?.addEventListener('cancel', clear);
    return running;
  }
}

const REST_OF: Keyframe = { transform: 'none', opacity: 1 };

/** A path as part of a longer time; an empty keyframe is how the element stands at rest. */
function keyframes({ path, at, time, easing }: Move, duration: number): Keyframe[] {
  const used = Object.keys(REST_OF).filter((name) => path.some((each) => name in each));
  const rest = Object.fromEntries(used.map((name) => [name, REST_OF[name]]));
  const own = path.map((each, index): Keyframe => {
    const part = each.offset ?? index / (path.length - 1);
    const shown = used.some((name) => name in each) ? each : { ...rest, ...each };
    return { easing, ...shown, offset: Math.min(1, (at + part * time) / duration) };
  });
  return [{ ...own[0], offset: 0, easing: 'linear' }, ...own, { ...own.at(-1), offset: 1 }];
}

export function createSvgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}
