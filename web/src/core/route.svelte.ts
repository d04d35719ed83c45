// Which screen is shown: `#/` the start, `#/table/ID` a table, `#/table/ID/red-blue` with these
// seats played here, `#/table/ID/-` to watch; `#/learn/LESSON/3` a step of a lesson, `#/puzzle/ID`
// a puzzle;
// `#/position` a position that is laid out;
// `#/join/SECRET` what a link opens, `#/device/SECRET` the seats of another device;
// `#/setup` a set-up by lot for the box, `#/setup/CODE` that with a code;
// `#/replay/ID/40` a game as it stood after 40 decisions, `#/replay/ID/won` with its analysis.
import { dialogStack } from './dialogStack.ts';
import { COLOURS } from '../vocabulary.ts';
import type { Colour } from '../protocol.gen';

export interface TableRoute {
  /** What is kept of nobody but this page: a lesson, a puzzle. */
  kind: 'table' | 'lesson' | 'puzzle';
  /** Of a table or a puzzle; the name of a lesson. */
  id: string;
  /** Null: all people at the table play at this page. */
  seats: Colour[] | null;
  /** The step of a lesson; null at a table. */
  step: number | null;
}

export interface ReplayRoute {
  id: string;
  /** So many decisions had been made; null for all. */
  at: number | null;
  showsAnalysis: boolean;
}

function parseReplay(hash: string): ReplayRoute | null {
  const [screen, id, at] = hash.replace(/^#\/?/, '').split('/');
  if (screen !== 'replay' || !id) return null;
  const moment = at && /^\d+$/.test(at) ? Number(at) : null;
  return { id: decodeURIComponent(id), at: moment, showsAnalysis: at === 'won' };
}

/** The secret of a link to a seat, or to the seats of another device. */
function parseSecret(hash: string, screen: 'join' | 'device'): string | null {
  const [named, secret] = hash.replace(/^#\/?/, '').split('/');
  return named === screen && secret ? decodeURIComponent(secret) : null;
}

/** The code of the set-up that is shown; empty: one is to be drawn. */
function parseSetup(hash: string): string | null {
  const [screen, code] = hash.replace(/^#\/?/, '').split('/');
  return screen === 'setup' ? decodeURIComponent(code ?? '') : null;
}

function parse(hash: string): TableRoute | null {
  const [screen, id, seats] = hash.replace(/^#\/?/, '').split('/');
  if (screen === 'learn' && id)
    return { kind: 'lesson', id: decodeURIComponent(id), seats: ['red'], step: Number(seats) || 1 };
  if (screen === 'puzzle' && id)
    return { kind: 'puzzle', id: decodeURIComponent(id), seats: null, step: null };
  if (screen !== 'table' || !id) return null;
  const named = seats?.split('-').flatMap((name) => COLOURS.filter((each) => each === name));
  return { kind: 'table', id: decodeURIComponent(id), seats: named ?? null, step: null };
}

function isPosition(hash: string): boolean {
  return /^#\/?position$/.test(hash);
}

class Route {
  table = $state.raw<TableRoute | null>(parse(location.hash));
  replay = $state.raw<ReplayRoute | null>(parseReplay(location.hash));
  isPosition = $state(isPosition(location.hash));
  tableWithHints: string | null = null;
  /** The table to which others are to be invited at once. */
  tableToInvite: string | null = null;
  setup = $state.raw<string | null>(parseSetup(location.hash));
  join = $state.raw<string | null>(parseSecret(location.hash, 'join'));
  device = $state.raw<string | null>(parseSecret(location.hash, 'device'));

  constructor() {
    addEventListener('hashchange', () => {
      this.table = parse(location.hash);
      this.replay = parseReplay(location.hash);
      this.isPosition = isPosition(location.hash);
      this.setup = parseSetup(location.hash);
      this.join = parseSecret(location.hash, 'join');
      this.device = parseSecret(location.hash, 'device');
    });
  }

  toReplay(id: string, at: number | null = null): void {
    dialogStack.go(replayHash(id, at));
  }

  toAnalysis(id: string): void {
    dialogStack.go(`${replayHash(id, null)}/won`);
  }

  /** Another moment of the replay that is shown: no step for the browser's way back. */
  replaceMoment(id: string, at: number): void {
    history.replaceState(history.state, '', replayHash(id, at));
  }

  toPosition(): void {
    dialogStack.go('#/position');
  }

  toSetup(code = ''): void {
    dialogStack.go(code ? `#/setup/${encodeURIComponent(code)}` : '#/setup');
  }

  /** The set-up that is shown: no step for the browser's way back. */
  replaceSetup(code: string): void {
    history.replaceState(history.state, '', `#/setup/${encodeURIComponent(code)}`);
    this.setup = code;
  }

  toStart(): void {
    dialogStack.go('#/');
  }

  toLesson(name: string, step: number): void {
    dialogStack.go(`#/learn/${encodeURIComponent(name)}/${step}`);
  }

  toPuzzle(id: string): void {
    dialogStack.go(`#/puzzle/${encodeURIComponent(id)}`);
  }

  /** To the table that a link led to; the browser's way back does not lead to the link again. */
  replaceWithTable(id: string): void {
    location.replace(`#/table/${encodeURIComponent(id)}`);
  }

  toTable(id: string, seats: readonly Colour[] | null = null): void {
    const who = seats ? `/${seats.join('-') || '-'}` : '';
    dialogStack.go(`#/table/${encodeURIComponent(id)}${who}`);
  }
}

function replayHash(id: string, at: number | null): string {
  return `#/replay/${encodeURIComponent(id)}${at === null ? '' : `/${at}`}`;
}

export const route = new Route();
