// What a file in fixtures/ holds, and the least a host needs to bring the board to life.
import type { Translate } from '../board/types';
import type { Event, Position, Table } from '../protocol.gen';

export interface Fixture {
  table: Table;
  next: Position;
  happened: Event[];
}

export interface Choice {
  [name: string]: Text;
}
export type Text = string | Choice;
export type Texts = Record<string, Text>;

/** Texts of the locale files: plain, by number, or by a value. */
export function translator(texts: Texts): Translate {
  return (id, values = {}) => {
    let text: Text | undefined = texts[id];
    while (text && typeof text !== 'string') {
      const by: string = typeof text['by'] === 'string' ? text['by'] : 'n';
      const value = String(values[by] ?? '');
      const next: Text | undefined =
        text[value] ?? (value === '1' ? text['one'] : undefined) ?? text['other'] ?? text['base'];
      text = next;
    }
    if (!text) return id;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
