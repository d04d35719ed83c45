// Groups the changes that events make by the place where the board draws them. The events belong to
// a previewed decision or to a step of another player.
import { handleEvent, type EventHandlers } from './eventHandlers.ts';
import { letterOf, MARKET_SPACES } from './names.ts';
import type * as wire from '../protocol.gen';
import type { Preview, ShownStep } from './types';

export interface DieMove {
  die: wire.Die;
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
  resource: wire.Resource | 'prestige';
  amount: number;
}

/** The changes that a preview or a step shows. All fields are empty if there is neither. */
export class EventEffects {
  seat: wire.Colour | null = null;
  move: DieMove | null = null;
  /** The gains of the seat, one entry for each resource. */
  gains: Gain[] = [];
  /** A resource that is offered but cannot be received in full. */
  offer: wire.Offer | null = null;
  /** The materials that would enter and leave the inventory of the seat. */
  incoming: wire.Material[] = [];
  outgoing: wire.Material[] = [];
  /** The change of the seat's score marker, in spaces. */
  markerSteps = 0;
  /** The change of the rubles of the seat. */
  rubles = 0;
  /** Materials, colors and ornaments by the place of the card. */
  delivered = new Map<string, wire.Material[]>();
  completed = new Set<string>();
  claimed = new Map<string, wire.Colour>();
  ornaments = new Map<string, string>();
  reprimands = new Map<string, { seat: wire.Colour; lost: number }>();
  /** The market spaces whose resource tiles are swapped. */
  swapped: [number, number] | null = null;
  /** The workshop spaces that are activated, and the tile that is placed. */
  active = new Set<string>();
  placed: { space: string; tile: string; up: boolean } | null = null;
  /** Only for a step: the dice before it, and its market space. */
  diceBefore: wire.Position['dice'] | null = null;
  space: number | null = null;
  /** Only for a step: the materials that have just entered the inventory. */
  received: wire.Material[] = [];
}

/** Return the places that events completed or decorated, and the seat that began a turn. */
export function freshElements(events: readonly wire.Event[]): Set<string> {
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
  position: wire.Position,
): EventEffects {
  const effects = new EventEffects();
  effects.seat = preview?.seat ?? null;
  effects.offer = preview?.offer ?? null;
  for (const event of preview?.events ?? []) {
    handleEvent(CHANGES, event, effects, position);
    if (event.seat === effects.seat) handleEvent(OWN_CHANGES, event, effects);
  }
  return effects;
}

/** The changes that events of any seat make. */
const CHANGES: EventHandlers<[effects: EventEffects, position: wire.Position]> = {
  'die-moved': ({ die, from, to }, effects, { dice }) => {
    const [face] = dice[die];
    effects.move = { die, face, from, to, steps: dieSteps(face, from, to) };
  },
  delivered: ({ place, resource }, { delivered }) => {
    const letter = letterOf(resource);
    if (letter) delivered.set(place, [...(delivered.get(place) ?? []), letter]);
  },
  completed: ({ place }, effects) => effects.completed.add(place),
  claimed: ({ place, seat }, effects) => effects.claimed.set(place, seat),
  'ornament-set': ({ place, ornament }, effects) => effects.ornaments.set(place, ornament),
  reprimanded: ({ place, seat, amount }, { reprimands }) =>
    reprimands.set(place, { seat, lost: (reprimands.get(place)?.lost ?? 0) + amount }),
  'tiles-swapped': ({ first, second }, effects) => (effects.swapped = [first, second]),
  'tile-activated': ({ space }, effects) => effects.active.add(space),
  'tile-placed': ({ space, tile, side }, effects) =>
    (effects.placed = { space, tile, up: side === 'up' }),
  'turn-began': null,
  'ornament-freed': null,
  'ornament-lost': null,
  closed: null,
  'die-blocked': null,
  'die-rolled': null,
  gained: null,
  paid: null,
  'prestige-gained': null,
  'prestige-lost': null,
  'tile-discarded': null,
  'ivan-acted': null,
  'ivan-stored': null,
  'ivan-transported': null,
  'ivan-dealt': null,
  'game-ended': null,
};

/** The changes that events make on the board of their seat. */
const OWN_CHANGES: Partial<EventHandlers<[effects: EventEffects]>> = {
  gained: ({ resource, amount }, effects) => {
    const gain = effects.gains.find((entry) => entry.resource === resource);
    if (gain) gain.amount += amount;
    else effects.gains.push({ resource, amount });
    effects.incoming.push(...unitsOf(resource, amount));
    if (resource === 'recognition') effects.markerSteps += amount;
    if (resource === 'ruble') effects.rubles += amount;
  },
  paid: ({ resource, amount }, effects) => {
    effects.outgoing.push(...unitsOf(resource, amount));
    if (resource === 'ruble') effects.rubles -= amount;
  },
  delivered: ({ resource }, { outgoing }) => outgoing.push(...unitsOf(resource, 1)),
  'prestige-gained': ({ amount, steps }, effects) => {
    effects.gains.push({ resource: 'prestige', amount });
    effects.markerSteps += steps;
  },
  'prestige-lost': ({ steps }, effects) => (effects.markerSteps -= steps),
  reprimanded: ({ amount }, effects) => (effects.markerSteps -= amount),
};

/** Return one letter for each unit of a material; none for another resource. */
function unitsOf(resource: wire.Resource, amount: number): wire.Material[] {
  const letter = letterOf(resource);
  return letter ? Array<wire.Material>(amount).fill(letter) : [];
}
