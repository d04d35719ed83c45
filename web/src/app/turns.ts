// The log, turn by turn.
import type { Colour, LogEntry } from '../protocol.gen';

export interface Turn {
  turn: number;
  colour: Colour;
  entries: LogEntry[];
}

export function turnsOf(entries: readonly LogEntry[]): Turn[] {
  const found: Turn[] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last?.turn === entry.turn && last.colour === entry.seat) last.entries.push(entry);
    else found.push({ turn: entry.turn, colour: entry.seat, entries: [entry] });
  }
  return found;
}

/** Where the log goes on after the last turn before this one that a seat took; 0 for none. */
export function sinceOf(entries: readonly LogEntry[], seat: Colour, turn: number): number {
  return entries.findLastIndex((entry) => entry.seat === seat && entry.turn < turn) + 1;
}
