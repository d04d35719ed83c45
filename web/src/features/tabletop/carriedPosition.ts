// A position whose edition changes. The ids of rows may differ, so components are compared.
import type { Box, Position } from '../../board/types';

type Rows = Readonly<Record<string, object | undefined>>;
const DESCRIPTIONS: readonly string[] = ['mark', 'sentence_mark', 'origin', 'words'];

/** Return a text that is equal for rows with equal numbers. */
const numbersOf = (row?: object): string =>
  JSON.stringify(row ?? {}, (key, value: unknown) =>
    DESCRIPTIONS.includes(key) ? undefined : value,
  );
/** Return a text that is equal for rows of the same section or guild. */
const kindOf = (row?: object): string => JSON.stringify(row ?? {}, ['section', 'group']);

/** Return for each id an equal row of `now`, else an unused one of its kind; `taken` is not used. */
function newRows(ids: readonly string[], old: Rows, now: Rows, taken: string): string[] {
  const unused = new Set(Object.keys(now).filter((id) => id !== taken));
  const take = (id: string, textOf: (row?: object) => string): string | undefined => {
    const row = [...unused].find((one) => textOf(now[one]) === textOf(old[id]));
    if (row !== undefined) unused.delete(row);
    return row;
  };
  const equal = ids.map((id) => take(id, numbersOf));
  return ids.map((id, at) => equal[at] ?? take(id, kindOf) ?? id);
}

/**
 * Return a position with the rows of a new edition. A component without an equal row gets a row
 * that is not used. The row `taken` remains free for a component that is put in next.
 */
export function carriedOver(position: Position, old: Box, now: Box, taken = ''): Position {
  const after = structuredClone(position);
  const sites = after.towers.flat();
  const ids = sites.map(({ card }) => card);
  const rows = newRows(ids, old.cards, now.cards, taken);
  const newTile = (id: string): string =>
    id in now.tiles ? id : (Object.keys(now.tiles)[0] ?? id);
  sites.forEach((site, at) => {
    site.card = rows[at] ?? site.card;
    site.tile &&= newTile(site.tile);
  });
  after.influence = newRows(after.influence, old.influence, now.influence, taken);
  for (const tile of after.seats.flatMap(({ workshop }) => Object.values(workshop ?? {})))
    if (tile) tile[0] = newTile(tile[0]);
  return after;
}

/** Count the cards on the table that have other numbers afterwards, except those of `row`. */
export function replacedCards(before: Position, old: Box, after: Position, now: Box, row: string) {
  const idsOf = ({ towers, influence }: Position): string[] => [
    ...towers.flat().map(({ card }) => card),
    ...influence,
  ];
  const rowOf = (box: Box, id = ''): string => numbersOf(box.cards[id] ?? box.influence[id]);
  const ids = idsOf(after);
  return idsOf(before).filter((id, at) => ids[at] !== row && rowOf(old, id) !== rowOf(now, ids[at]))
    .length;
}
