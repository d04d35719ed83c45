// Plans the motions of a step: takes its events and returns what moves, when, and for how long.
// It draws nothing; animateStep.ts does.
import { dieSteps } from './eventEffects.ts';
import { handleEvent, type EventHandlers, type EventOf } from './eventHandlers.ts';
import { letterOf, symbolOf } from './names.ts';
import type { Colour, Die, Event, Gained, Position, Resource } from './types';

/** Durations in milliseconds; `NEXT_` is the delay after the previous one. */
export const DIE_SPACE_MS = 110;
export const MAX_DIE_WAY_MS = 700;
export const DIE_LANDING_MS = 120;
export const DIE_ROLL_MS = 240;
export const NEXT_DIE_MS = 60;
export const FLIGHT_MS = 300;
export const NEXT_PIECE_MS = 90;
export const PLANK_DIP_MS = 160;
export const SCAFFOLD_FALL_MS = 200;
export const STOREY_RISE_MS = 350;
export const BANNER_HOIST_MS = 200;
export const REPRIMAND_MS = 120;
export const ORNAMENT_MS = 500;
export const MARKER_SPACE_MS = 40;
/** At most this many pieces fly in a step, and this many for one event. */
const MAX_PIECES = 12;
const MAX_PIECES_OF_EVENT = 4;

interface Timed {
  /** The seat that caused the motion, or the owner of the marker. */
  seat: Colour;
  start: number;
  duration: number;
}
/** A die moves along the market, space by space, and lands. */
export interface DieMove extends Timed {
  kind: 'move-die';
  die: Die;
  from: number;
  to: number;
  steps: number;
}
export interface DieRoll extends Timed {
  kind: 'roll-die';
  die: Die;
  face: number;
}
/** A piece flies between two elements: the first of `from` and of `to` that the page draws. */
export interface Flight extends Timed {
  kind: 'fly';
  symbol: string;
  from: string[];
  to: string[];
}
type CardMotionKind = 'dip-plank' | 'build' | 'reprimand' | 'decorate';
/** A motion on a cathedral card. */
export interface CardMotion<Kind = CardMotionKind> extends Timed {
  kind: Kind;
  place: string;
}
/** A score marker moves along the track; backwards if `to` is less than `from`. */
export interface MarkerMove extends Timed {
  kind: 'move-marker';
  from: number;
  to: number;
}
export type Motion =
  | DieMove
  | DieRoll
  | Flight
  | MarkerMove
  | { [Kind in CardMotionKind]: CardMotion<Kind> }[CardMotionKind];
type CardEvent = Extract<Event, { place: string }>;

/**
 * Return the motions of the events that followed a position, in their order. `own` is the seat
 * whose board is large: its pieces fly from and to that board, those of others from their panel.
 */
