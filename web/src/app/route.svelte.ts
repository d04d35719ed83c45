// Which screen is shown: `#/` the start, `#/table/ID` a table, `#/table/ID/red-blue` with these
// seats played here, `#/table/ID/-` to watch.
import { COLOURS } from '../protocol.gen.ts';
import type { Colour } from '../protocol.gen';

export interface TableRoute {
  id: string;
  /** Null: all people at the table play at this page. */
  seats: Colour[] | null;
}

function parse(hash: string): TableRoute | null {
  const [screen, id, seats] = hash.replace(/^#\/?/, '').split('/');
  if (screen !== 'table' || !id) return null;
  const named = seats?.split('-').flatMap((name) => COLOURS.filter((each) => each === name));
  return { id: decodeURIComponent(id), seats: named ?? null };
}

class Route {
  table = $state.raw<TableRoute | null>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.table = parse(location.hash);
    });
  }

  toStart(): void {
    location.hash = '#/';
  }

  toTable(id: string, seats: readonly Colour[] | null = null): void {
    const who = seats ? `/${seats.join('-') || '-'}` : '';
    location.hash = `#/table/${encodeURIComponent(id)}${who}`;
  }
}

export const route = new Route();
