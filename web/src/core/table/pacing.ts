// Splits what happened between two tables into frames, which the page shows one after another.
import type { ShownStep } from '../../board/types';
import type { Colour, Event, LogEntry, Past, Position, Table } from '../../protocol.gen';

export interface Frame {
  table: Table;
  log: readonly LogEntry[];
  happened: readonly Event[];
  /** What the board shows of the step. */
  step: ShownStep | null;
  /** Milliseconds until the next frame, at normal speed. */
  time: number;
  /** The step as a sentence. */
  text: string;
}

export type Kind = 'move' | 'roll' | 'act';

export interface Group {
  seat: Colour;
  kind: Kind;
  events: Event[];
  /** The last entry of the log that belongs to it. */
  index: number;
}

/** Milliseconds for which a group is shown. */
export const MOVE = 900;
export const ACT = 500;
export const BUILD = 1300;
export const FROWN = 2000;
export const LAST_DIE = 300;
/** Milliseconds between two dice of a roll. */
const NEXT_DIE = 60;

/** The kind of group that an event begins; null if it joins any group. */
function kindOf(event: Event): Kind | null {
  switch (event.kind) {
    case 'ivan-acted':
    case 'die-moved':
    case 'die-blocked':
      return 'move';
    case 'die-rolled':
      return 'roll';
    case 'turn-began':
    case 'paid':
    case 'ivan-dealt':
    case 'closed':
    case 'game-ended':
      return null;
    default:
      return 'act';
  }
}

/**
 * Group the events of log entries. An entry is split where a die moves, where dice are rolled, and
 * where another action begins; all events of a turn of the `whole` seats are one group.
 */
export function groupsOf(entries: readonly LogEntry[], whole: readonly Colour[]): Group[] {
  const groups: Group[] = [];
  let entry: Group[] = [];
  for (const { seat, events, index } of entries) {
    const isWhole = whole.includes(seat);
    if (!isWhole || entry.at(-1)?.seat !== seat) entry = [];
    for (const event of events) {
      const last = entry.at(-1);
      const kind = kindOf(event);
      if (last && (isWhole || kind === null || last.kind === kind || isOpen(last))) {
        last.events.push(event);
        last.index = index;
        last.kind = kind ?? last.kind;
      } else {
        const group: Group = { seat, kind: kind ?? 'act', events: [event], index };
        entry.push(group);
        groups.push(group);
      }
    }
  }
  return groups;
}

function isOpen(group: Group): boolean {
  return group.events.every((event) => kindOf(event) === null);
}

/** Milliseconds for which events are shown. */
export function timeOf(events: readonly Event[]): number {
  const has = (...kinds: Event['kind'][]): boolean =>
    events.some(({ kind }) => kinds.includes(kind));
  const rolled = events.filter(({ kind }) => kind === 'die-rolled').length;
  return Math.max(
    rolled ? LAST_DIE + NEXT_DIE * (rolled - 1) : 0,
    has('die-moved', 'die-blocked') ? MOVE : 0,
    has('completed', 'ornament-set') ? BUILD : 0,
    has('reprimanded') ? FROWN : 0,
    events.some((event) => kindOf(event) === 'act') ? ACT : 0,
  );
}

/**
 * Return a frame for each group of events between two tables. The last frame shows the new table;
 * the others show the old one, in which only dice have moved.
 */
export function framesOf(
  before: Table | null,
  next: Table,
  log: readonly LogEntry[],
  here: readonly Colour[],
): Frame[] {
  const groups = before ? groupsOf(log.slice(next.log_from), here) : [];
  if (!before || !groups.length)
    return [{ table: next, log, happened: [], step: null, time: 0, text: '' }];
  let { dice } = before.position;
  let origin = dice;
  const all: Event[] = [];
  const late: Event[] = [];
  return groups.map(({ seat, kind, events, index }, at) => {
    const isLast = at === groups.length - 1;
    if (kind === 'move') origin = dice;
    dice = moved(dice, events);
    all.push(...events);
    const happened = isLast ? [...late, ...events] : events.filter(isOfDice);
    late.push(...events.filter((event) => !isOfDice(event)));
    // of a player's own events only the reprimands of others are shown: the rest is known
    const isOwn = here.includes(seat);
    const shown = isOwn ? all.filter((event) => event.kind === 'reprimanded') : [...all];
    const from = { ...before.position, dice: origin };
    const due = before.due && { ...before.due, seat, yours: false };
    const position = { ...before.position, dice };
    return {
      table: isLast ? next : { ...before, position, due, legal: [] },
      log: isLast ? log : log.slice(0, index + 1),
      happened,
      step: shown.length
        ? { seat, events: shown, from, isDone: isLast, space: spaceOf(log, index) }
        : null,
      time: timeOf(events),
      text: log[index]?.text ?? '',
    };
  });
}

/** Return the frames that repeat the log from past versions of a table to the present one. */
export function framesFrom(
  past: readonly Past[],
  now: Table,
  log: readonly LogEntry[],
  here: readonly Colour[],
): Frame[] {
  const tables = past.map(({ log: log_from, ...there }): Table => {
    const { seat = now.position.to_move, turn = now.turn } = log[log_from] ?? {};
    const due = now.due && { ...now.due, seat, yours: false };
    return { ...now, ...there, turn, due, prompt: '', legal: [], log_from };
  });
  const frames = tables.flatMap((before, index) => {
    const next = { ...(tables[index + 1] ?? now), log_from: before.log_from };
    return framesOf(before, next, log.slice(0, tables[index + 1]?.log_from), here);
  });
  const plain = { log, happened: [], step: null, text: '' };
  return [
    { ...plain, table: tables[0] ?? now, time: ACT },
    ...frames.map((frame) => ({ ...frame, log })),
    { ...plain, table: now, time: 0 },
  ];
}

function isOfDice({ kind }: Event): boolean {
  return kind === 'die-moved' || kind === 'die-rolled';
}

type Dice = Position['dice'];

function moved(dice: Dice, events: readonly Event[]): Dice {
  const result = { ...dice };
  for (const event of events)
    if (event.kind === 'die-moved') result[event.die] = [result[event.die][0], event.to];
    else if (event.kind === 'die-rolled') result[event.die] = [event.face, result[event.die][1]];
  return result;
}

/** The market space of the die that was moved last in the turn of an entry. */
function spaceOf(log: readonly LogEntry[], index: number): number | null {
  const turn = log[index]?.turn;
  const entries = log.slice(0, index + 1).filter((entry) => entry.turn === turn);
  for (const event of entries.flatMap((entry) => entry.events).reverse()) {
    if (event.kind === 'die-moved') return event.to;
    if (event.kind === 'die-blocked') return event.space;
  }
  return null;
}
