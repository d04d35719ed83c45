// Draws motions on the table: with transforms and opacity alone, all of it can be cut short. What
// no motion tells of glides from its former place, where it has `data-flip`.
import { trackCell, diceAt, cellCenter, dieWay, type Point } from './marketLayout.ts';
import {
  SCAFFOLD_FALL_MS,
  BANNER_HOIST_MS,
  DIE_LANDING_MS,
  STOREY_RISE_MS,
  DIE_ROLL_MS,
  type Flight,
  type March,
  type Motion,
  type Rise,
  type Tumble,
  type Walk,
} from './planMotions.ts';
import { AnimationLayer, createSvgElement } from './animationLayer.ts';
import type { Position } from './types';

const GLIDE = 320;
const HOP = 12;
const TILT = 14;
/** What cannot be seen at all is left out by browsers, and painted anew when it can. */
const UNSEEN = 0.002;
const FLAT = 'scale(1.12, .9)';
/** A frame that takes longer is late; two of them in a row end all motion for a while. */
const LATE = 50;
const REST = 4000;

export type Places = Map<string, DOMRect>;

let rested = 0;

/** The host may ask for motion or none with `data-motion` on the root element. */
export function isMotionOff(): boolean {
  const asked = document.documentElement.dataset['motion'];
  if (asked ? asked === 'none' : matchMedia('(prefers-reduced-motion: reduce)').matches)
    return true;
  return document.hidden || performance.now() < rested;
}

