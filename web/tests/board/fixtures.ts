// Fixtures for the tests of the board: tables as the server sends them, with English texts.
import { readFileSync } from 'node:fs';

import { createTranslate, type Texts } from '../../src/core/textFormat.ts';
import type { Table as Sent } from '../../src/protocol.gen.ts';
import type { BoardContext } from '../../src/board/context.ts';
import { previewEffects } from '../../src/board/eventEffects.ts';
import type { Box, Key } from '../../src/board/types.ts';

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as T;
}

export const box = read<Box>('fixtures/box.json');
export const t = createTranslate(read<Texts>('../src/redcathedral/locales/en.json'), 'en');

/** Return a table from web/fixtures. */
export function fixtureTable(name: string): Sent {
  return read<{ table: Sent }>(`fixtures/${name}.json`).table;
}

/** Return the context that parts of the board would read for a table; nothing can be picked. */
export function fixtureContext(
  name: string,
  hints: ReadonlyMap<Key, string> = new Map(),
): BoardContext {
  const { position, seats, due, tower_pay: towerPay } = fixtureTable(name);
  return {
    box,
    position,
    seats,
    t,
    towerPay,
    own: position.to_move,
    due: due?.seat ?? null,
    activeSeat: due?.seat ?? null,
    narrow: false,
    over: false,
    effects: previewEffects(null, position),
    freshElements: new Set(),
    pointed: null,
    pickedTileSpace: 0,
    isTarget: () => false,
    resolvePick: (key) => key,
    isChosen: () => false,
    highlight: () => null,
    badge: () => 'plain',
    isAlternative: () => false,
    hint: (key) => hints.get(key),
    pick: () => undefined,
    point: () => undefined,
  };
}
