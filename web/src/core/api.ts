import type * as wire from '../protocol.gen';
import type { Texts } from './textFormat';
import { transport } from './transport';

/** A problem that the page finds: no answer from the server, or a link in its own address. */
type PageProblem = 'no-answer' | 'bad-link';

/** The server refused a request, or did not answer. The message is in English. */
export class ApiError extends Error {
  readonly code: wire.ProblemCode | PageProblem;
  readonly problem: wire.RequestProblem | null;

  constructor(code: wire.ProblemCode | PageProblem, problem: wire.RequestProblem | null = null) {
    super(problem?.reason ?? code);
    this.code = code;
    this.problem = problem;
  }
}

function isProblem(value: unknown): value is wire.RequestProblem {
  return typeof value === 'object' && value !== null && 'reason' in value && 'fix' in value;
}

/** Send a request, and return the response. Throws an ApiError unless it succeeds. */
async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await transport().fetch(path, init);
  } catch {
    throw new ApiError('no-answer');
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw isProblem(body) ? new ApiError(body.code, body) : new ApiError('failed');
}

async function requestJson<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await request(path, init)).json()) as T;
}

const get = <T>(path: string): Promise<T> => requestJson(path);

const post = <T>(path: string, body: unknown = null): Promise<T> =>
  requestJson(path, json('POST', body));

const upload = <T>(path: string, body: Blob): Promise<T> =>
  requestJson(path, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });

/** Send a request whose response has no content. */
async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<void> {
  await request(path, body === undefined ? { method } : json(method, body));
}

function json(method: string, body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, body: body === null ? '' : JSON.stringify(body) };
}

const tablePath = (id: string): string => `api/tables/${encodeURIComponent(id)}`;
const seatPath = (id: string, seat: wire.Colour): string => `${tablePath(id)}/seats/${seat}`;
const notePath = (id: string, seat: string): string => `${tablePath(id)}/note?seat=${seat}`;
const dealPath = (code: string): string => `api/deals/${encodeURIComponent(code)}`;
const joinPath = (secret: string): string => `api/join/${encodeURIComponent(secret)}`;
const nameQuery = (name: string): string => `name=${encodeURIComponent(name)}`;

export const serverInfo = (): Promise<wire.ServerInfo> => get('api/server');
export const texts = (lang: string, part = ''): Promise<Texts> =>
  get(`api/words/${lang}${part && `?part=${part}`}`);
export const rules = (lang: string, find = ''): Promise<wire.RuleSection[]> =>
  get(`api/rules/${lang}?find=${encodeURIComponent(find)}`);
export const printedRules = (lang: string): Promise<wire.RuleSection[]> =>
  get(`api/rules/${lang}?printed=true`);
export const lessonStep = (lesson: string, number: number, lang: string): Promise<wire.Table> =>
  get(`api/lessons/${lesson}/${String(number)}?lang=${lang}`);
export const puzzles = (day: string): Promise<wire.Puzzles> => get(`api/puzzles?day=${day}`);
export const edition = (key: string, lang: string): Promise<wire.Box> =>
  get(`api/editions/${key}?lang=${lang}`);
export const editionFileUrl = (key: string): string => `api/editions/${key}/file`;
export const checkBox = (box: wire.EnteredBox, lang: string): Promise<wire.CheckedBox> =>
  post(`api/box?lang=${lang}`, box);
export const sharedBox = (code: string): Promise<wire.EnteredBox> =>
  get(`api/box/${encodeURIComponent(code)}`);
