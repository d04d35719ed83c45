// Groups the entries of the log into turns.
import type { Colour, Event, LogEntry } from '../../protocol.gen';

export interface Turn {
  turn: number;
  colour: Colour;
  entries: LogEntry[];
  /** The face of the die of each move; 0 if the log does not have the roll. */
  faces: number[];
}

export function turnsOf(entries: readonly LogEntry[]): Turn[] {
  const turns: Turn[] = [];
  const lastFaces = new Map<string, number>();
  for (const entry of entries) {
    let turn = turns.at(-1);
    if (turn?.turn !== entry.turn || turn.colour !== entry.seat)
      turns.push((turn = { turn: entry.turn, colour: entry.seat, entries: [], faces: [] }));
    turn.entries.push(entry);
    for (const event of entry.events)
      if (event.kind === 'die-rolled') lastFaces.set(event.die, event.face);
      else if (isMove(event)) turn.faces.push(lastFaces.get(event.die) ?? 0);
  }
  return turns;
}

/** Whether a die moved, or could not move because its space was full. */
export function isMove(
  event: Event,
): event is Extract<Event, { kind: 'die-moved' | 'die-blocked' }> {
  return event.kind === 'die-moved' || event.kind === 'die-blocked';
}

/** Return the index of the first entry after the previous turn of a seat; 0 if there is none. */
export function firstUnseenEntry(entries: readonly LogEntry[], seat: Colour, turn: number): number {
  return entries.findLastIndex((entry) => entry.seat === seat && entry.turn < turn) + 1;
}
