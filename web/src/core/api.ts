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
  NotificationSettings,
  Which,
} from '../protocol.gen';
import type { Texts } from './textFormat';

/** A refusal of the server, in English, or that it did not answer. */
export class ApiError extends Error {
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
    throw new ApiError('no-answer');
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw isProblem(body) ? new ApiError(body.code, body) : new ApiError('failed');
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function post<T>(path: string, body: unknown = null): Promise<T> {
  return (await (await ask(path, json('POST', body))).json()) as T;
}

async function upload<T>(path: string, body: Blob): Promise<T> {
  const headers = { 'content-type': 'text/plain' };
  return (await (await ask(path, { method: 'POST', body, headers })).json()) as T;
}

async function tell(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<void> {
  await ask(path, body === undefined ? { method } : json(method, body));
}

function json(method: string, body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, body: body === null ? '' : JSON.stringify(body) };
}

const of = (id: string): string => `api/tables/${encodeURIComponent(id)}`;

export const serverInfo = (): Promise<ServerInfo> => get('api/server');
export const texts = (lang: string): Promise<Texts> => get(`api/words/${lang}`);
export const rules = (lang: string, find = ''): Promise<RuleSection[]> =>
  get(`api/rules/${lang}?find=${encodeURIComponent(find)}`);
export const lessonStep = (lesson: string, number: number, lang: string): Promise<Table> =>
  get(`api/lessons/${lesson}/${String(number)}?lang=${lang}`);
export const puzzles = (day: string): Promise<Puzzles> => get(`api/puzzles?day=${day}`);
export const edition = (key: string, lang: string): Promise<Box> =>
  get(`api/editions/${key}?lang=${lang}`);
export const uploadEdition = (file: Blob): Promise<EditionRef> => upload('api/editions', file);
export const games = (which: GameKind, before: string | null, lang: string): Promise<GamePage> => {
  const since = before === null ? '' : `&before=${encodeURIComponent(before)}`;
  return get(`api/tables?which=${which}&lang=${lang}${since}`);
};
/** Those in which this device has a seat: all that a guest of a house knows of. */
export const gamesOfDevice = async (lang: string): Promise<Summary[]> => {
  const pages = (await myNames()).map(({ name }) => myGames(name, 'all', 1, lang));
  const found = (await Promise.all(pages)).flatMap((page) => page.games.map(({ game }) => game));
  return [...new Map(found.map((game) => [game.id, game])).values()];
};
export const createGame = (wish: NewTable): Promise<Summary> => post('api/tables', wish);
export const uploadGame = (file: Blob, ownDice = false): Promise<Summary> =>
  upload(`api/tables/load${ownDice ? '?own_dice=true' : ''}`, file);
export const checkPosition = (setup: PositionWish, lang: string): Promise<CheckedPosition> =>
  post(`api/tabletop/position?lang=${lang}`, setup);
export const scorePad = (pad: ScorePad, lang: string): Promise<PadScore> =>
  post(`api/tabletop/score?lang=${lang}`, pad);
export const positionsSince = (
  id: string,
  since: number,
  lang: string,
  until: number | null = null,
): Promise<Past[]> => {
  const before = until === null ? '' : `&until=${until}`;
  return get(`${of(id)}/past?since=${since}&lang=${lang}${before}`);
};
export const fetchTable = (id: string, lang: string): Promise<Table> =>
  get(`${of(id)}?seat=-&lang=${lang}`);
/** Without anything that a person has written. */
export const anonymousRecord = async (id: string): Promise<string> =>
  (await ask(`${of(id)}/record?bare=true`)).text();
export const setupOf = (id: string): Promise<SetupInfo> => get(`${of(id)}/setup`);
export const drawSetup = (wish: SetupWish, lang: string): Promise<SetupTable> =>
  post(`api/setups?lang=${lang}`, wish);
export const setup = (code: string, lang: string): Promise<SetupTable> =>
  get(`api/setups/${encodeURIComponent(code)}?lang=${lang}`);
export const branch = (id: string, log: number): Promise<Summary> =>
  post(`${of(id)}/branch`, { log });
/** The next game of those who sit at a table, which plays these seats. */
export const rematch = (
  id: string,
  setup: boolean,
  seats: readonly string[] | null,
): Promise<Summary> => {
  const who = seats ? `?seat=${seats.join(',') || '-'}` : '';
  return post(`${of(id)}/rematch${who}`, { setup });
};
const notePath = (id: string, seat: string): string => `${of(id)}/note?seat=${seat}`;
export const seatNote = (id: string, seat: string): Promise<SeatNote> => get(notePath(id, seat));
/** Also where the page goes meanwhile. */
export const saveSeatNote = async (
  id: string,
  seat: string,
  number: number,
  text: string,
): Promise<SeatNote> => {
  const request = { ...json('PUT', { number, text }), keepalive: true };
  return (await (await ask(notePath(id, seat), request)).json()) as SeatNote;
};
export const removeGame = (id: string): Promise<void> => tell('DELETE', of(id));
const seatPath = (id: string, seat: Colour): string => `${of(id)}/seats/${seat}`;
const joinPath = (secret: string): string => `api/join/${encodeURIComponent(secret)}`;
export const invitation = (secret: string, lang: string): Promise<Invitation> =>
  get(`${joinPath(secret)}?lang=${lang}`);
export const acceptInvitation = (secret: string, name: string): Promise<Place> =>
  post(joinPath(secret), { name });
export const takeSeat = (id: string, seat: Colour, name: string): Promise<Place> =>
  post(seatPath(id, seat), { name });
export const renamePlayer = (id: string, seat: Colour, name: string): Promise<void> =>
  tell('PUT', `${seatPath(id, seat)}/name`, { name });
export const seatBot = (id: string, seat: Colour, bot: string): Promise<void> =>
  tell('PUT', `${seatPath(id, seat)}/bot`, { bot });
export const leaveSeat = (id: string, seat: Colour): Promise<void> =>
  tell('DELETE', seatPath(id, seat));
export const createSeatLink = (id: string, wish: LinkWish): Promise<SeatLink> =>
  post(`${of(id)}/links`, wish);
export const bans = (id: string): Promise<Ban[]> => get(`${of(id)}/bans`);
export const ban = (id: string, seat: Colour): Promise<void> =>
  tell('POST', `${of(id)}/bans`, { seat });
export const unban = (id: string, one: string): Promise<void> =>
  tell('DELETE', `${of(id)}/bans/${encodeURIComponent(one)}`);
export const endSeatLink = (id: string, seat: Colour | null): Promise<void> =>
  tell('DELETE', `${of(id)}/links/${seat ?? '-'}`);
export const createDeviceLink = (): Promise<MoveLink> => post('api/mine/link');
export const moveSeats = (secret: string): Promise<Moved> =>
  post(`api/mine/link/${encodeURIComponent(secret)}`);
const whose = (name: string): string => `name=${encodeURIComponent(name)}`;
export const myNames = (): Promise<MyName[]> => get('api/mine');
export const myGames = (name: string, which: Which, page: number, lang: string): Promise<MyGames> =>
  get(`api/mine/games?${whose(name)}&which=${which}&page=${String(page)}&lang=${lang}`);
export const myStatistics = (name: string): Promise<MyStatistics> =>
  get(`api/mine/statistics?${whose(name)}`);
export const exportUrl = (name: string): string => `api/mine/export?${whose(name)}`;
export const removeMyGames = (name: string): Promise<void> =>
  tell('DELETE', `api/mine?${whose(name)}`);
export const notificationSettings = (): Promise<NotificationSettings> => get('api/notify');
export const addAddress = (wish: NewAddress): Promise<NotificationSettings> =>
  post('api/notify', wish);
export const setQuietHours = (quiet: QuietHours | null): Promise<NotificationSettings> =>
  post('api/notify/quiet', { quiet });
export const testAddress = (id: string): Promise<void> => tell('POST', `api/notify/${id}/test`);
export const removeAddress = (id: string): Promise<void> => tell('DELETE', `api/notify/${id}`);
/** Everything of this device, by whatever name. */
export const forgetDevice = (): Promise<void> => tell('DELETE', 'api/mine');
export const analysis = (id: string, lang: string, since: number): Promise<Analysed> =>
  get(`${of(id)}/analysis?since=${since}&lang=${lang}`);
export const startAnalysis = (id: string): Promise<void> => tell('POST', `${of(id)}/analysis`);
export const stopAnalysis = (id: string): Promise<void> => tell('DELETE', `${of(id)}/analysis`);
export const analysisUrl = (id: string, kind: 'svg' | 'txt', lang: string): string =>
  `${of(id)}/analysis/${kind}?lang=${lang}`;
export const recordUrl = (id: string): string => `${of(id)}/record?names=true`;
