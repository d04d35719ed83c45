// What moves when something has happened: events in, motions out, each with its actor and its
// beginning. Nothing is drawn here.
import type { Gained } from '../protocol.gen.ts';
import { dieSteps } from './eventEffects.ts';
import { letterOf, symbolOf } from './names.ts';
import type { BoardEvent, Colour, Die, Position, Resource } from './types';

/** Milliseconds. */
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
const PIECES = 12;

interface Timed {
  /** Who brought it about, or whose marker it is. */
  seat: Colour;
  at: number;
  time: number;
}
/** A die goes around, space by space, and lands. */
export interface Walk extends Timed {
  kind: 'walk';
  die: Die;
  from: number;
  to: number;
  steps: number;
}
export interface Tumble extends Timed {
  kind: 'tumble';
  die: Die;
  face: number;
}
/** A piece flies from and to the first of these keys that is drawn. */
export interface Flight extends Timed {
  kind: 'fly';
  symbol: string;
  from: string[];
  to: string[];
}
/**
 * On a card: its plank dips under what is delivered; its scaffold falls, the storey rises and its
 * banner runs up; it gets a frown, or an ornament.
 */
export interface OnCard<Kind> extends Timed {
  kind: Kind;
  place: string;
}
/** A marker goes along the score track; back where `to` is less. */
export interface March extends Timed {
  kind: 'march';
  from: number;
  to: number;
}
export type Rise = OnCard<'rise'>;
export type Motion =
  Walk | Tumble | Flight | March | Rise | OnCard<'dip'> | OnCard<'stamp'> | OnCard<'adorn'>;

/** The motions of what happened from a position on, in order of their actors' doing. */
export function planMotions(
  happened: readonly BoardEvent[],
  before: Position,
  own: Colour,
): Motion[] {
  const motions: Motion[] = [];
  const marches = new Map<Colour, March>();
  let now = 0;
  let source: string[] = [];
  let ivan: string[] = [];
  let pieces = 0;
  let rolled = 0;
  /** What is one's own lies on the large board, that of others by their name. */
  const home = (seat: Colour, ...keys: string[]): string[] =>
    seat === own ? keys : [`seat:${seat}`, ...ivan];
  const ends = (): number =>
    motions.reduce((latest, each) => Math.max(latest, each.at + each.time), now);

  function fly(seat: Colour, symbol: string, from: string[], to: string[], count = 1): void {
    for (let n = 0; n < Math.min(4, count) && pieces < PIECES; n += 1) {
      motions.push({ kind: 'fly', seat, symbol, from, to, at: now, time: FLIGHT_MS });
      now += NEXT_PIECE_MS;
      pieces += 1;
    }
  }
  /** A marker moves once, from where it stood to where it ends. */
  function march(seat: Colour, by: number, at: number): void {
    const known = marches.get(seat);
    const score = before.seats.find((each) => each.colour === seat)?.score ?? 0;
    const from = known?.from ?? score;
    const to = Math.max(0, (known?.to ?? score) + by);
    const time = MARKER_SPACE_MS * Math.abs(to - from);
    if (known) Object.assign(known, { to, time });
    else {
      const first: March = { kind: 'march', seat, from, to, at, time };
      marches.set(seat, first);
      motions.push(first);
    }
  }

  for (const event of happened) {
    const { seat } = event;
    switch (event.kind) {
      case 'die-moved': {
        const { die, from, to } = event;
        const steps = dieSteps(before.dice[die][0], from, to);
        const time = Math.min(MAX_DIE_WAY_MS, DIE_SPACE_MS * steps) + DIE_LANDING_MS;
        motions.push({ kind: 'walk', seat, die, from, to, steps, at: now, time });
        now += time;
        source = [`tile:${to}`];
        break;
      }
      case 'die-blocked':
        source = [`tile:${event.space}`];
        break;
      case 'die-rolled': {
        const { die, face } = event;
        const at = now + NEXT_DIE_MS * rolled;
        motions.push({ kind: 'tumble', seat, die, face, at, time: DIE_ROLL_MS + DIE_LANDING_MS });
        rolled += 1;
        break;
      }
      case 'tile-activated':
      case 'tile-placed':
        source = home(seat, `workshop:${event.space}`);
        break;
      case 'delivered':
        fly(
          seat,
          symbolOf(event.resource),
          home(seat, slotOf(event.resource), 'banner:inventory'),
          [`card:${event.place}`],
        );
        motions.push({ kind: 'dip', seat, place: event.place, at: ends(), time: PLANK_DIP_MS });
        break;
      case 'completed':
        now = ends();
        motions.push({
          kind: 'rise',
          seat,
          place: event.place,
          at: now,
          time: SCAFFOLD_FALL_MS + STOREY_RISE_MS + BANNER_HOIST_MS,
        });
        now += SCAFFOLD_FALL_MS + STOREY_RISE_MS;
        source = [`card:${event.place}`];
        break;
      case 'reprimanded':
        motions.push({ kind: 'stamp', seat, place: event.place, at: now, time: REPRIMAND_MS });
        march(seat, -event.amount, now + REPRIMAND_MS);
        now += REPRIMAND_MS;
        break;
      case 'ornament-set':
        motions.push({ kind: 'adorn', seat, place: event.place, at: now, time: ORNAMENT_MS });
        now += ORNAMENT_MS;
        source = [`card:${event.place}`];
        break;
      case 'gained':
        fly(seat, symbolOf(event.resource), source, goal(event), event.amount);
        if (event.resource === 'recognition') march(seat, event.amount, ends());
        break;
      case 'prestige-gained':
        fly(seat, 'prestige', home(seat, 'marker', 'standing'), [`marker:${seat}`], event.amount);
        march(seat, event.steps, ends());
        break;
      case 'prestige-lost':
        march(seat, -event.steps, now);
        source = [`marker:${seat}`];
        break;
      case 'ivan-acted':
        ivan = [`ivan:${event.number}`];
        break;
      case 'ivan-stored':
        fly(seat, symbolOf(event.resource), source, home(seat), event.amount);
        break;
      case 'turn-began':
      case 'claimed':
      case 'ornament-freed':
      case 'ornament-lost':
      case 'closed':
      case 'paid':
      case 'tiles-swapped':
      case 'tile-discarded':
      case 'ivan-transported':
      case 'ivan-dealt':
      case 'game-ended':
        break; // what moves then is followed from its former place
      default:
        event satisfies never;
    }
  }
  return motions;

  /** Where what a seat gains goes. */
  function goal({ seat, resource }: Gained): string[] {
    if (resource === 'recognition') return [`marker:${seat}`];
    if (resource === 'ruble') return home(seat, 'rubles');
    return home(seat, slotOf(resource), 'banner:inventory', 'rubles');
  }
}

function slotOf(resource: Resource): string {
  return `slot:${letterOf(resource) ?? ''}`;
}
