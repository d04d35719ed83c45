// Splits the events between two tables into frames, which the page shows one after another.
import { NEXT_DIE_MS } from '../../board/planMotions.ts';
import type { Colour, Event, LogEntry, Past, Position, ShownStep, Table } from '../../board/types';

export interface Frame {
  table: Table;
  log: readonly LogEntry[];
  recentEvents: readonly Event[];
  /** What the board shows of the step. */
  step: ShownStep | null;
  /** Milliseconds until the next frame, at normal speed. */
  milliseconds: number;
  /** The step as a sentence. */
  text: string;
}

export type StepKind = 'move' | 'roll' | 'act';

export interface EventGroup {
  seat: Colour;
  kind: StepKind;
  events: Event[];
  /** The last entry of the log that belongs to it. */
  index: number;
}

/** Milliseconds for which a group is shown. */
export const MOVE_MS = 900;
export const ACTION_MS = 500;
export const BUILD_MS = 1300;
export const REPRIMAND_FRAME_MS = 2000;
export const LAST_DIE_MS = 300;

const MOVES: readonly Event['kind'][] = ['ivan-acted', 'die-moved', 'die-blocked'];
/** Events that join any group. */
const JOINING: readonly Event['kind'][] = [
  'turn-began',
  'paid',
  'ivan-dealt',
  'closed',
  'game-ended',
];

/** The kind of group that an event begins; null if it joins any group. */
function kindOf({ kind }: Event): StepKind | null {
  if (JOINING.includes(kind)) return null;
  if (MOVES.includes(kind)) return 'move';
  return kind === 'die-rolled' ? 'roll' : 'act';
}

/**
 * Group the events of log entries. An entry is split where a die moves, where dice are rolled, and
 * where another action begins; a turn of one of `ownSeats` is a single group.
 */
export function groupEvents(
  entries: readonly LogEntry[],
  ownSeats: readonly Colour[],
): EventGroup[] {
  const groups: EventGroup[] = [];
  let entry: EventGroup[] = [];
  for (const { seat, events, index } of entries) {
    const isOwn = ownSeats.includes(seat);
    if (!isOwn || entry.at(-1)?.seat !== seat) entry = [];
    for (const event of events) {
      const last = entry.at(-1);
      const kind = kindOf(event);
      if (last && (isOwn || kind === null || last.kind === kind || isOpen(last))) {
        last.events.push(event);
        last.index = index;
        last.kind = kind ?? last.kind;
      } else {
        const group: EventGroup = { seat, kind: kind ?? 'act', events: [event], index };
        entry.push(group);
        groups.push(group);
      }
    }
  }
  return groups;
}

function isOpen(group: EventGroup): boolean {
  return group.events.every((event) => kindOf(event) === null);
}

/** Milliseconds for which events are shown. */
export function durationOf(events: readonly Event[]): number {
  const has = (...kinds: Event['kind'][]): boolean =>
    events.some(({ kind }) => kinds.includes(kind));
  const rolled = events.filter(({ kind }) => kind === 'die-rolled').length;
  return Math.max(
    rolled ? LAST_DIE_MS + NEXT_DIE_MS * (rolled - 1) : 0,
    has('die-moved', 'die-blocked') ? MOVE_MS : 0,
    has('completed', 'ornament-set') ? BUILD_MS : 0,
    has('reprimanded') ? REPRIMAND_FRAME_MS : 0,
    events.some((event) => kindOf(event) === 'act') ? ACTION_MS : 0,
  );
}

/**
 * Return a frame for each group of events between two tables. The last frame shows the new table;
 * the others show the old one, in which only dice have moved.
 */
export function framesBetween(
  before: Table | null,
  next: Table,
  log: readonly LogEntry[],
  ownSeats: readonly Colour[],
): Frame[] {
  const groups = before ? groupEvents(log.slice(next.log_from), ownSeats) : [];
  if (!before || !groups.length)
    return [{ table: next, log, recentEvents: [], step: null, milliseconds: 0, text: '' }];
  let { dice } = before.position;
  let origin = dice;
  const allEvents: Event[] = [];
  const delayed: Event[] = [];
  return groups.map(({ seat, kind, events, index }, at) => {
    const isLast = at === groups.length - 1;
    if (kind === 'move') origin = dice;
    dice = diceAfter(dice, events);
    allEvents.push(...events);
    const recentEvents = isLast ? [...delayed, ...events] : events.filter(isDiceEvent);
    delayed.push(...events.filter((event) => !isDiceEvent(event)));
    // Players know their own events, so only the reprimands of others are shown.
    const isOwn = ownSeats.includes(seat);
    const shown = isOwn
      ? allEvents.filter((event) => event.kind === 'reprimanded')
      : [...allEvents];
    const from = { ...before.position, dice: origin };
    const due = before.due && { ...before.due, seat, yours: false };
    const position = { ...before.position, dice };
    return {
      table: isLast ? next : { ...before, position, due, legal: [] },
      log: isLast ? log : log.slice(0, index + 1),
      recentEvents,
      step: shown.length
        ? { seat, events: shown, from, isDone: isLast, space: spaceOf(log, index) }
        : null,
      milliseconds: durationOf(events),
      text: log[index]?.text ?? '',
    };
  });
}

/** Return the frames that repeat the log from past versions of a table to the present one. */
export function replayFrames(
  past: readonly Past[],
  now: Table,
  log: readonly LogEntry[],
  ownSeats: readonly Colour[],
): Frame[] {
  const tables = past.map(({ log: log_from, ...version }): Table => {
    const { seat = now.position.to_move, turn = now.turn } = log[log_from] ?? {};
    const due = now.due && { ...now.due, seat, yours: false };
    return { ...now, ...version, turn, due, prompt: '', legal: [], log_from };
  });
  const frames = tables.flatMap((before, index) => {
    const next = { ...(tables[index + 1] ?? now), log_from: before.log_from };
    return framesBetween(before, next, log.slice(0, tables[index + 1]?.log_from), ownSeats);
  });
  const emptyFrame = { log, recentEvents: [], step: null, text: '' };
  return [
    { ...emptyFrame, table: tables[0] ?? now, milliseconds: ACTION_MS },
    ...frames.map((frame) => ({ ...frame, log })),
    { ...emptyFrame, table: now, milliseconds: 0 },
  ];
}

function isDiceEvent({ kind }: Event): boolean {
  return kind === 'die-moved' || kind === 'die-rolled';
}

type Dice = Position['dice'];

function diceAfter(dice: Dice, events: readonly Event[]): Dice {
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