export const readBoxFile = (file: Blob): Promise<wire.EnteredBox> => upload('api/box/file', file);
export const uploadEdition = (file: Blob): Promise<wire.EditionRef> => upload('api/editions', file);
export const games = (
  which: wire.GameKind,
  before: string | null,
  lang: string,
): Promise<wire.GamePage> => {
  const query = before === null ? '' : `&before=${encodeURIComponent(before)}`;
  return get(`api/tables?which=${which}&lang=${lang}${query}`);
};
/** Return the games in which this device has a seat. A guest can list no other games. */
export const gamesOfDevice = async (lang: string): Promise<wire.Summary[]> => {
  const pages = (await myNames()).map(({ name }) => myGames(name, 'all', 1, lang));
  const games = (await Promise.all(pages)).flatMap((page) => page.games.map(({ game }) => game));
  return [...new Map(games.map((game) => [game.id, game])).values()];
};
export const createGame = (game: wire.NewTable): Promise<wire.Summary> => post('api/tables', game);
export const uploadGame = (file: Blob, ownDice = false, edition = ''): Promise<wire.Summary> => {
  const query = edition && `&edition=${edition}`;
  return upload(`api/tables/load?own_dice=${String(ownDice)}${query}`, file);
};
export const checkPosition = (
  position: wire.PositionWish,
  lang: string,
): Promise<wire.CheckedPosition> => post(`api/tabletop/position?lang=${lang}`, position);
export const scorePad = (pad: wire.ScorePad, lang: string): Promise<wire.PadScore> =>
  post(`api/tabletop/score?lang=${lang}`, pad);
export const positionsSince = (
  id: string,
  since: number,
  lang: string,
  until: number | null = null,
): Promise<wire.Past[]> => {
  const query = until === null ? '' : `&until=${until}`;
  return get(`${tablePath(id)}/past?since=${since}&lang=${lang}${query}`);
};
export const fetchTable = (id: string, lang: string): Promise<wire.Table> =>
  get(`${tablePath(id)}?seat=-&lang=${lang}`);
export const seasonUrl = (id: string, format: '' | '/csv', lang: string): string =>
  `${tablePath(id)}/season${format}?lang=${lang}`;
export const season = (id: string, lang: string): Promise<wire.Season> =>
  get(seasonUrl(id, '', lang));
export const setSeason = (id: string, name: string): Promise<void> =>
  send('PUT', `${tablePath(id)}/season?${nameQuery(name)}`);
export const summary = (id: string, lang: string): Promise<wire.Summary> =>
  get(`${tablePath(id)}/summary?lang=${lang}`);
/** Return the record of a game with the names of its players. */
export const record = async (id: string): Promise<string> => (await request(recordUrl(id))).text();
/** Return the record of a game without texts that people wrote. */
export const anonymousRecord = async (id: string): Promise<string> =>
  (await request(`${tablePath(id)}/record?bare=true`)).text();
export const setupOf = (id: string): Promise<wire.SetupInfo> => get(`${tablePath(id)}/setup`);
export const drawSetup = (options: wire.SetupWish, lang: string): Promise<wire.SetupTable> =>
  post(`api/setups?lang=${lang}`, options);
export const setup = (code: string, lang: string, edition?: string): Promise<wire.SetupTable> => {
  const query = edition === undefined ? '' : `&edition=${edition}`;
  return get(`api/setups/${encodeURIComponent(code)}?lang=${lang}${query}`);
};
export const deals = (opponent: string): Promise<string[]> => get(`api/deals?opponent=${opponent}`);
export const deal = (code: string): Promise<wire.DealInfo> => get(dealPath(code));
/** Check a game of a deal, sent as a record or as the text of a link. */
export const sentResult = (code: string, game: Blob): Promise<wire.DealResult> =>
  upload(`${dealPath(code)}/result`, game);
export const ownResult = (id: string): Promise<wire.DealResult | null> =>
  get(`${tablePath(id)}/deal`);
export const branch = (id: string, log: number): Promise<wire.Summary> =>
  post(`${tablePath(id)}/branch`, { log });
/** Create the next game of the same players; this page plays `seats`. */
export const rematch = (
  id: string,
  setup: boolean,
  seats: readonly string[] | null,
): Promise<wire.Summary> => {
  const query = seats ? `?seat=${seats.join(',') || '-'}` : '';
  return post(`${tablePath(id)}/rematch${query}`, { setup });
};
export const seatNote = (id: string, seat: string): Promise<wire.SeatNote> =>
  get(notePath(id, seat));
/** The browser completes this request even if the page closes. */
export const saveSeatNote = (
  id: string,
  seat: string,
  number: number,
  text: string,
): Promise<wire.SeatNote> =>
  requestJson(notePath(id, seat), { ...json('PUT', { number, text }), keepalive: true });
