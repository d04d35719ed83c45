// A table for the tests of the board: a moment of a game as the server sent it, in English.
import { readFileSync } from 'node:fs';

import { speaker, type Texts } from '../../core/textFormat.ts';
import type { Table as Sent } from '../../protocol.gen.ts';
import type { Table } from '../context.ts';
import { show } from '../events.ts';
import type { Box, Key } from '../types.ts';

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as T;
}

export const box = read<Box>('fixtures/box.json');
export const say = speaker(read<Texts>('../src/redcathedral/locales/en.json'), 'en');

/** One of the moments in web/fixtures. */
export function sent(name: string): Sent {
  return read<{ table: Sent }>(`fixtures/${name}.json`).table;
}

/** The table as the parts of the board see it, with nothing to pick. */
export function table(name: string, hints: ReadonlyMap<Key, string> = new Map()): Table {
  const { position, seats, due } = sent(name);
  return {
    box,
    position,
    seats,
    t: say,
    own: position.to_move,
    due: due?.seat ?? null,
    moves: due?.seat ?? null,
    narrow: false,
    over: false,
    preview: show(null, position),
    fresh: new Set(),
    pointed: null,
    origin: 0,
    isTarget: () => false,
    meant: (key) => key,
    isChosen: () => false,
    mark: () => null,
    bead: () => 'plain',
    isInstead: () => false,
    hint: (key) => hints.get(key),
    pick: () => undefined,
    point: () => undefined,
  };
}