/** Where everything is that will glide or that something flies from or to. */
export function measurePlaces(root: HTMLElement, motions: readonly Motion[]): Places {
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
export interface DrawnStep {
  root: HTMLElement;
  from: Position;
  to: Position;
  /** Spaces of the score track. */
  lap: number;
  /** Where things were before it was drawn. */
  was: Places;
}

export function animateStep(step: DrawnStep, motions: readonly Motion[]): Animation[] {
  const { root, was } = step;
  const now = measurePlaces(root, motions);
  const told = new Set(motions.map(flipOf));
  const stage = new AnimationLayer(root);
  for (const element of root.querySelectorAll<SVGGElement>('[data-flip]')) {
    const name = element.dataset['flip'] ?? '';
    const from = was.get(name);
    const to = now.get(name);
    if (from && to && !told.has(name)) glide(stage, element, from, to);
  }
  for (const motion of motions) draw(stage, step, motion, now);
  const running = stage.play();
  watch(running);
  return running;
}

function flipOf(motion: Motion): string {
  if (motion.kind === 'walk') return `die:${motion.die}`;
  if (motion.kind === 'march') return `marker:${motion.seat}`;
  return motion.kind === 'rise' ? `banner:${motion.place}` : '';
}

function draw(stage: AnimationLayer, step: DrawnStep, motion: Motion, now: Places): void {
  const { root, was } = step;
  switch (motion.kind) {
    case 'walk':
      walk(stage, step, motion);
      break;
    case 'tumble':
      tumble(stage, step, motion);
      break;
    case 'march':
      march(stage, step, motion);
      break;
    case 'rise':
      rise(stage, root, motion);
      break;
    case 'fly':
      fly(stage, motion, now, was);
      break;
    case 'dip':
      moveArt('.plank', (unit) => [{}, { transform: `translateY(${2.5 * unit}px)` }, {}]);
      break;
    case 'stamp':
      moveArt('.frown', () => [{ transform: 'scale(1.6)', opacity: UNSEEN }, {}]);
      break;
    case 'adorn': {
      const large = { transform: 'scale(1.35)', opacity: UNSEEN };
      moveArt('.decor', () => [large, { opacity: 1, offset: 0.4 }, {}]);
      break;
    }
    default:
      motion satisfies never;
  }

  /** Parts of a card's drawing along a path, given the pixels of a unit. */
  function moveArt(parts: string, path: (unit: number) => Keyframe[]): void {
    if (!('place' in motion)) return;
    for (const part of artOf(root, motion.place, parts)) {
      const lifted = stage.lift(part);
      if (lifted) stage.move(lifted.copy, path(lifted.unit), motion.at, motion.time);
    }
  }
}

function glide(stage: AnimationLayer, element: SVGGElement, from: DOMRect, to: DOMRect): void {
  const start = stage.middle(from);
  const end = stage.middle(to);
  if (Math.hypot(start.x - end.x, start.y - end.y) < 2) return;
  const easing = 'cubic-bezier(.3,.1,.2,1)';
  const unit = element.parentElement instanceof SVGSVGElement && stage.unitOf(element);
  if (unit) stage.move(element, [shift(start, end, 1 / unit), {}], 0, GLIDE, easing);
  else {
    const moved = stage.lift(element);
    if (moved) stage.move(moved.copy, [shift(start, end), {}], 0, GLIDE, easing);
  }
}

/** Around the ring: its shadow on the ground, the die in hops, which the beads count. */
function walk(stage: AnimationLayer, { root, from, to }: DrawnStep, motion: Walk): void {
  const [shadow, body] = dieOf(root, motion.die);
  if (!shadow || !body) return;
  const group = stage.group();
  stage.lift(shadow, group);
  const die = stage.lift(body, group);
  if (!die) return;
  const end = diceAt(to.dice)[motion.die];
  const way = dieWay(diceAt(from.dice)[motion.die], motion.steps, end);
  const points = 6 * motion.steps;
  const path = Array.from({ length: points + 1 }, (_, index) =>
    shift(way.at((way.sweep * index) / points), end, die.unit),
  );
  const time = motion.time - DIE_LANDING_MS;
  const hop = time / motion.time / motion.steps;
  const hops = Array.from({ length: motion.steps }, (_, index): Keyframe[] => [
    { offset: index * hop, easing: 'ease-out' },
    {
      offset: (index + 0.5) * hop,
      transform: `translateY(${-HOP * die.unit}px) rotate(${index % 2 ? -TILT : TILT}deg)`,
      easing: 'ease-in',
    },
  ]).flat();
  stage.move(group, path, motion.at, time);
  die.copy.style.transformOrigin = '50% 80%';
  const flat = { transform: FLAT, offset: (time + 0.35 * DIE_LANDING_MS) / motion.time };
  const landed = [{ offset: time / motion.time }, flat, { offset: 1 }];
  stage.move(die.copy, [...hops, ...landed], motion.at, motion.time);
  root.querySelectorAll<SVGGraphicsElement>('.passing').forEach((part, index) => {
    const bead = stage.lift(part);
    const passed = ((index + 1) * time) / motion.steps;
    if (bead)
      stage.move(
        bead.copy,
        [{ opacity: UNSEEN }, {}],
        motion.at + Math.min(time, passed),
        DIE_LANDING_MS,
      );
  });
}

/** The old face, three others, and the new one as it lands. */
function tumble(
  stage: AnimationLayer,
  { root, from }: DrawnStep,
  { die, face, at, time }: Tumble,
): void {
  const [, body] = dieOf(root, die);
  const thrown = body && stage.lift(body);
  const shape = thrown?.copy.querySelector('use');
  if (!thrown || !shape) return;
  const [old] = from.dice[die];
  const others = [1, 2, 3, 4, 5, 6].filter((each) => each !== old && each !== face).slice(0, 3);
  const each = DIE_ROLL_MS / others.length;
  const end = at + time;
  const shown = others.map((other, index) => ({ other, begin: at + index * each, until: each }));
  shown.push({ other: face, begin: at + DIE_ROLL_MS, until: time - DIE_ROLL_MS });
  // what is never seen would be painted in each frame
  if (at) shown.unshift({ other: old, begin: 0, until: at });
  for (const { other, begin, until } of shown)
    stage.move(
      copyOf(shape, `#die-${other}`, shape.parentElement ?? thrown.copy),
      during(begin / end, (begin + until) / end),
      0,
      end,
    );
  shape.remove();
  const turn = old > face ? 180 : -180;
  const rolled = DIE_ROLL_MS / time;
  const high = `translateY(${-10 * thrown.unit}px) rotate(${turn / 2}deg)`;
  const path = [
    { easing: 'ease-out' },
    { transform: high, offset: rolled / 2, easing: 'ease-in' },
    { transform: `rotate(${turn}deg)`, offset: rolled },
    { offset: rolled },
    { transform: `translateY(3%) ${FLAT}`, offset: rolled + 0.35 * (1 - rolled) },
    {},
  ];
  stage.move(thrown.copy, path, at, time);
}

/** Seen from one part of the time to another only. */
function during(begin: number, end: number): Keyframe[] {
  return [
    { opacity: UNSEEN, offset: 0 },
    { opacity: UNSEEN, offset: begin },
    { opacity: 1, offset: begin },
    { opacity: 1, offset: end },
    { opacity: UNSEEN, offset: end },
    { opacity: UNSEEN, offset: 1 },
  ];
}

/** From space to space of the score track. */
function march(
  stage: AnimationLayer,
  { root, lap }: DrawnStep,
  { seat, from, to, at, time }: March,
): void {
  const part = root.querySelector<SVGGElement>(`[data-flip="marker:${seat}"]`);
  const marker = part && from !== to ? stage.lift(part) : null;
  if (!marker) return;
  const step = Math.sign(to - from);
  const path: Keyframe[] = [];
  for (let space = from; space !== to; space += step)
    path.push(
      shift(cellCenter(trackCell(space, lap)), cellCenter(trackCell(to, lap)), marker.unit),
    );
  stage.move(marker.copy, [...path, {}], at, time, 'ease-in-out');
}

/** The scaffold falls outwards, the storey rises, the banner runs up its pole. */
function rise(stage: AnimationLayer, root: HTMLElement, { place, at }: Rise): void {
  const [wall] = artOf(root, place, '.wall');
  const shape = wall?.querySelector('use');
  if (!wall || !shape) return;
  const section = /section-(\w+)/.exec(shape.getAttribute('href') ?? '')?.[1] ?? 'dome';
  const fallen = at + SCAFFOLD_FALL_MS;
  const was = stage.lend(createSvgElement('g'));
  wall.before(was);
  stage.move(copyOf(shape, `#plan-${section}`, was), during(0, 1), 0, fallen + STOREY_RISE_MS);
  for (const side of [-1, 1]) {
    const standing = copyOf(shape, `#scaffold-${section}`, was);
    standing.style.cssText = '--scaf: var(--pat); --scaf-brace: var(--c)';
    const post = stage.lift(standing);
    if (!post) continue;
    post.copy.style.transformOrigin = side < 0 ? '0% 100%' : '100% 100%';
    const off = `translateX(${6 * side * post.unit}px) rotate(${16 * side}deg)`;
    stage.move(post.copy, [{}, { transform: off, opacity: UNSEEN }], at, SCAFFOLD_FALL_MS);
  }
  const rising = stage.lift(wall);
  if (rising) {
    rising.copy.style.transformOrigin = '50% 100%';
    const low = { transform: 'scaleY(0)' };
    stage.move(rising.copy, [low, {}], fallen, STOREY_RISE_MS, 'cubic-bezier(.2,.7,.3,1)');
  }
  const flag = root.querySelector<SVGGElement>(`[data-flip="banner:${place}"]`);
  const hoisted = flag && stage.lift(flag);
  if (!hoisted) return;
  const below = { transform: `translateY(${34 * hoisted.unit}px)`, opacity: UNSEEN };
  stage.move(hoisted.copy, [below, {}], fallen + STOREY_RISE_MS, BANNER_HOIST_MS, 'ease-out');
}

function fly(stage: AnimationLayer, motion: Flight, now: Places, was: Places): void {
  const place = (keys: readonly string[]): DOMRect | undefined =>
    keys.map((key) => now.get(key) ?? was.get(key)).find((rect) => rect?.width);
  const from = place(motion.from);
  const to = place(motion.to);
  if (!from || !to) return;
  const at = (rect: DOMRect): string => {
    const { x, y } = stage.middle(rect);
    return `translate(${x}px, ${y}px)`;
  };
  const path = [
    { transform: `${at(from)} scale(1.3)`, opacity: UNSEEN },
    { opacity: 1, offset: 0.1 },
    { transform: `${at(to)} scale(.9)`, opacity: 1, offset: 1 },
    { opacity: UNSEEN, offset: 1 },
  ];
  stage.move(stage.piece(motion.symbol), path, motion.at, motion.time, 'ease-in-out');
}

function shift(at: Point, end: Point, unit = 1): Keyframe {
  return { transform: `translate(${(at.x - end.x) * unit}px, ${(at.y - end.y) * unit}px)` };
}

/** Another symbol in the same place, in a group. */
function copyOf(shape: Element, href: string, into: Element): SVGGElement {
  const copy = shape.cloneNode() as SVGElement;
  copy.removeAttribute('style');
  copy.setAttribute('href', href);
  const group = createSvgElement('g');
  group.append(copy);
  into.append(group);
  return group;
}

/** Its shadow, and itself. */
function dieOf(root: HTMLElement, die: string): (SVGGraphicsElement | null | undefined)[] {
  const drawn = root.querySelector(`[data-flip="die:${die}"]`);
  return ['.shadow', '.hop'].map((part) => drawn?.querySelector<SVGGraphicsElement>(part));
}

function artOf(root: HTMLElement, place: string, parts: string): SVGGraphicsElement[] {
  const card = root.querySelector(`[data-key="card:${place}"]`);
  return [...(card?.parentElement?.querySelectorAll<SVGGraphicsElement>(parts) ?? [])];
}

/** A machine that comes too late with its frames is spared the rest. */
function watch(running: readonly Animation[]): void {
  const [first] = running;
  if (!first) return;
  let last = 0;
  let late = 0;
  const look = (now: number): void => {
    if (first.playState !== 'running') return;
    late = last && now - last > LATE ? late + 1 : 0;
    last = now;
    if (late > 1) {
      rested = now + REST;
      for (const each of running) each.finish();
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
