// The screen in the address after `#/`:
//   (nothing)              the start screen
//   table/ID               a table; `table/ID/red-blue` plays these seats, `table/ID/-` watches
//   learn/LESSON/3         a step of a lesson
//   puzzle/ID              a puzzle
//   position               a position to edit
//   join/SECRET            the seat of a link
//   device/SECRET          the seats of another device
//   setup, setup/CODE      a random setup for the box, the setup of a code
//   replay/ID/40           a game after 40 decisions; `replay/ID/won` shows its analysis
import { dialogStack } from './dialogStack.ts';
import { COLOURS } from '../vocabulary.ts';
import type { Colour } from '../protocol.gen';

export interface TableRoute {
  /** A lesson or a puzzle has a table of its own, which the server does not store. */
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
  /** The number of decisions before the position to show; null for all. */
  decisions: number | null;
  showsAnalysis: boolean;
}

/** Return the parts of the current address; none of a malformed address. */
function addressParts(): string[] {
  try {
    return location.hash
      .replace(/^#\/?/, '')
      .split('/')
      .map((part) => decodeURIComponent(part));
  } catch {
    return [];
  }
}

function parseReplay(): ReplayRoute | null {
  const [screen, id, moment] = addressParts();
  if (screen !== 'replay' || !id) return null;
  const decisions = moment && /^\d+$/.test(moment) ? Number(moment) : null;
  return { id, decisions, showsAnalysis: moment === 'won' };
}

/** Return the secret of a link. */
function parseSecret(linkScreen: 'join' | 'device'): string | null {
  const [screen, secret] = addressParts();
  return screen === linkScreen && secret ? secret : null;
}

/** Return the code of the setup to show; empty for a random setup. */
function parseSetup(): string | null {
  const [screen, code = ''] = addressParts();
  return screen === 'setup' ? code : null;
}

function parseTable(): TableRoute | null {
  const [screen, id, detail] = addressParts();
  if (!id) return null;
  if (screen === 'learn') return { kind: 'lesson', id, seats: ['red'], step: Number(detail) || 1 };
  if (screen === 'puzzle') return { kind: 'puzzle', id, seats: null, step: null };
  if (screen !== 'table') return null;
  const names = detail?.split('-');
  const seats = names?.flatMap((name) => COLOURS.filter((colour) => colour === name)) ?? null;
  return { kind: 'table', id, seats, step: null };
}

class Route {
  table = $state.raw<TableRoute | null>(null);
  replay = $state.raw<ReplayRoute | null>(null);
  isPosition = $state(false);
  setup = $state.raw<string | null>(null);
  /** The secret of a link to a seat. */
  join = $state.raw<string | null>(null);
  /** The secret of a link to the seats of another device. */
  device = $state.raw<string | null>(null);
  /** The new table at which the hints open at the first turn. */
  tableWithHints: string | null = null;
  /** The new table at which the invitations open. */
  tableToInvite: string | null = null;

  constructor() {
    this.#parse();
    addEventListener('hashchange', () => this.#parse());
  }

  #parse(): void {
    this.table = parseTable();
    this.replay = parseReplay();
    this.isPosition = /^#\/?position$/.test(location.hash);
    this.setup = parseSetup();
    this.join = parseSecret('join');
    this.device = parseSecret('device');
  }

  toReplay(id: string): void {
    dialogStack.go(replayHash(id));
  }

  toAnalysis(id: string): void {
    dialogStack.go(replayHash(id, 'won'));
  }

  /** Put another moment of the replay into the address, without a new entry in the history. */
  replaceMoment(id: string, decisions: number): void {
    history.replaceState(history.state, '', replayHash(id, decisions));
  }

  toPosition(): void {
    dialogStack.go('#/position');
  }

  toSetup(code = ''): void {
    dialogStack.go(setupHash(code));
  }

  /** Put another setup into the address, without a new entry in the history. */
  replaceSetup(code: string): void {
    history.replaceState(history.state, '', setupHash(code));
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

  /** Replace a link with its table: Back in the browser does not open the link again. */
  replaceWithTable(id: string): void {
    location.replace(`#/table/${encodeURIComponent(id)}`);
  }

  toTable(id: string, seats: readonly Colour[] | null = null): void {
    const seatPart = seats ? `/${seats.join('-') || '-'}` : '';
    dialogStack.go(`#/table/${encodeURIComponent(id)}${seatPart}`);
  }
}

function replayHash(id: string, moment: number | string = ''): string {
  return `#/replay/${encodeURIComponent(id)}${moment === '' ? '' : `/${moment}`}`;
}

function setupHash(code: string): string {
  return code ? `#/setup/${encodeURIComponent(code)}` : '#/setup';
}

export const route = new Route();
