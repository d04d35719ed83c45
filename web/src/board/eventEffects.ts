// Groups the changes that events make by the place where the board draws them. The events belong to
// a previewed decision or to a step of another player.
import { letterOf, MARKET_SPACES } from './names.ts';
import type {
  Event,
  Colour,
  Die,
  Material,
  Offer,
  Position,
  Preview,
  Resource,
  ShownStep,
} from './types';

export interface DieMove {
  die: Die;
  face: number;
  from: number;
  to: number;
  /** The number of spaces that the die moves. */
  steps: number;
}

/** Return how many spaces a die moves: its face, and the spaces that the player pays for. */
export function dieSteps(face: number, from: number, to: number): number {
  return face + ((((to - from - face) % MARKET_SPACES) + MARKET_SPACES) % MARKET_SPACES);
}

export interface Gain {
  resource: Resource | 'prestige';
  amount: number;
}

/** The changes that a preview or a step shows. All fields are empty if there is neither. */
export class EventEffects {
  seat: Colour | null = null;
  move: DieMove | null = null;
  /** The gains of the seat, one entry for each resource. */
  gains: Gain[] = [];
  /** A resource that is offered but cannot be received in full. */
  offer: Offer | null = null;
  /** The materials that would enter and leave the inventory of the seat. */
  incoming: Material[] = [];
  outgoing: Material[] = [];
  /** The change of the seat's score marker, in spaces. */
  markerSteps = 0;
  /** The change of the rubles of the seat. */
  rubles = 0;
  /** Materials, colors and ornaments by the place of the card. */
  delivered = new Map<string, Material[]>();
  completed = new Set<string>();
  claimed = new Map<string, Colour>();
  ornaments = new Map<string, string>();
  reprimands = new Map<string, { seat: Colour; lost: number }>();
  /** The market spaces whose resource tiles are swapped. */
  swapped: [number, number] | null = null;
  /** The workshop spaces that are activated, and the tile that is placed. */
  active = new Set<string>();
  placed: { space: string; tile: string; up: boolean } | null = null;
  /** Only for a step: the dice before it, and its market space. */
  diceBefore: Position['dice'] | null = null;
  space: number | null = null;
  /** Only for a step: the materials that have just entered the inventory. */
  received: Material[] = [];
}

/** Return the places that events completed or decorated, and the seat that began a turn. */
export function freshElements(events: readonly Event[]): Set<string> {
  const fresh = new Set<string>();
  for (const event of events)
    if (event.kind === 'completed' || event.kind === 'ornament-set') fresh.add(event.place);
    else if (event.kind === 'turn-began') fresh.add(event.seat);
  return fresh;
}

/** Return what a step shows, without the changes that the new position already contains. */
export function stepEffects(step: ShownStep): EventEffects {
  const { space } = step;
  const effects = { ...previewEffects(step, step.from), diceBefore: step.from.dice, space };
  if (!step.isDone) return effects;
  return {
    ...effects,
    received: effects.incoming,
    incoming: [],
    outgoing: [],
    markerSteps: 0,
    delivered: new Map(),
    swapped: null,
    placed: null,
  };
}

/** Return what a previewed decision shows on a position. */
export function previewEffects(
  preview: Preview | null | undefined,
  position: Position,
): EventEffects {
  const effects = new EventEffects();
  effects.seat = preview?.seat ?? null;
  effects.offer = preview?.offer ?? null;
  for (const event of preview?.events ?? []) addEvent(effects, event, position);
  return effects;
}

function addEvent(effects: EventEffects, event: Event, position: Position): void {
  const isOwn = event.seat === effects.seat;
  switch (event.kind) {
    case 'die-moved': {
      const { die, from, to } = event;
      const [face] = position.dice[die];
      effects.move = { die, face, from, to, steps: dieSteps(face, from, to) };
      break;
    }
    case 'gained':
      if (isOwn) addGain(effects, event.resource, event.amount);
      break;
    case 'paid':
      if (isOwn) addPayment(effects, event.resource, event.amount);
      break;
    case 'prestige-gained':
      if (isOwn) {
        effects.gains.push({ resource: 'prestige', amount: event.amount });
        effects.markerSteps += event.steps;
      }
      break;
    case 'prestige-lost':
      if (isOwn) effects.markerSteps -= event.steps;
      break;
    case 'delivered': {
      const letter = letterOf(event.resource);
      if (!letter) break;
      effects.delivered.set(event.place, [...(effects.delivered.get(event.place) ?? []), letter]);
      if (isOwn) effects.outgoing.push(letter);
      break;
    }
    case 'completed':
      effects.completed.add(event.place);
      break;
    case 'claimed':
      effects.claimed.set(event.place, event.seat);
      break;
    case 'ornament-set':
      effects.ornaments.set(event.place, event.ornament);
      break;
    case 'reprimanded': {
      const lost = effects.reprimands.get(event.place)?.lost ?? 0;
      effects.reprimands.set(event.place, { seat: event.seat, lost: lost + event.amount });
      if (isOwn) effects.markerSteps -= event.amount;
      break;
    }
    case 'tiles-swapped':
      effects.swapped = [event.first, event.second];
      break;
    case 'tile-activated':
      effects.active.add(event.space);
      break;
    case 'tile-placed':
      effects.placed = { space: event.space, tile: event.tile, up: event.side === 'up' };
      break;
    case 'turn-began':
    case 'ornament-freed':
    case 'ornament-lost':
    case 'closed':
    case 'die-blocked':
    case 'die-rolled':
    case 'tile-discarded':
    case 'ivan-acted':
    case 'ivan-stored':
    case 'ivan-transported':
    case 'ivan-dealt':
    case 'game-ended':
      break; // no effect to show
    default:
      event satisfies never;
  }
}

function addGain(effects: EventEffects, resource: Resource, amount: number): void {
  const gain = effects.gains.find((entry) => entry.resource === resource);
  if (gain) gain.amount += amount;
  else effects.gains.push({ resource, amount });
  const letter = letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) effects.incoming.push(letter);
  if (resource === 'recognition') effects.markerSteps += amount;
  if (resource === 'ruble') effects.rubles += amount;
}

function addPayment(effects: EventEffects, resource: Resource, amount: number): void {
  const letter = letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) effects.outgoing.push(letter);
  if (resource === 'ruble') effects.rubles -= amount;
}
