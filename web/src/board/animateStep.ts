// Animates the motions of a step on the board, with transforms and opacity only. An element with
// `data-flip` that has no motion glides from its old place to its new one.
import { trackCell, diceAt, cellCenter, dieWay, type Point } from './marketLayout.ts';
import {
  SCAFFOLD_FALL_MS,
  BANNER_HOIST_MS,
  DIE_LANDING_MS,
  STOREY_RISE_MS,
  DIE_ROLL_MS,
  type Flight,
  type MarkerMove,
  type Motion,
  type CardMotion,
  type DieRoll,
  type DieMove,
} from './planMotions.ts';
import { AnimationLayer, createSvgElement } from './animationLayer.ts';
import type { Position } from './types';

const GLIDE_MS = 320;
/** The height of a hop of a die in units of the market, and its tilt in degrees. */
const HOP_HEIGHT = 12;
const HOP_TILT = 14;
/** Looks transparent. Browsers paint an element with opacity 0 only when the opacity changes. */
const INVISIBLE = 0.002;
/** The shape of a die at the moment of landing. */
const SQUASHED_TRANSFORM = 'scale(1.12, .9)';
/** Two frames in a row that take longer than this pause all motion for PAUSE_MS. */
const SLOW_FRAME_MS = 50;
const PAUSE_MS = 4000;

/** Rectangles on the screen by the name of an element (`data-flip`) or by its key. */
export type Places = Map<string, DOMRect>;

let pausedUntil = 0;

/** Return whether motion is off: by `data-motion` of the root element, by the system, or paused. */
export function isMotionOff(): boolean {
  const setting = document.documentElement.dataset['motion'];
  if (setting ? setting === 'none' : matchMedia('(prefers-reduced-motion: reduce)').matches)
    return true;
  return document.hidden || performance.now() < pausedUntil;
}

/** Measure the elements that can glide, and the start and end elements of flights. */
export function measurePlaces(root: HTMLElement, motions: readonly Motion[]): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]'))
    places.set(element.dataset['flip'] ?? '', element.getBoundingClientRect());
  for (const key of flightKeys(motions)) {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (element) places.set(key, element.getBoundingClientRect());
  }
  return places;
}

function flightKeys(motions: readonly Motion[]): Set<string> {
  return new Set(
    motions.flatMap((motion) => (motion.kind === 'fly' ? [...motion.from, ...motion.to] : [])),
  );
}

/** A step from one position to the next, which the page has drawn. */
export interface DrawnStep {
  root: HTMLElement;
  from: Position;
  to: Position;
  /** The number of spaces of the score track. */
  lap: number;
  /** The places before the new position was drawn. */
  placesBefore: Places;
}

/** Start the animations of a step and return them. */
export function animateStep(step: DrawnStep, motions: readonly Motion[]): Animation[] {
  const { root, placesBefore } = step;
  const placesAfter = measurePlaces(root, motions);
  const movedNames = new Set(motions.map(flipName));
  const layer = new AnimationLayer(root);
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]')) {
    const name = element.dataset['flip'] ?? '';
    const from = placesBefore.get(name);
    const to = placesAfter.get(name);
    if (from && to && !movedNames.has(name)) glide(layer, element, from, to);
  }
  for (const motion of motions) animateMotion(layer, step, motion, placesAfter);
  const running = layer.play();
  pauseIfSlow(running);
  return running;
}

function flipName(motion: Motion): string {
  if (motion.kind === 'move-die') return `die:${motion.die}`;
  if (motion.kind === 'move-marker') return `marker:${motion.seat}`;
  return motion.kind === 'build' ? `banner:${motion.place}` : '';
}

