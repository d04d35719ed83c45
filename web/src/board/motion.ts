// Draws motions on the table: with transforms and opacity alone, all of it can be cut short. What
// no motion tells of glides from its former place, where it has `data-flip`.
import { cellOf, diceAt, wayOf, type Point } from './market.ts';
import {
  FALL,
  HOIST,
  LAND,
  RISE,
  ROLL,
  type Flight,
  type March,
  type Motion,
  type Rise,
  type Tumble,
  type Walk,
} from './motions.ts';
import { scaleOf } from './scale.ts';
import type { Position } from './types';

const GLIDE = 320;
const HOP = 12;
const TILT = 14;
const SVG = 'http://www.w3.org/2000/svg';
/** A frame that takes longer is late; two of them in a row end all motion for a while. */
const LATE = 50;
const REST = 4000;

export type Places = Map<string, DOMRect>;

let rested = 0;

/** The host may ask for motion or none with `data-motion` on the root element. */
export function still(): boolean {
  const asked = document.documentElement.dataset['motion'];
  if (asked ? asked === 'none' : matchMedia('(prefers-reduced-motion: reduce)').matches)
    return true;
  return document.hidden || performance.now() < rested;
}

/** Where everything is that will glide or that something flies from or to. */
export function places(root: HTMLElement, motions: readonly Motion[]): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]'))
    found.set(element.dataset['flip'] ?? '', element.getBoundingClientRect());
  for (const key of keysOf(motions)) {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (element) found.set(key, element.getBoundingClientRect());
  }
  return found;
}

function keysOf(motions: readonly Motion[]): Set<string> {
  return new Set(
    motions.flatMap((motion) => (motion.kind === 'fly' ? [...motion.from, ...motion.to] : [])),
  );
}

/** A step from one position to the next, already drawn. */
export interface Step {
  root: HTMLElement;
  from: Position;
  to: Position;
  /** Spaces of the score track. */
  lap: number;
  /** Where things were before it was drawn. */
  was: Places;
}

export function perform(step: Step, motions: readonly Motion[]): Animation[] {
  const { root, was } = step;
  const now = places(root, motions);
  const told = new Set(motions.map(flipOf));
  const started: Animation[] = [];
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]')) {
    const name = element.dataset['flip'] ?? '';
    const from = was.get(name);
    const to = now.get(name);
    if (from && to && !told.has(name)) started.push(...glide(element, from, to));
  }
  for (const motion of motions) started.push(...draw(step, motion, now));
  watch(started);
  return started;
}

/** What a motion moves itself. */
function flipOf(motion: Motion): string {
  if (motion.kind === 'walk') return `die:${motion.die}`;
  if (motion.kind === 'march') return `marker:${motion.seat}`;
  return motion.kind === 'rise' ? `banner:${motion.place}` : '';
}

function draw(step: Step, motion: Motion, now: Places): Animation[] {
  const { root, was } = step;
  switch (motion.kind) {
    case 'walk':
      return walk(step, motion);
    case 'tumble':
      return tumble(step, motion);
    case 'march':
      return march(step, motion);
    case 'rise':
      return rise(root, motion);
    case 'fly':
      return fly(root, motion, now, was);
    case 'dip':
      return [...artOf(root, motion.place, 'use[href="#plank"]')].map((plank) =>
        move(plank, [{}, { transform: 'translateY(2.5px)' }, {}], motion.at, motion.time),
      );
    case 'stamp':
      return [...artOf(root, motion.place, '.frown')].map((frown) => {
        pivot(frown, '50% 50%');
        return move(frown, [{ transform: 'scale(1.6)', opacity: 0 }, {}], motion.at, motion.time);
      });
    case 'adorn':
      return [...artOf(root, motion.place, '.decor')].map((decor) => {
        pivot(decor, '50% 50%');
        const large = { transform: 'scale(1.35)', opacity: 0 };
        return move(decor, [large, { opacity: 1, offset: 0.4 }, {}], motion.at, motion.time);
      });
    default:
      return motion satisfies never;
  }
}

// ---- the single motions ----------------------------------------------------------------------

function glide(element: SVGGElement, from: DOMRect, to: DOMRect): Animation[] {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(dx, dy) < 2) return [];
  const matrix = element.getScreenCTM();
  const scale = matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
  const start = { transform: `translate(${dx / scale}px, ${dy / scale}px)` };
  return [move(element, [start, {}], 0, GLIDE, 'cubic-bezier(.3,.1,.2,1)')];
}