export function planMotions(events: readonly Event[], before: Position, own: Colour): Motion[] {
  const motions: Motion[] = [];
  const markerMoves = new Map<Colour, MarkerMove>();
  let now = 0;
  /** The elements that gains fly from, and the card of Ivan that acts. */
  let source: string[] = [];
  let ivan: string[] = [];
  let pieces = 0;
  let rolled = 0;
  /** Return where the pieces of a seat are drawn. */
  const boardKeys = (seat: Colour, ...keys: string[]): string[] =>
    seat === own ? keys : [`seat:${seat}`, ...ivan];
  const endOfMotions = (): number =>
    motions.reduce((latest, { start, duration }) => Math.max(latest, start + duration), now);

  function fly(seat: Colour, symbol: string, from: string[], to: string[], count = 1): void {
    for (let n = 0; n < Math.min(MAX_PIECES_OF_EVENT, count) && pieces < MAX_PIECES; n += 1) {
      motions.push({ kind: 'fly', seat, symbol, from, to, start: now, duration: FLIGHT_MS });
      now += NEXT_PIECE_MS;
      pieces += 1;
    }
  }
  function moveOnCard(
    kind: CardMotionKind,
    event: CardEvent,
    start: number,
    duration: number,
  ): void {
    motions.push({ kind, seat: event.seat, place: event.place, start, duration });
  }
  function takeFromWorkshop({ seat, space }: EventOf<'tile-activated' | 'tile-placed'>): void {
    source = boardKeys(seat, `workshop:${space}`);
  }
  /** Move a marker, in one motion for all its changes. */
  function moveMarker(seat: Colour, spaces: number, start: number): void {
    const earlierMove = markerMoves.get(seat);
    const score = before.seats.find(({ colour }) => colour === seat)?.score ?? 0;
    const from = earlierMove?.from ?? score;
    const to = Math.max(0, (earlierMove?.to ?? score) + spaces);
    const duration = MARKER_SPACE_MS * Math.abs(to - from);
    if (earlierMove) Object.assign(earlierMove, { to, duration });
    else {
      const first: MarkerMove = { kind: 'move-marker', seat, from, to, start, duration };
      markerMoves.set(seat, first);
      motions.push(first);
    }
  }

  /** Elements that other events move glide to their new places. */
  const handlers: EventHandlers = {
    'die-moved': ({ seat, die, from, to }) => {
      const steps = dieSteps(before.dice[die][0], from, to);
      const duration = Math.min(MAX_DIE_WAY_MS, DIE_SPACE_MS * steps) + DIE_LANDING_MS;
      motions.push({ kind: 'move-die', seat, die, from, to, steps, start: now, duration });
      now += duration;
      source = [`tile:${to}`];
    },
    'die-blocked': ({ space }) => (source = [`tile:${space}`]),
    'die-rolled': ({ seat, die, face }) => {
      const start = now + NEXT_DIE_MS * rolled;
      const duration = DIE_ROLL_MS + DIE_LANDING_MS;
      motions.push({ kind: 'roll-die', seat, die, face, start, duration });
      rolled += 1;
    },
    'tile-activated': takeFromWorkshop,
    'tile-placed': takeFromWorkshop,
    delivered: (event) => {
      const { seat, resource, place } = event;
      const from = boardKeys(seat, slotOf(resource), 'banner:inventory');
      fly(seat, symbolOf(resource), from, [`card:${place}`]);
      moveOnCard('dip-plank', event, endOfMotions(), PLANK_DIP_MS);
    },
    completed: (event) => {
      now = endOfMotions();
      moveOnCard('build', event, now, SCAFFOLD_FALL_MS + STOREY_RISE_MS + BANNER_HOIST_MS);
      now += SCAFFOLD_FALL_MS + STOREY_RISE_MS;
      source = [`card:${event.place}`];
    },
    reprimanded: (event) => {
      moveOnCard('reprimand', event, now, REPRIMAND_MS);
      now += REPRIMAND_MS;
      moveMarker(event.seat, -event.amount, now);
    },
    'ornament-set': (event) => {
      moveOnCard('decorate', event, now, ORNAMENT_MS);
      now += ORNAMENT_MS;
      source = [`card:${event.place}`];
    },
    gained: (event) => {
      const { seat, resource, amount } = event;
      fly(seat, symbolOf(resource), source, gainKeys(event), amount);
      if (resource === 'recognition') moveMarker(seat, amount, endOfMotions());
    },
    'prestige-gained': ({ seat, amount, steps }) => {
      fly(seat, 'prestige', boardKeys(seat, 'marker', 'standing'), [`marker:${seat}`], amount);
      moveMarker(seat, steps, endOfMotions());
    },
    'prestige-lost': ({ seat, steps }) => {
      moveMarker(seat, -steps, now);
      source = [`marker:${seat}`];
    },
    'ivan-acted': ({ number }) => (ivan = [`ivan:${number}`]),
    'ivan-stored': ({ seat, resource, amount }) =>
      fly(seat, symbolOf(resource), source, boardKeys(seat), amount),
    'turn-began': null,
    claimed: null,
    'ornament-freed': null,
    'ornament-lost': null,
    closed: null,
    paid: null,
    'tiles-swapped': null,
    'tile-discarded': null,
    'ivan-transported': null,
    'ivan-dealt': null,
    'game-ended': null,
  };
  for (const event of events) handleEvent(handlers, event);
  return motions;

  /** Return the elements that a gain flies to. */
  function gainKeys({ seat, resource }: Gained): string[] {
    if (resource === 'recognition') return [`marker:${seat}`];
    if (resource === 'ruble') return boardKeys(seat, 'rubles');
    return boardKeys(seat, slotOf(resource), 'banner:inventory', 'rubles');
  }
}

function slotOf(resource: Resource): string {
  return `slot:${letterOf(resource) ?? ''}`;
}
