// The screen in the address after `#/`:
//   (nothing)              the start screen
//   table/ID               a table; `table/ID/red-blue` plays these seats, `table/ID/-` watches
//   learn/LESSON/3         a step of a lesson
//   puzzle/ID              a puzzle, or a mistake of a game as `puzzle/TABLE.40`
//   position               a position to edit
//   join/SECRET            the seat of a link
//   device/SECRET/JSON     the seats of another device, and its preferences
//   setup, setup/CODE      a random setup for the box, the setup of a code
//   deal, deal/CODE        a deal to choose, a deal; `deal/CODE/GAME` compares with a sent game
//   box, box/CODE          the reader's own box, the box of a link
//   game/CODE              the game in a link; only where the server is in the browser
//   replay/ID/40           a game after 40 decisions; `replay/ID/won` shows its analysis
//   print/aid              a sheet to print: `aid`, `score` or `rules`
import { dialogStack } from './dialogStack.ts';
import { COLOURS } from '../vocabulary.ts';
import type { Colour } from '../protocol.gen';

export interface TableRoute {
  /** A lesson or a puzzle has its own table, which the server does not store. */
  kind: 'table' | 'lesson' | 'puzzle';
  /** The id of the table or puzzle, or the name of the lesson. */
  id: string;
  /** The seats to play; null for the seats of all people at the table. */
  seats: Colour[] | null;
  /** The step of a lesson. */
  step: number | null;
}

export interface ReplayRoute {
  id: string;
  /** The number of decisions before the position to show; null for all, NaN for a bad link. */
  decisions: number | null;
  showsAnalysis: boolean;
}

const SHEETS: readonly string[] = ['aid', 'score', 'rules'];

type Screen =
  | { name: 'start'; isBadLink: boolean }
  | { name: 'position' }
  | { name: 'table'; target: TableRoute }
  | { name: 'replay'; target: ReplayRoute }
  | { name: 'join' | 'device'; secret: string; detail: string }
  | { name: 'print'; sheet: string }
  /** The code is empty for a random setup. */
  | { name: 'setup' | 'game'; code: string }
  /** The code is empty for the reader's own box, or for a choice of deals. */
  | { name: 'box' | 'deal'; code: string; detail: string };

/** Return the parts of the current address; none of a malformed address. */
function addressParts(): string[] {
  const parts = location.hash.replace(/^#\/?/, '').split('/');
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return [];
  }
}

function parseScreen(): Screen {
  const [name, id = '', detail] = addressParts();
  const isBadLink = !['', '#', '#/'].includes(location.hash);
  if (name === 'setup') return { name, code: id };
  if (name === 'box' || name === 'deal') return { name, code: id, detail: detail ?? '' };
  if (name === 'position' && !id) return { name };
  if (!id) return { name: 'start', isBadLink };
  if (name === 'game' && globalThis.site) return { name, code: id };
  if (name === 'print' && SHEETS.includes(id)) return { name, sheet: id };
  switch (name) {
    case 'join':
    case 'device':
      return { name, secret: id, detail: detail ?? '' };
    case 'replay': {
      const showsAnalysis = detail === 'won';
      const decisions = showsAnalysis || !detail ? null : Number(detail);
      return { name, target: { id, decisions, showsAnalysis } };
    }
    case 'learn':
      return tableScreen('lesson', id, ['red'], Number(detail) || 1);
    case 'puzzle':
      return tableScreen('puzzle', id);
    case 'table': {
      const names = detail?.split('-');
      const seats = names?.flatMap((seat) => COLOURS.filter((colour) => colour === seat));
      return tableScreen('table', id, seats);
    }
    default:
      return { name: 'start', isBadLink };
  }
}

function tableScreen(
  kind: TableRoute['kind'],
  id: string,
  seats: Colour[] | null = null,
  step: number | null = null,
): Screen {
  return { name: 'table', target: { kind, id, seats, step } };
}

class Route {
  screen = $state.raw<Screen>(parseScreen());
  /** The new table at which the hints open at the first turn. */
  tableWithHints: string | null = null;
  /** The new table at which the invitations open. */
  tableToInvite: string | null = null;

  constructor() {
    addEventListener('hashchange', () => (this.screen = parseScreen()));
  }

  /** Put another moment of the replay into the address, without a new entry in the history. */
  replaceMoment(id: string, decisions: number): void {
    history.replaceState(history.state, '', replayHash(id, decisions));
  }

  /**
   * Put another setup into the address, without a new entry in the history. Does nothing if the
   * page has gone to another screen.
   */
  replaceSetup(code: string): void {
    if (this.screen.name !== 'setup') return;
    history.replaceState(history.state, '', setupHash(code));
    this.screen = { name: 'setup', code };
  }

  /** Replace a link with its table: Back in the browser does not open the link again. */
  replaceWithTable(id: string): void {
    location.replace(`#/table/${encodeURIComponent(id)}`);
  }

  toStart = (): void => dialogStack.go('#/');
  toPosition = (): void => dialogStack.go('#/position');
  toBox = (): void => dialogStack.go('#/box');
  toDeal = (code: string): void => dialogStack.go(`#/deal/${code}`);
  toSetup = (code = ''): void => dialogStack.go(setupHash(code));
  toSheet = (name: string): void => dialogStack.go(`#/print/${name}`);
  toReplay = (id: string): void => dialogStack.go(replayHash(id));
  toAnalysis = (id: string): void => dialogStack.go(replayHash(id, 'won'));
  toPuzzle = (id: string): void => dialogStack.go(`#/puzzle/${encodeURIComponent(id)}`);
  toLesson = (name: string, step: number): void =>
    dialogStack.go(`#/learn/${encodeURIComponent(name)}/${step}`);
  toTable = (id: string, seats: readonly Colour[] | null = null): void =>
    dialogStack.go(`#/table/${encodeURIComponent(id)}${seats ? `/${seats.join('-') || '-'}` : ''}`);
}

function replayHash(id: string, moment: number | string = ''): string {
  return `#/replay/${encodeURIComponent(id)}${moment === '' ? '' : `/${moment}`}`;
}

function setupHash(code: string): string {
  return code ? `#/setup/${encodeURIComponent(code)}` : '#/setup';
}

export const route = new Route();
