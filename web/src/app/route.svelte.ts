// Which screen is shown: `#/` the start, `#/table/ID` a table, `#/table/ID/red-blue` with these
// seats played here, `#/table/ID/-` to watch; `#/learn/LESSON/3` a step of a lesson.
import { COLOURS } from '../protocol.gen.ts';
import type { Colour } from '../protocol.gen';

export interface TableRoute {
  /** Of a table; the name of a lesson. */
  id: string;
  /** Null: all people at the table play at this page. */
  seats: Colour[] | null;
  /** The step of a lesson; null at a table. */
  step: number | null;
}

function parse(hash: string): TableRoute | null {
  const [screen, id, seats] = hash.replace(/^#\/?/, '').split('/');
  if (screen === 'learn' && id)
    return { id: decodeURIComponent(id), seats: ['red'], step: Number(seats) || 1 };
  if (screen !== 'table' || !id) return null;
  const named = seats?.split('-').flatMap((name) => COLOURS.filter((each) => each === name));
  return { id: decodeURIComponent(id), seats: named ?? null, step: null };
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

  toLesson(name: string, step: number): void {
    location.hash = `#/learn/${encodeURIComponent(name)}/${step}`;
  }

  toTable(id: string, seats: readonly Colour[] | null = null): void {
    const who = seats ? `/${seats.join('-') || '-'}` : '';
    location.hash = `#/table/${encodeURIComponent(id)}${who}`;
  }
}

export const route = new Route();