/** Around the ring: its shadow on the ground, the die in hops. */
function walk({ root, from, to }: Step, motion: Walk): Animation[] {
  const { ground, body } = dieOf(root, motion.die);
  if (!ground || !body) return [];
  const end = diceAt(to.dice)[motion.die];
  const way = wayOf(diceAt(from.dice)[motion.die], motion.steps, end);
  const points = 6 * motion.steps;
  const path = Array.from({ length: points + 1 }, (_, index) =>
    shift(way.at((way.sweep * index) / points), end),
  );
  const hops = Array.from({ length: motion.steps }, (_, index): Keyframe[] => [
    { transform: 'none', easing: 'ease-out' },
    {
      transform: `translateY(${-HOP}px) rotate(${index % 2 ? -TILT : TILT}deg)`,
      easing: 'ease-in',
    },
  ]).flat();
  const time = motion.time - LAND;
  pivot(body, '50% 80%');
  return [
    move(ground, path, motion.at, time),
    move(body, [...hops, {}], motion.at, time),
    land(body, motion.at + time),
  ];
}

/** The old face, three others, and the new one as it lands. */
function tumble({ root, from }: Step, { die, face, at, time }: Tumble): Animation[] {
  const { body } = dieOf(root, die);
  const shape = body?.querySelector('use');
  if (!body || !shape) return [];
  const [old] = from.dice[die];
  const others = [1, 2, 3, 4, 5, 6].filter((each) => each !== old && each !== face).slice(0, 3);
  const end = at + ROLL;
  const each = ROLL / others.length;
  const air = svg('g');
  body.after(air);
  pivot(air, '50% 50%');
  pivot(body, '50% 80%');
  const faces = [old, ...others].map((shown, index) => {
    const copy = copyOf(shape, `#die-${shown}`, air);
    const begin = index ? at + (index - 1) * each : 0;
    return move(copy, during(begin / end, (index ? begin + each : at) / end), 0, end);
  });
  const turn = old > face ? 180 : -180;
  const high = { transform: `translateY(-10px) rotate(${turn / 2}deg)`, easing: 'ease-in' };
  const thrown = [{ easing: 'ease-out' }, high, { transform: `rotate(${turn}deg)` }];
  const hidden = move(body, [{ opacity: 0 }, { opacity: 0 }], 0, end);
  leave(hidden, air);
  return [...faces, move(air, thrown, at, ROLL), hidden, land(body, at + time - LAND)];
}

/** Seen from one part of the time to another only. */
function during(begin: number, end: number): Keyframe[] {
  return [
    { opacity: 0, offset: 0 },
    { opacity: 0, offset: begin },
    { opacity: 1, offset: begin },
    { opacity: 1, offset: end },
    { opacity: 0, offset: end },
    { opacity: 0, offset: 1 },
  ];
}

function land(body: Element, at: number): Animation {
  const flat = { transform: 'scale(1.12, .9)', offset: 0.35 };
  return move(body, [{}, flat, {}], at, LAND);
}

/** From space to space of the score track. */
function march({ root, lap }: Step, { seat, from, to, at, time }: March): Animation[] {
  const marker = root.querySelector<SVGGElement>(`[data-flip="marker:${seat}"]`);
  if (!marker || from === to) return [];
  const step = Math.sign(to - from);
  const path: Keyframe[] = [];
  for (let space = from; space !== to; space += step)
    path.push({ ...shift(middle(space, lap), middle(to, lap)), easing: 'ease-in-out' });
  return [move(marker, [...path, {}], at, time)];
}

