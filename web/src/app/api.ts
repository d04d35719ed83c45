// What is asked of the server apart from a table's socket.
import type {
  Analysed,
  Ban,
  Colour,
  Invitation,
  LinkWish,
  Moved,
  MoveLink,
  Place,
  SeatLink,
  CheckedPosition,
  Box,
  EditionRef,
  GameKind,
  GamePage,
  SetupTable,
  ServerInfo,
  SetupInfo,
  SetupWish,
  MyGames,
  MyName,
  MyStatistics,
  NewAddress,
  NewTable,
  PadScore,
  Past,
  ProblemCode,
  Puzzles,
  RequestProblem,
  RuleSection,
  ScorePad,
  PositionWish,
  QuietHours,
  SeatNote,
  Summary,
  Table,
  Tellings,
  Which,
} from '../protocol.gen';
import type { Texts } from './words';

/** A refusal of the server, in English, or that it did not answer. */
export class Trouble extends Error {
  readonly code: ProblemCode | 'no-answer';
  readonly problem: RequestProblem | null;

  constructor(code: ProblemCode | 'no-answer', problem: RequestProblem | null = null) {
    super(problem?.reason ?? code);
    this.code = code;
    this.problem = problem;
  }
}

function isProblem(value: unknown): value is RequestProblem {
  return typeof value === 'object' && value !== null && 'reason' in value && 'fix' in value;
}

async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Trouble('no-answer');
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw isProblem(body) ? new Trouble(body.code, body) : new Trouble('failed');
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function post<T>(path: string, body: string | Blob, kind: string): Promise<T> {
  const request = { method: 'POST', body, headers: { 'content-type': kind } };
  return (await (await ask(path, request)).json()) as T;
}

export const house = (): Promise<ServerInfo> => get('api/house');
export const words = (lang: string): Promise<Texts> => get(`api/words/${lang}`);
export const rules = (lang: string, find = ''): Promise<RuleSection[]> =>
  get(`api/rules/${lang}?find=${encodeURIComponent(find)}`);
export const step = (lesson: string, number: number, lang: string): Promise<Table> =>
  get(`api/lessons/${lesson}/${String(number)}?lang=${lang}`);
export const puzzles = (day: string): Promise<Puzzles> => get(`api/puzzles?day=${day}`);
export const edition = (key: string, lang: string): Promise<Box> =>
  get(`api/editions/${key}?lang=${lang}`);
export const uploadEdition = (file: Blob): Promise<EditionRef> =>
  post('api/editions', file, 'text/plain');
export const games = (which: GameKind, before: string | null, lang: string): Promise<GamePage> => {
  const since = before === null ? '' : `&before=${encodeURIComponent(before)}`;
  return get(`api/tables?which=${which}&lang=${lang}${since}`);
};
/** Those in which this device has a seat: all that a guest of a house knows of. */
export const heldGames = async (lang: string): Promise<Summary[]> => {
  const pages = (await mine()).map(({ name }) => myGames(name, 'all', 1, lang));
  const found = (await Promise.all(pages)).flatMap((page) => page.games.map(({ game }) => game));
  return [...new Map(found.map((game) => [game.id, game])).values()];
};
export const open = (wish: NewTable): Promise<Summary> =>
  post('api/tables', JSON.stringify(wish), 'application/json');
export const load = (file: Blob, ownDice = false): Promise<Summary> =>
  post(`api/tables/load${ownDice ? '?own_dice=true' : ''}`, file, 'text/plain');
export const checkPosition = (setup: PositionWish, lang: string): Promise<CheckedPosition> =>
  post(`api/cardboard/position?lang=${lang}`, JSON.stringify(setup), 'application/json');
export const padScore = (pad: ScorePad, lang: string): Promise<PadScore> =>
  post(`api/cardboard/score?lang=${lang}`, JSON.stringify(pad), 'application/json');
export const past = (
  id: string,
  since: number,
  lang: string,
  until: number | null = null,
): Promise<Past[]> => {
  const before = until === null ? '' : `&until=${until}`;
  return get(`api/tables/${encodeURIComponent(id)}/past?since=${since}&lang=${lang}${before}`);
};
export const table = (id: string, lang: string): Promise<Table> =>
  get(`api/tables/${encodeURIComponent(id)}?seat=-&lang=${lang}`);
/** Without anything that a person has written. */
export const bareRecord = async (id: string): Promise<string> =>
  (await ask(`api/tables/${encodeURIComponent(id)}/record?bare=true`)).text();
export const setupOf = (id: string): Promise<SetupInfo> =>
  get(`api/tables/${encodeURIComponent(id)}/setup`);
export const drawSetup = (wish: SetupWish, lang: string): Promise<SetupTable> =>
  post(`api/setups?lang=${lang}`, JSON.stringify(wish), 'application/json');
export const setup = (code: string, lang: string): Promise<SetupTable> =>
  get(`api/setups/${encodeURIComponent(code)}?lang=${lang}`);
export const branch = (id: string, log: number): Promise<Summary> =>
  post(`api/tables/${encodeURIComponent(id)}/branch`, JSON.stringify({ log }), 'application/json');
/** The next game of those who sit at a table, which plays these seats. */
export const rematch = (
  id: string,
  setup: boolean,
  seats: readonly string[] | null,
): Promise<Summary> => {
  const who = seats ? `?seat=${seats.join(',') || '-'}` : '';
  const path = `api/tables/${encodeURIComponent(id)}/rematch${who}`;
  return post(path, JSON.stringify({ setup }), 'application/json');
};
const notePath = (id: string, seat: string): string =>
  `api/tables/${encodeURIComponent(id)}/note?seat=${seat}`;