function animateMotion(
  layer: AnimationLayer,
  step: DrawnStep,
  motion: Motion,
  after: Places,
): void {
  const { root } = step;
  switch (motion.kind) {
    case 'move-die':
      return moveDie(layer, step, motion);
    case 'roll-die':
      return rollDie(layer, step, motion);
    case 'move-marker':
      return moveMarker(layer, step, motion);
    case 'build':
      return buildStorey(layer, root, motion);
    case 'fly':
      return fly(layer, motion, after, step.placesBefore);
    case 'dip-plank':
      return moveArt('.plank', (unit) => [{}, { transform: `translateY(${2.5 * unit}px)` }, {}]);
    case 'reprimand':
      return moveArt('.frown', () => [{ transform: 'scale(1.6)', opacity: INVISIBLE }, {}]);
    case 'decorate': {
      const large = { transform: 'scale(1.35)', opacity: INVISIBLE };
      return moveArt('.decor', () => [large, { opacity: 1, offset: 0.4 }, {}]);
    }
    default:
      motion satisfies never;
  }

  /** Move parts of the drawing of a card. `path` receives the pixels per unit of the drawing. */
  function moveArt(selector: string, path: (unit: number) => Keyframe[]): void {
    if (!('place' in motion)) return;
    for (const part of cardParts(root, motion.place, selector)) {
      const lifted = layer.lift(part);
      if (lifted)
        layer.move(lifted.copy, path(lifted.pixelsPerUnit), motion.start, motion.duration);
    }
  }
}

/** Move an element from its old place to its new one. */
function glide(layer: AnimationLayer, element: SVGGElement, from: DOMRect, to: DOMRect): void {
  const start = layer.centerOf(from);
  const end = layer.centerOf(to);
  if (Math.hypot(start.x - end.x, start.y - end.y) < 2) return;
  const easing = 'cubic-bezier(.3,.1,.2,1)';
  const unit = element.parentElement instanceof SVGSVGElement && layer.pixelsPerUnit(element);
  if (unit) layer.move(element, [shift(start, end, 1 / unit), {}], 0, GLIDE_MS, easing);
  else {
    const moved = layer.lift(element);
    if (moved) layer.move(moved.copy, [shift(start, end), {}], 0, GLIDE_MS, easing);
  }
}

/** Move a die along the market in hops; its shadow stays on the ground. */
function moveDie(layer: AnimationLayer, { root, from, to }: DrawnStep, motion: DieMove): void {
  const [shadow, body] = dieOf(root, motion.die);
  if (!shadow || !body) return;
  const group = layer.addGroup();
  layer.lift(shadow, group);
  const die = layer.lift(body, group);
  if (!die) return;
  const end = diceAt(to.dice)[motion.die];
  const way = dieWay(diceAt(from.dice)[motion.die], motion.steps, end);
  const points = 6 * motion.steps;
  const path = Array.from({ length: points + 1 }, (_, index) =>
    shift(way.at((way.sweep * index) / points), end, die.pixelsPerUnit),
  );
  const time = motion.duration - DIE_LANDING_MS;
  const hop = time / motion.duration / motion.steps;
  const hops = Array.from({ length: motion.steps }, (_, index): Keyframe[] => [
    { offset: index * hop, easing: 'ease-out' },
    {
      offset: (index + 0.5) * hop,
      transform: `translateY(${-HOP_HEIGHT * die.pixelsPerUnit}px) rotate(${index % 2 ? -HOP_TILT : HOP_TILT}deg)`,
      easing: 'ease-in',
    },
  ]).flat();
  layer.move(group, path, motion.start, time);
  die.copy.style.transformOrigin = '50% 80%';
  const flat = {
    transform: SQUASHED_TRANSFORM,
    offset: (time + 0.35 * DIE_LANDING_MS) / motion.duration,
  };
  const landed = [{ offset: time / motion.duration }, flat, { offset: 1 }];
  layer.move(die.copy, [...hops, ...landed], motion.start, motion.duration);
  root.querySelectorAll<SVGGraphicsElement>('.passing').forEach((part, index) => {
    const stepNumber = layer.lift(part);
    const passed = ((index + 1) * time) / motion.steps;
    const start = motion.start + Math.min(time, passed);
    if (stepNumber)
      layer.move(stepNumber.copy, [{ opacity: INVISIBLE }, {}], start, DIE_LANDING_MS);
  });
}

