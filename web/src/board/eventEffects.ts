// What events show on the board, sorted by where they are drawn: those of a decision that is
// pointed at, or of a step that is told.
import { letterOf, MARKET_SPACES } from './names.ts';
import type {
  BoardEvent,
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
  /** Spaces gone, as the face and the two spaces tell. */
  steps: number;
}

/** Spaces a die goes: what it shows, and those that are paid for. */
export function dieSteps(face: number, from: number, to: number): number {
  return face + ((((to - from - face) % MARKET_SPACES) + MARKET_SPACES) % MARKET_SPACES);
}

export interface Gain {
  resource: Resource | 'prestige';
  amount: number;
}

/** What is shown of a preview. Empty when nothing is pointed at. */
export interface EventEffects {
  seat: Colour | null;
  move: DieMove | null;
  /** Of the previewing seat, one entry a resource. */
  gains: Gain[];
  /** What is offered and cannot all be received. */
  offer: Offer | null;
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
  reprimands: Map<string, { seat: Colour; lost: number }>;
  swapped: [number, number] | null;
  /** Workshop spaces that would work, and the one a tile would come to. */
  active: Set<string>;
  placed: { space: string; tile: string; up: boolean } | null;
  /** Of a step that is told: where all dice stood, and where it happens. */
  dice: Position['dice'] | null;
  space: number | null;
  /** Materials that have just come into the inventory. */
  came: Material[];
}

/** Places that were completed or decorated by these events, and who began a turn. */
export function freshElements(happened: readonly BoardEvent[]): Set<string> {
  const fresh = new Set<string>();
  for (const event of happened)
    if (event.kind === 'completed' || event.kind === 'ornament-set') fresh.add(event.place);
    else if (event.kind === 'turn-began') fresh.add(event.seat);
  return fresh;
}

/** What a step that has happened shows: not what the new position shows by itself. */
export function stepEffects(told: ShownStep): EventEffects {
  const shown = previewEffects(told, told.from);
  const { dice } = told.from;
  const { space } = told;
  if (!told.isDone) return { ...shown, dice, space };
  const { comes: came } = shown;
  const now = { came, comes: [], goes: [], marker: 0, delivered: new Map<string, Material[]>() };
  return { ...shown, dice, space, ...now, swapped: null, placed: null };
}

export function previewEffects(
  preview: Preview | null | undefined,
  position: Position,
): EventEffects {
  const shown: EventEffects = {
    seat: preview?.seat ?? null,
    move: null,
    gains: [],
    offer: preview?.offer ?? null,
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
    active: new Set(),
    placed: null,
    dice: null,
    space: null,
    came: [],
  };
  for (const event of preview?.events ?? []) add(shown, event, position);
  return shown;
}

function add(shown: EventEffects, event: BoardEvent, position: Position): void {
  const own = event.seat === shown.seat;
  switch (event.kind) {
    case 'die-moved': {
      const { die, from, to } = event;
      const [face] = position.dice[die];
      shown.move = { die, face, from, to, steps: dieSteps(face, from, to) };
      break;
    }
    case 'gained':
      if (own) gain(shown, event.resource, event.amount);
      break;
    case 'paid':
      if (own) pay(shown, event.resource, event.amount);
      break;
    case 'prestige-gained':
      if (own) {
        shown.gains.push({ resource: 'prestige', amount: event.amount });
        shown.marker += event.steps;
      }
      break;
    case 'prestige-lost':
      if (own) shown.marker -= event.steps;
      break;
    case 'delivered': {
      const letter = letterOf(event.resource);
      if (!letter) break;
      shown.delivered.set(event.place, [...(shown.delivered.get(event.place) ?? []), letter]);
      if (own) shown.goes.push(letter);
      break;
    }
    case 'completed':
      shown.completed.add(event.place);
      break;
    case 'claimed':
      shown.claimed.set(event.place, event.seat);
      break;
    case 'ornament-set':
      shown.ornaments.set(event.place, event.ornament);
      break;
    case 'reprimanded': {
      const before = shown.reprimands.get(event.place)?.lost ?? 0;
      shown.reprimands.set(event.place, { seat: event.seat, lost: before + event.amount });
      if (own) shown.marker -= event.amount;
      break;
    }
    case 'tiles-swapped':
      shown.swapped = [event.first, event.second];
      break;
    case 'tile-activated':
      shown.active.add(event.space);
      break;
    case 'tile-placed':
      shown.placed = { space: event.space, tile: event.tile, up: event.side === 'up' };
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
      break; // shows nothing
    default:
      event satisfies never;
  }
}

function gain(shown: EventEffects, resource: Resource, amount: number): void {
  const before = shown.gains.find((each) => each.resource === resource);
  if (before) before.amount += amount;
  else shown.gains.push({ resource, amount });
  const letter = letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) shown.comes.push(letter);
  if (resource === 'recognition') shown.marker += amount;
  if (resource === 'ruble') shown.rubles += amount;
}

function pay(shown: EventEffects, resource: Resource, amount: number): void {
  const letter = letterOf(resource);
  if (letter) for (let n = 0; n < amount; n += 1) shown.goes.push(letter);
  if (resource === 'ruble') shown.rubles -= amount;
}
