// A layer above the board for elements that move. A browser can move a whole drawing without
// painting it again, but not an element deep inside one, so the layer moves a copy of it.
import type { Point } from './marketLayout.ts';
import { zoomOf } from './zoom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An animation of one element. Times are in milliseconds. */
interface Movement {
  element: Element;
  path: Keyframe[];
  start: number;
  duration: number;
  easing: string;
}

/** The copy of a part of a drawing, which replaces the part while it moves. */
interface LiftedPart {
  copy: SVGSVGElement;
  /** How many pixels a unit of the drawing has. */
  pixelsPerUnit: number;
}

/**
 * The animations of one step: add them, then call `play`. All of them last until the longest one
 * ends, because the browser composes the whole page again whenever an animation ends.
 */
export class AnimationLayer {
  readonly #root: HTMLElement;
  readonly #rootRect: DOMRect;
  readonly #zoom: number;
  readonly #scroll: Point;
  readonly #movements: Movement[] = [];
  readonly #temporary: Element[] = [];
  /** Each element to append, after its parent. */
  readonly #added: [HTMLElement, Element][] = [];
  readonly #hidden: SVGElement[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#rootRect = root.getBoundingClientRect();
    this.#zoom = zoomOf(root);
    this.#scroll = { x: root.scrollLeft, y: root.scrollTop };
  }

  /**
   * Animate an element from `start` for `duration`. Its first keyframe also holds before the start,
   * and its last one after the end. An empty keyframe means the state without animation.
   */
  move(
    element: Element,
    path: Keyframe[],
    start: number,
    duration: number,
    easing = 'linear',
  ): void {
    this.#movements.push({ element, path, start, duration, easing });
  }

  /** Remove an element when the animations end or are canceled. */
  removeAtEnd<E extends Element>(element: E): E {
    this.#temporary.push(element);
    return element;
  }

  /** Add an HTML element that holds copies and moves them together. */
  addGroup(): HTMLElement {
    const group = this.removeAtEnd(document.createElement('div'));
    group.style.cssText = 'position:absolute;left:0;top:0;z-index:20;pointer-events:none';
    this.#added.push([this.#root, group]);
    return group;
  }

  /** Copy a part of a drawing to its own place on the layer, and hide the part meanwhile. */
  lift(part: SVGGraphicsElement, into: HTMLElement = this.#root): LiftedPart | null {
    const matrix = (part.parentElement as Element as SVGGraphicsElement).getScreenCTM();
    if (!matrix) return null;
    const { a, b, c, d, e, f } = matrix;
    const rect = part.getBoundingClientRect();
    const zoom = this.#zoom;
    const group = createSvgElement('g');
    const transform = [a, b, c, d, e - rect.left, f - rect.top].map((value) => value / zoom);
    group.setAttribute('transform', `matrix(${transform.join(' ')})`);
    const clone = part.cloneNode(true) as SVGGraphicsElement;
    delete clone.dataset['flip'];
    group.append(clone);
    let inner: SVGElement = group;
    let ancestor: Element | null = part.parentElement;
    // the classes of its ancestors set its colors
    for (; ancestor?.parentElement instanceof SVGElement; ancestor = ancestor.parentElement) {
      const outer = createSvgElement('g');
      outer.setAttribute('class', ancestor.getAttribute('class') ?? '');
      outer.append(inner);
      inner = outer;
    }
    const copy = this.removeAtEnd(createSvgElement('svg'));
    copy.setAttribute('class', ancestor?.getAttribute('class') ?? '');
    copy.setAttribute('aria-hidden', 'true');
    const { x, y } = this.#topLeft(rect);
    copy.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${rect.width / zoom}px;height:${rect.height / zoom}px;z-index:20;overflow:visible;pointer-events:none`;
    copy.append(inner);
    this.#added.push([into, copy]);
    this.#hidden.push(part);
    return { copy, pixelsPerUnit: Math.hypot(a, b) / zoom };
  }

  /** Return how many pixels a unit of the drawing has that contains an element. */
  pixelsPerUnit(part: SVGGraphicsElement): number {
    const matrix = part.getScreenCTM();
    return matrix ? Math.hypot(matrix.a, matrix.b) / this.#zoom : 0;
  }

  /** Add a symbol whose center is at the origin of the layer. */
  addSymbol(symbol: string): SVGSVGElement {
    const drawing = this.removeAtEnd(createSvgElement('svg'));
    drawing.setAttribute('width', '26');
    drawing.setAttribute('height', '26');
    drawing.setAttribute('aria-hidden', 'true');
    drawing.style.cssText = 'position:absolute;left:-13px;top:-13px;z-index:20;pointer-events:none';
    const use = createSvgElement('use');
    use.setAttribute('href', `#${symbol}`);
    drawing.append(use);
    this.#added.push([this.#root, drawing]);
    return drawing;
  }

  /** Return the center of a rectangle of the screen, in the coordinates of the layer. */
  centerOf(rect: DOMRect): Point {
    const { x, y } = this.#topLeft(rect);
    return { x: x + rect.width / 2 / this.#zoom, y: y + rect.height / 2 / this.#zoom };
  }

  #topLeft(rect: DOMRect): Point {
    const { left, top } = this.#rootRect;
    return {
      x: (rect.left - left) / this.#zoom + this.#scroll.x,
      y: (rect.top - top) / this.#zoom + this.#scroll.y,
    };
  }

  /** Start all animations. Only now the page changes, so that the measurements stay valid. */
  play(): Animation[] {
    for (const [parent, element] of this.#added) parent.append(element);
    for (const part of this.#hidden) part.style.visibility = 'hidden';
    const total = Math.max(0, ...this.#movements.map(({ start, duration }) => start + duration));
    const running = this.#movements.map((movement) =>
      movement.element.animate(keyframes(movement, total), { duration: total }),
    );
    const clear = (): void => {
      for (const element of this.#temporary) element.remove();
      for (const part of this.#hidden) part.style.visibility = '';
    };
    if (!running.length) clear();
    running[0]?.addEventListener('finish', clear);
    running[0]?.addEventListener('cancel', clear);
    return running;
  }
}

const REST: Keyframe = { transform: 'none', opacity: 1 };

/** Return the keyframes of a movement, stretched over the total duration of the step. */
function keyframes({ path, start, duration, easing }: Movement, total: number): Keyframe[] {
  const used = Object.keys(REST).filter((name) => path.some((frame) => name in frame));
  const rest = Object.fromEntries(used.map((name) => [name, REST[name]]));
  const frames = path.map((frame, index): Keyframe => {
    const offset = frame.offset ?? index / (path.length - 1);
    const isEmpty = !used.some((name) => name in frame);
    const complete = isEmpty ? { ...rest, ...frame } : frame;
    return { easing, ...complete, offset: Math.min(1, (start + offset * duration) / total) };
  });
  const before = { ...frames[0], offset: 0, easing: 'linear' };
  return [before, ...frames, { ...frames.at(-1), offset: 1 }];
}

export function createSvgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}