export const removeGame = (id: string): Promise<void> => send('DELETE', tablePath(id));
export const invitation = (secret: string, lang: string): Promise<wire.Invitation> =>
  get(`${joinPath(secret)}?lang=${lang}`);
export const acceptInvitation = (secret: string, name: string): Promise<wire.Place> =>
  post(joinPath(secret), { name });
export const takeSeat = (id: string, seat: wire.Colour, name: string): Promise<wire.Place> =>
  post(seatPath(id, seat), { name });
export const renamePlayer = (id: string, seat: wire.Colour, name: string): Promise<void> =>
  send('PUT', `${seatPath(id, seat)}/name`, { name });
export const seatBot = (id: string, seat: wire.Colour, bot: string): Promise<void> =>
  send('PUT', `${seatPath(id, seat)}/bot`, { bot });
export const leaveSeat = (id: string, seat: wire.Colour): Promise<void> =>
  send('DELETE', seatPath(id, seat));
export const createSeatLink = (id: string, link: wire.LinkWish): Promise<wire.SeatLink> =>
  post(`${tablePath(id)}/links`, link);
export const bans = (id: string): Promise<wire.Ban[]> => get(`${tablePath(id)}/bans`);
export const ban = (id: string, seat: wire.Colour): Promise<void> =>
  send('POST', `${tablePath(id)}/bans`, { seat });
export const unban = (id: string, ban: string): Promise<void> =>
  send('DELETE', `${tablePath(id)}/bans/${encodeURIComponent(ban)}`);
export const endSeatLink = (id: string, seat: wire.Colour | null): Promise<void> =>
  send('DELETE', `${tablePath(id)}/links/${seat ?? '-'}`);
export const createDeviceLink = (): Promise<wire.MoveLink> => post('api/mine/link');
export const moveSeats = (secret: string): Promise<wire.Moved> =>
  post(`api/mine/link/${encodeURIComponent(secret)}`);
export const myNames = (): Promise<wire.MyName[]> => get('api/mine');
export const myGames = (
  name: string,
  which: wire.Which,
  page: number,
  lang: string,
): Promise<wire.MyGames> =>
  get(`api/mine/games?${nameQuery(name)}&which=${which}&page=${String(page)}&lang=${lang}`);
/** Return the results with the same people: of a name, or at a table. */
export const myPeople = (
  of: { name: string } | { table: string },
  lang: string,
): Promise<wire.SamePeople[]> =>
  get(`api/mine/people?${new URLSearchParams({ ...of, lang }).toString()}`);
export const myStatistics = (name: string): Promise<wire.MyStatistics> =>
  get(`api/mine/statistics?${nameQuery(name)}`);
export const exportUrl = (name: string): string => `api/mine/export?${nameQuery(name)}`;
export const removeMyGames = (name: string): Promise<void> =>
  send('DELETE', `api/mine?${nameQuery(name)}`);
export const notificationSettings = (): Promise<wire.NotificationSettings> => get('api/notify');
export const addAddress = (address: wire.NewAddress): Promise<wire.NotificationSettings> =>
  post('api/notify', address);
export const setQuietHours = (quiet: wire.QuietHours | null): Promise<wire.NotificationSettings> =>
  post('api/notify/quiet', { quiet });
export const testAddress = (id: string): Promise<void> => send('POST', `api/notify/${id}/test`);
export const removeAddress = (id: string): Promise<void> => send('DELETE', `api/notify/${id}`);
/** Delete all names and games of this device. */
export const forgetDevice = (): Promise<void> => send('DELETE', 'api/mine');
export const analysis = (id: string, lang: string, since: number): Promise<wire.Analysed> =>
  get(`${tablePath(id)}/analysis?since=${since}&lang=${lang}`);
export const startAnalysis = (id: string): Promise<void> =>
  send('POST', `${tablePath(id)}/analysis`);
export const stopAnalysis = (id: string): Promise<void> =>
  send('DELETE', `${tablePath(id)}/analysis`);
export const analysisUrl = (id: string, kind: 'svg' | 'txt', lang: string): string =>
  `${tablePath(id)}/analysis/${kind}?lang=${lang}`;
export const recordUrl = (id: string): string => `${tablePath(id)}/record?names=true`;