function middle(space: number, lap: number): Point {
  const { x, y, width, height } = cellOf(space, lap);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The scaffold falls outwards, the storey rises, the banner runs up its pole. */
function rise(root: HTMLElement, { place, at }: Rise): Animation[] {
  const [wall] = artOf(root, place, '.wall');
  const shape = wall?.querySelector('use');
  if (!wall || !shape) return [];
  const section = /section-(\w+)/.exec(shape.getAttribute('href') ?? '')?.[1] ?? 'dome';
  const was = svg('g');
  wall.before(was);
  copyOf(shape, `#plan-${section}`, was);
  const fallen = at + FALL;
  const posts = [-1, 1].map((side) => {
    const post = copyOf(shape, `#scaffold-${section}`, was);
    post.style.cssText = '--scaf: var(--pat); --scaf-brace: var(--c)';
    pivot(post, side < 0 ? '0% 100%' : '100% 100%');
    const off = `translateX(${6 * side}px) rotate(${16 * side}deg)`;
    const upright = { transform: 'none', opacity: 1 };
    const fall = [upright, { ...upright, offset: at / fallen }, { transform: off, opacity: 0 }];
    return move(post, fall, 0, fallen, 'linear', 'both');
  });
  pivot(wall, '50% 100%');
  const low = { transform: 'scaleY(0)' };
  const risen = move(wall, [low, {}], fallen, RISE, 'cubic-bezier(.2,.7,.3,1)');
  leave(risen, was);
  const banner = root.querySelector<SVGElement>(`[data-flip="banner:${place}"]`);
  const below = { transform: 'translateY(34px)', opacity: 0 };
  const hoisted = banner ? [move(banner, [below, {}], fallen + RISE, HOIST, 'ease-out')] : [];
  return [...posts, risen, ...hoisted];
}

function fly(root: HTMLElement, motion: Flight, now: Places, was: Places): Animation[] {
  const place = (keys: readonly string[]): DOMRect | undefined =>
    keys.map((key) => now.get(key) ?? was.get(key)).find((rect) => rect?.width);
  const from = place(motion.from);
  const to = place(motion.to);
  if (!from || !to) return [];
  const here = root.getBoundingClientRect();
  const scale = scaleOf(root);
  const piece = svg('svg');
  piece.setAttribute('width', '26');
  piece.setAttribute('height', '26');
  piece.setAttribute('aria-hidden', 'true');
  piece.style.cssText = 'position:absolute;left:-13px;top:-13px;z-index:20;pointer-events:none';
  const use = svg('use');
  use.setAttribute('href', `#${motion.symbol}`);
  piece.append(use);
  root.append(piece);
  const point = (rect: DOMRect): string =>
    `translate(${(rect.left + rect.width / 2 - here.left) / scale}px, ${(rect.top + rect.height / 2 - here.top) / scale}px)`;
  const animation = move(
    piece,
    [
      { transform: `${point(from)} scale(1.3)`, opacity: 0 },
      { opacity: 1, offset: 0.1 },
      { transform: `${point(to)} scale(.9)`, opacity: 1 },
    ],
    motion.at,
    motion.time,
    'ease-in-out',
  );
  leave(animation, piece);
  return [animation];
}

// ---- what they share -------------------------------------------------------------------------

function move(
  element: Element,
  path: Keyframe[],
  delay: number,
  duration: number,
  easing = 'linear',
  fill: FillMode = 'backwards',
): Animation {
  return element.animate(path, { delay, duration, easing, fill });
}

/** Elements go when an animation ends, or is cut short. */
function leave(animation: Animation, ...elements: Element[]): void {
  const gone = (): void => elements.forEach((each) => each.remove());
  animation.addEventListener('finish', gone);
  animation.addEventListener('cancel', gone);
}

/** About what a drawing turns and grows. */
function pivot(element: Element, origin: string): void {
  if (!(element instanceof SVGElement)) return;
  element.style.transformBox = 'fill-box';
  element.style.transformOrigin = origin;
}

function shift(at: Point, end: Point): Keyframe {
  return { transform: `translate(${at.x - end.x}px, ${at.y - end.y}px)` };
}

function svg<K extends keyof SVGElementTagNameMap>(name: K): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}

/** Another symbol in the same place. */
function copyOf(shape: Element, href: string, into: Element): SVGElement {
  const copy = shape.cloneNode() as SVGElement;
  copy.removeAttribute('style');
  copy.setAttribute('href', href);
  into.append(copy);
  return copy;
}

function dieOf(root: HTMLElement, die: string): { ground: Element | null; body: Element | null } {
  const ground = root.querySelector(`[data-flip="die:${die}"]`);
  return { ground, body: ground?.querySelector('.hop') ?? null };
}

/** Parts of the drawing of a card. */
function artOf(root: HTMLElement, place: string, parts: string): Element[] {
  const card = root.querySelector(`[data-key="card:${place}"]`);
  return [...(card?.parentElement?.querySelectorAll(parts) ?? [])];
}

/** A machine that comes too late with its frames is spared the rest. */
function watch(running: readonly Animation[]): void {
  if (!running.length) return;
  let last = 0;
  let late = 0;
  const look = (now: number): void => {
    if (!running.some((each) => each.playState === 'running')) return;
    late = last && now - last > LATE ? late + 1 : 0;
    last = now;
    if (late > 1) {
      rested = now + REST;
      for (const each of running) each.finish();
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
