// The events of a decision that is pointed at, sorted by where the board shows them.
import { letterOf, resourceOf, SPACES } from './names.ts';
import type { BoardEvent, Colour, Die, Material, Position, Preview, Resource } from './types';

export interface Move {
  die: Die;
  from: number;
  to: number;
  /** Spaces gone, as the face and the two spaces tell. */
  steps: number;
}

export interface Gain {
  resource: Resource | 'prestige';
  amount: number;
}

/** What is shown of a preview. Empty when nothing is pointed at. */
export interface Shown {
  seat: Colour | null;
  move: Move | null;
  /** Of the previewing seat, one entry a resource. */
  gains: Gain[];
  /** Materials that would come into the inventory, and go out of it. */
  comes: Material[];
  goes: Material[];
  /** Change of the previewing seat's marker, in spaces. */
  marker: number;
  rubles: number;
  /** By place. */
  delivered: Map<string, Material[]>;
  completed: Set<string>;
  claimed: Map<string, Colour>;
  ornaments: Map<string, string>;
  reprimands: Map<string, Reprimand>;
  swapped: [number, number] | null;
  /** Workshop spaces that would work, and the one a tile would come to. */
  benches: Set<string>;
  placed: { space: string; tile: string; up: boolean } | null;
}

export interface Reprimand {
  seat: Colour;
  lost: number;
}

/** Places that were completed or decorated by these events. */
export function freshOf(happened: readonly BoardEvent[]): Set<string> {
  const places = new Set<string>();
  for (const event of happened)
    if (event.place && ['completed', 'ornament-set'].includes(event.kind)) places.add(event.place);
  return places;
}

export function show(preview: Preview | null | undefined, position: Position): Shown {
  const shown: Shown = {
    seat: preview?.seat ?? null,
    move: null,
    gains: [],
    comes: [],
    goes: [],
    marker: 0,
    rubles: 0,
    delivered: new Map(),
    completed: new Set(),
    claimed: new Map(),
    ornaments: new Map(),
    reprimands: new Map(),
    swapped: null,
    benches: new Set(),
    placed: null,
  };
  for (const event of preview?.events ?? []) add(shown, event, position);
  return shown;
}

function add(shown: Shown, event: BoardEvent, position: Position): void {
  const own = !event.seat || event.seat === shown.seat;
  const amount = event.amount ?? 1;
  const place = event.place ?? null;
  switch (event.kind) {
    case 'die-moved':
      if (event.die && event.from && event.to) {
        const face = position.dice[event.die][0];
        const extra = (((event.to - event.from - face) % SPACES) + SPACES) % SPACES;
        shown.move = { die: event.die, from: event.from, to: event.to, steps: face + extra };
      }
      break;
    case 'gained':
      if (own && event.resource) gain(shown, event.resource, amount);
      break;
    case 'paid':
      if (own && event.resource) pay(shown, event.resource, amount);
      break;
    case 'prestige-gained':
      if (own) {
        shown.gains.push({ resource: 'prestige', amount });
        shown.marker += event.steps ?? 0;
      }
      break;
    case 'prestige-lost':
      if (own) shown.marker -= event.steps ?? 0;
      break;
    case 'delivered': {
      const letter = letterOf(event.resource ?? '');
      if (place && letter) {
        shown.delivered.set(place, [...(shown.delivered.get(place) ?? []), letter]);
        if (own) shown.goes.push(letter);
      }
      break;
    }
    case 'completed':
      if (place) shown.completed.add(place);
      break;
    case 'claimed':
      if (place && event.seat) shown.claimed.set(place, event.seat);
      break;
    case 'ornament-set':
      if (place && event.ornament) shown.ornaments.set(place, event.ornament);
      break;
    case 'reprimanded':
      if (place && event.seat) {
        const before = shown.reprimands.get(place)?.lost ?? 0;
        shown.reprimands.set(place, { seat: event.seat, lost: before + amount });
        if (own) shown.marker -= amount;
      }
      break;
    case 'tiles-swapped':
      if (event.from && event.to) shown.swapped = [event.from, event.to];
      break;
    case 'tile-activated':
      if (event.space) shown.benches.add(event.space);
      break;
    case 'tile-placed':
      if (event.space && event.tile)
        shown.placed = { space: event.space, tile: event.tile, up: event.side !== 'down' };
      break;
    default: // shows nothing
  }
}

function gain(shown: Shown, name: string, amount: number): void {
  const resource = resourceOf(name);
  if (!resource) return;
  const before = shown.gains.find((each) => each.resource === resource);
  if (before) before.amount += amount;
  else shown.gains.push({ resource, amount });
  const letter = letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) shown.comes.push(letter);
  if (resource === 'recognition') shown.marker += amount;
  if (resource === 'ruble') shown.rubles += amount;
}

function pay(shown: Shown, name: string, amount: number): void {
  const resource = resourceOf(name);
  const letter = resource && letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) shown.goes.push(letter);
  if (resource === 'ruble') shown.rubles -= amount;
}