/** Roll a die: show the old face, three other faces, and the new face at the landing. */
function rollDie(
  layer: AnimationLayer,
  { root, from }: DrawnStep,
  { die, face, start, duration }: DieRoll,
): void {
  const [, body] = dieOf(root, die);
  const thrown = body && layer.lift(body);
  const shape = thrown?.copy.querySelector('use');
  if (!thrown || !shape) return;
  const [old] = from.dice[die];
  const otherFaces = [1, 2, 3, 4, 5, 6]
    .filter((value) => value !== old && value !== face)
    .slice(0, 3);
  const faceDuration = DIE_ROLL_MS / otherFaces.length;
  const end = start + duration;
  const faces = otherFaces.map((shownFace, index) => ({
    shownFace,
    begin: start + index * faceDuration,
    shownFor: faceDuration,
  }));
  faces.push({ shownFace: face, begin: start + DIE_ROLL_MS, shownFor: duration - DIE_ROLL_MS });
  // The browser would also paint a copy that is never visible, so add the old face only if needed.
  if (start) faces.unshift({ shownFace: old, begin: 0, shownFor: start });
  for (const { shownFace, begin, shownFor } of faces) {
    const copy = addCopy(shape, `#die-${shownFace}`, shape.parentElement ?? thrown.copy);
    layer.move(copy, visibleBetween(begin / end, (begin + shownFor) / end), 0, end);
  }
  shape.remove();
  const turn = old > face ? 180 : -180;
  const rolled = DIE_ROLL_MS / duration;
  const high = `translateY(${-10 * thrown.pixelsPerUnit}px) rotate(${turn / 2}deg)`;
  const path = [
    { easing: 'ease-out' },
    { transform: high, offset: rolled / 2, easing: 'ease-in' },
    { transform: `rotate(${turn}deg)`, offset: rolled },
    { offset: rolled },
    { transform: `translateY(3%) ${SQUASHED_TRANSFORM}`, offset: rolled + 0.35 * (1 - rolled) },
    {},
  ];
  layer.move(thrown.copy, path, start, duration);
}

/** Return keyframes that show an element only between two offsets. */
function visibleBetween(begin: number, end: number): Keyframe[] {
  return [
    { opacity: INVISIBLE, offset: 0 },
    { opacity: INVISIBLE, offset: begin },
    { opacity: 1, offset: begin },
    { opacity: 1, offset: end },
    { opacity: INVISIBLE, offset: end },
    { opacity: INVISIBLE, offset: 1 },
  ];
}

/** Move a score marker from space to space. */
function moveMarker(
  layer: AnimationLayer,
  { root, lap }: DrawnStep,
  { seat, from, to, start, duration }: MarkerMove,
): void {
  const part = root.querySelector<SVGGElement>(`[data-flip="marker:${seat}"]`);
  const marker = part && from !== to ? layer.lift(part) : null;
  if (!marker) return;
  const step = Math.sign(to - from);
  const path: Keyframe[] = [];
  const end = cellCenter(trackCell(to, lap));
  for (let space = from; space !== to; space += step)
    path.push(shift(cellCenter(trackCell(space, lap)), end, marker.pixelsPerUnit));
  layer.move(marker.copy, [...path, {}], start, duration, 'ease-in-out');
}

