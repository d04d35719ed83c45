// The log, turn by turn.
import type { Colour, Event, LogEntry } from '../../protocol.gen';

export interface Turn {
  turn: number;
  colour: Colour;
  entries: LogEntry[];
  /** What the dice of its moves showed, move by move; 0 where that was not told. */
  faces: number[];
}

export function turnsOf(entries: readonly LogEntry[]): Turn[] {
  const found: Turn[] = [];
  const rolled = new Map<string, number>();
  for (const entry of entries) {
    let last = found.at(-1);
    if (last?.turn !== entry.turn || last.colour !== entry.seat)
      found.push((last = { turn: entry.turn, colour: entry.seat, entries: [], faces: [] }));
    last.entries.push(entry);
    for (const event of entry.events)
      if (event.kind === 'die-rolled') rolled.set(event.die, event.face);
      else if (isMove(event)) last.faces.push(rolled.get(event.die) ?? 0);
  }
  return found;
}

/** A die goes on, or finds its space full. */
export function isMove(
  event: Event,
): event is Extract<Event, { kind: 'die-moved' | 'die-blocked' }> {
  return event.kind === 'die-moved' || event.kind === 'die-blocked';
}

/** Where the log goes on after the last turn before this one that a seat took; 0 for none. */
export function firstUnseenEntry(entries: readonly LogEntry[], seat: Colour, turn: number): number {
  return entries.findLastIndex((entry) => entry.seat === seat && entry.turn < turn) + 1;
}