export const note = (id: string, seat: string): Promise<SeatNote> => get(notePath(id, seat));
/** Also where the page goes meanwhile. */
export const writeNote = async (
  id: string,
  seat: string,
  number: number,
  text: string,
): Promise<SeatNote> => {
  const request = {
    method: 'PUT',
    body: JSON.stringify({ number, text }),
    headers: { 'content-type': 'application/json' },
    keepalive: true,
  };
  return (await (await ask(notePath(id, seat), request)).json()) as SeatNote;
};
export const remove = async (id: string): Promise<void> => {
  await ask(`api/tables/${encodeURIComponent(id)}`, { method: 'DELETE' });
};
const JSON_TEXT = 'application/json';
const seatPath = (id: string, seat: Colour): string =>
  `api/tables/${encodeURIComponent(id)}/seats/${seat}`;
const joinPath = (secret: string): string => `api/join/${encodeURIComponent(secret)}`;
const put = async (path: string, body: unknown): Promise<void> => {
  const headers = { 'content-type': JSON_TEXT };
  await ask(path, { method: 'PUT', body: JSON.stringify(body), headers });
};
export const invitation = (secret: string, lang: string): Promise<Invitation> =>
  get(`${joinPath(secret)}?lang=${lang}`);
export const accept = (secret: string, name: string): Promise<Place> =>
  post(joinPath(secret), JSON.stringify({ name }), JSON_TEXT);
export const sitDown = (id: string, seat: Colour, name: string): Promise<Place> =>
  post(seatPath(id, seat), JSON.stringify({ name }), JSON_TEXT);
export const rename = (id: string, seat: Colour, name: string): Promise<void> =>
  put(`${seatPath(id, seat)}/name`, { name });
export const seatBot = (id: string, seat: Colour, bot: string): Promise<void> =>
  put(`${seatPath(id, seat)}/bot`, { bot });
export const standUp = async (id: string, seat: Colour): Promise<void> => {
  await ask(seatPath(id, seat), { method: 'DELETE' });
};
export const newLink = (id: string, wish: LinkWish): Promise<SeatLink> =>
  post(`api/tables/${encodeURIComponent(id)}/links`, JSON.stringify(wish), JSON_TEXT);
const bansPath = (id: string): string => `api/tables/${encodeURIComponent(id)}/bans`;
export const bans = (id: string): Promise<Ban[]> => get(bansPath(id));
export const ban = async (id: string, seat: Colour): Promise<void> => {
  await ask(bansPath(id), {
    method: 'POST',
    body: JSON.stringify({ seat }),
    headers: { 'content-type': JSON_TEXT },
  });
};
export const unban = async (id: string, one: string): Promise<void> => {
  await ask(`${bansPath(id)}/${encodeURIComponent(one)}`, { method: 'DELETE' });
};
export const endLink = async (id: string, seat: Colour | null): Promise<void> => {
  await ask(`api/tables/${encodeURIComponent(id)}/links/${seat ?? '-'}`, { method: 'DELETE' });
};
export const moveLink = (): Promise<MoveLink> => post('api/mine/link', '', JSON_TEXT);
export const takeSeats = (secret: string): Promise<Moved> =>
  post(`api/mine/link/${encodeURIComponent(secret)}`, '', JSON_TEXT);
const whose = (name: string): string => `name=${encodeURIComponent(name)}`;
export const mine = (): Promise<MyName[]> => get('api/mine');
export const myGames = (name: string, which: Which, page: number, lang: string): Promise<MyGames> =>
  get(`api/mine/games?${whose(name)}&which=${which}&page=${String(page)}&lang=${lang}`);
export const myStatistics = (name: string): Promise<MyStatistics> =>
  get(`api/mine/statistics?${whose(name)}`);
export const exportAddress = (name: string): string => `api/mine/export?${whose(name)}`;
export const removeMine = async (name: string): Promise<void> => {
  await ask(`api/mine?${whose(name)}`, { method: 'DELETE' });
};
export const tellings = (): Promise<Tellings> => get('api/notify');
export const addAddress = (wish: NewAddress): Promise<Tellings> =>
  post('api/notify', JSON.stringify(wish), 'application/json');
export const beQuiet = (quiet: QuietHours | null): Promise<Tellings> =>
  post('api/notify/quiet', JSON.stringify({ quiet }), 'application/json');
export const testAddress = async (id: string): Promise<void> => {
  await ask(`api/notify/${id}/test`, { method: 'POST' });
};
export const removeAddress = async (id: string): Promise<void> => {
  await ask(`api/notify/${id}`, { method: 'DELETE' });
};
/** Everything of this device, by whatever name. */
export const forgetDevice = async (): Promise<void> => {
  await ask('api/mine', { method: 'DELETE' });
};
const analysisPath = (id: string): string => `api/tables/${encodeURIComponent(id)}/analysis`;
export const analysis = (id: string, lang: string, since: number): Promise<Analysed> =>
  get(`${analysisPath(id)}?since=${since}&lang=${lang}`);
export const analyse = async (id: string): Promise<void> => {
  await ask(analysisPath(id), { method: 'POST' });
};
export const stopAnalysis = async (id: string): Promise<void> => {
  await ask(analysisPath(id), { method: 'DELETE' });
};
export const analysisAddress = (id: string, kind: 'svg' | 'txt', lang: string): string =>
  `${analysisPath(id)}/${kind}?lang=${lang}`;
export const recordAddress = (id: string): string =>
  `api/tables/${encodeURIComponent(id)}/record?names=true`;