/** Build a storey: its scaffold falls outwards, the storey rises, and its banner is hoisted. */
function buildStorey(layer: AnimationLayer, root: HTMLElement, { place, start }: CardMotion): void {
  const [wall] = cardParts(root, place, '.wall');
  const shape = wall?.querySelector('use');
  if (!wall || !shape) return;
  const section = /section-(\w+)/.exec(shape.getAttribute('href') ?? '')?.[1] ?? 'dome';
  const fallEnd = start + SCAFFOLD_FALL_MS;
  const ground = layer.removeAtEnd(createSvgElement('g'));
  wall.before(ground);
  const plan = addCopy(shape, `#plan-${section}`, ground);
  layer.move(plan, visibleBetween(0, 1), 0, fallEnd + STOREY_RISE_MS);
  for (const side of [-1, 1]) {
    const standing = addCopy(shape, `#scaffold-${section}`, ground);
    standing.style.cssText = '--scaf: var(--pat); --scaf-brace: var(--c)';
    const post = layer.lift(standing);
    if (!post) continue;
    post.copy.style.transformOrigin = side < 0 ? '0% 100%' : '100% 100%';
    const off = `translateX(${6 * side * post.pixelsPerUnit}px) rotate(${16 * side}deg)`;
    layer.move(post.copy, [{}, { transform: off, opacity: INVISIBLE }], start, SCAFFOLD_FALL_MS);
  }
  const rising = layer.lift(wall);
  if (rising) {
    rising.copy.style.transformOrigin = '50% 100%';
    const low = { transform: 'scaleY(0)' };
    layer.move(rising.copy, [low, {}], fallEnd, STOREY_RISE_MS, 'cubic-bezier(.2,.7,.3,1)');
  }
  const flag = root.querySelector<SVGGElement>(`[data-flip="banner:${place}"]`);
  const hoisted = flag && layer.lift(flag);
  if (!hoisted) return;
  const below = {
    transform: `translateY(${34 * hoisted.pixelsPerUnit}px)`,
    opacity: INVISIBLE,
  };
  layer.move(hoisted.copy, [below, {}], fallEnd + STOREY_RISE_MS, BANNER_HOIST_MS, 'ease-out');
}

/** Move a piece from one place to another. */
function fly(layer: AnimationLayer, motion: Flight, after: Places, before: Places): void {
  const place = (keys: readonly string[]): DOMRect | undefined =>
    keys.map((key) => after.get(key) ?? before.get(key)).find((rect) => rect?.width);
  const from = place(motion.from);
  const to = place(motion.to);
  if (!from || !to) return;
  const at = (rect: DOMRect): string => {
    const { x, y } = layer.centerOf(rect);
    return `translate(${x}px, ${y}px)`;
  };
  const path = [
    { transform: `${at(from)} scale(1.3)`, opacity: INVISIBLE },
    { opacity: 1, offset: 0.1 },
    { transform: `${at(to)} scale(.9)`, opacity: 1, offset: 1 },
    { opacity: INVISIBLE, offset: 1 },
  ];
  layer.move(layer.addSymbol(motion.symbol), path, motion.start, motion.duration, 'ease-in-out');
}

/** Return the keyframe that draws an element whose place is `end` at another point. */
function shift(at: Point, end: Point, unit = 1): Keyframe {
  return { transform: `translate(${(at.x - end.x) * unit}px, ${(at.y - end.y) * unit}px)` };
}

/** Add another symbol at the place of a `use` element, inside a new group. */
function addCopy(shape: Element, href: string, into: Element): SVGGElement {
  const copy = shape.cloneNode() as SVGElement;
  copy.removeAttribute('style');
  copy.setAttribute('href', href);
  const group = createSvgElement('g');
  group.append(copy);
  into.append(group);
  return group;
}

/** Return the shadow and the body of a die. */
function dieOf(root: HTMLElement, die: string): (SVGGraphicsElement | null | undefined)[] {
  const drawing = root.querySelector(`[data-flip="die:${die}"]`);
  return ['.shadow', '.hop'].map((part) => drawing?.querySelector<SVGGraphicsElement>(part));
}

function cardParts(root: HTMLElement, place: string, selector: string): SVGGraphicsElement[] {
  const card = root.querySelector(`[data-key="card:${place}"]`);
  return [...(card?.parentElement?.querySelectorAll<SVGGraphicsElement>(selector) ?? [])];
}

/** Finish the animations and pause all motion if the machine is too slow for them. */
function pauseIfSlow(running: readonly Animation[]): void {
  const [first] = running;
  if (!first) return;
  let lastFrame = 0;
  let slowFrames = 0;
  const checkFrame = (now: number): void => {
    if (first.playState !== 'running') return;
    slowFrames = lastFrame && now - lastFrame > SLOW_FRAME_MS ? slowFrames + 1 : 0;
    lastFrame = now;
    if (slowFrames > 1) {
      pausedUntil = now + PAUSE_MS;
      for (const animation of running) animation.finish();
    } else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
