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
const bansPath = (id: string | null): string => `${id === null ? 'api' : tablePath(id)}/bans`;
const notePath = (id: string, seat: string): string => `${tablePath(id)}/note?seat=${seat}`;
const dealPath = (code: string): string => `api/deals/${encodeURIComponent(code)}`;
const joinPath = (secret: string): string => `api/join/${encodeURIComponent(secret)}`;
const nameQuery = (name: string): string => `name=${encodeURIComponent(name)}`;

export const serverInfo = () => get<wire.ServerInfo>('api/server');
export const texts = (lang: string, part = '') =>
  get<Texts>(`api/words/${lang}${part && `?part=${part}`}`);
export const rules = (lang: string, find = '') =>
  get<wire.RuleSection[]>(`api/rules/${lang}?find=${encodeURIComponent(find)}`);
export const printedRules = (lang: string) =>
  get<wire.RuleSection[]>(`api/rules/${lang}?printed=true`);
export const lessonStep = (lesson: string, number: number, lang: string) =>
  get<wire.Table>(`api/lessons/${lesson}/${String(number)}?lang=${lang}`);
export const puzzles = (day: string) => get<wire.Puzzles>(`api/puzzles?day=${day}`);
export const edition = (key: string, lang: string) =>
  get<wire.Box>(`api/editions/${key}?lang=${lang}`);
export const editionFileUrl = (key: string) => `api/editions/${key}/file`;
export const editionFile = async (key: string): Promise<string> =>
  (await request(editionFileUrl(key))).text();
export const checkBox = (box: wire.EnteredBox, lang: string) =>
  post<wire.CheckedBox>(`api/box?lang=${lang}`, box);
export const sharedBox = (code: string) =>
  get<wire.EnteredBox>(`api/box/${encodeURIComponent(code)}`);
export const readBoxFile = (file: Blob) => upload<wire.EnteredBox>('api/box/file', file);
export const uploadEdition = (file: Blob) => upload<wire.EditionRef>('api/editions', file);
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
export const createGame = (game: wire.NewTable) => post<wire.Summary>('api/tables', game);
export const uploadGame = (file: Blob, ownDice = false, edition = ''): Promise<wire.Summary> => {
  const query = edition && `&edition=${edition}`;
  return upload(`api/tables/load?own_dice=${String(ownDice)}${query}`, file);
};
export const checkPosition = (position: wire.PositionWish, lang: string) =>
  post<wire.CheckedPosition>(`api/tabletop/position?lang=${lang}`, position);
export const scorePad = (pad: wire.ScorePad, lang: string) =>
  post<wire.PadScore>(`api/tabletop/score?lang=${lang}`, pad);
export const positionsSince = (
  id: string,
  since: number,
  lang: string,
  until: number | null = null,
): Promise<wire.Past[]> => {
  const query = until === null ? '' : `&until=${until}`;
  return get(`${tablePath(id)}/past?since=${since}&lang=${lang}${query}`);
};
export const fetchTable = (id: string, lang: string) =>
  get<wire.Table>(`${tablePath(id)}?seat=-&lang=${lang}`);
export const seasonUrl = (id: string, format: '' | '/csv', lang: string) =>
  `${tablePath(id)}/season${format}?lang=${lang}`;
export const season = (id: string, lang: string) => get<wire.Season>(seasonUrl(id, '', lang));
export const setSeason = (id: string, name: string) =>
  send('PUT', `${tablePath(id)}/season?${nameQuery(name)}`);
export const summary = (id: string, lang: string) =>
  get<wire.Summary>(`${tablePath(id)}/summary?lang=${lang}`);
/** Return the record of a game with the names of its players. */
export const record = async (id: string): Promise<string> => (await request(recordUrl(id))).text();
/** Return the record of a game without texts that people wrote. */
export const anonymousRecord = async (id: string): Promise<string> =>
  (await request(`${tablePath(id)}/record?bare=true`)).text();
export const setupOf = (id: string) => get<wire.SetupInfo>(`${tablePath(id)}/setup`);
export const drawSetup = (options: wire.SetupWish, lang: string) =>
  post<wire.SetupTable>(`api/setups?lang=${lang}`, options);
export const setup = (code: string, lang: string, edition?: string): Promise<wire.SetupTable> => {
  const query = edition === undefined ? '' : `&edition=${edition}`;
  return get(`api/setups/${encodeURIComponent(code)}?lang=${lang}${query}`);
};
export const deals = (opponent: string) => get<string[]>(`api/deals?opponent=${opponent}`);
export const deal = (code: string) => get<wire.DealInfo>(dealPath(code));
/** Check a game of a deal, sent as a record or as the text of a link. */
export const sentResult = (code: string, game: Blob) =>
  upload<wire.DealResult>(`${dealPath(code)}/result`, game);
export const ownResult = (id: string) => get<wire.DealResult | null>(`${tablePath(id)}/deal`);
export const branch = (id: string, log: number) =>
  post<wire.Summary>(`${tablePath(id)}/branch`, { log });
/** Create the next game of the same players; this page plays `seats`. */
export const rematch = (
  id: string,
  setup: boolean,
  seats: readonly string[] | null,
): Promise<wire.Summary> => {
  const query = seats ? `?seat=${seats.join(',') || '-'}` : '';
  return post(`${tablePath(id)}/rematch${query}`, { setup });
};
export const seatNote = (id: string, seat: string) => get<wire.SeatNote>(notePath(id, seat));
/** The browser completes this request even if the page closes. */
export const saveSeatNote = (id: string, seat: string, number: number, text: string) =>
  requestJson<wire.SeatNote>(notePath(id, seat), {
    ...json('PUT', { number, text }),
    keepalive: true,
  });
export const removeGame = (id: string) => send('DELETE', tablePath(id));
export const invitation = (secret: string, lang: string) =>
  get<wire.Invitation>(`${joinPath(secret)}?lang=${lang}`);
export const acceptInvitation = (secret: string, name: string) =>
  post<wire.Place>(joinPath(secret), { name });
export const takeSeat = (id: string, seat: wire.Colour, name: string) =>
  post<wire.Place>(seatPath(id, seat), { name });
export const renamePlayer = (id: string, seat: wire.Colour, name: string) =>
  send('PUT', `${seatPath(id, seat)}/name`, { name });
export const seatBot = (id: string, seat: wire.Colour, bot: string) =>
  send('PUT', `${seatPath(id, seat)}/bot`, { bot });
export const leaveSeat = (id: string, seat: wire.Colour) => send('DELETE', seatPath(id, seat));
export const createSeatLink = (id: string, link: wire.LinkWish) =>
  post<wire.SeatLink>(`${tablePath(id)}/links`, link);
/** Return the bans from a table; null means the server. */
export const bans = (id: string | null) => get<wire.Ban[]>(bansPath(id));
export const ban = (id: string, wish: wire.BanWish) => send('POST', bansPath(id), wish);
export const unban = (id: string | null, ban: string) =>
  send('DELETE', `${bansPath(id)}/${encodeURIComponent(ban)}`);
export const removeTexts = (id: string, seat: wire.Colour) =>
  send('DELETE', `${seatPath(id, seat)}/texts`);
export const endSeatLink = (id: string, seat: wire.Colour | null) =>
  send('DELETE', `${tablePath(id)}/links/${seat ?? '-'}`);
export const createDeviceLink = () => post<wire.MoveLink>('api/mine/link');
export const moveSeats = (secret: string) =>
  post<wire.Moved>(`api/mine/link/${encodeURIComponent(secret)}`);
export const myNames = () => get<wire.MyName[]>('api/mine');
export const myGames = (name: string, which: wire.Which, page: number, lang: string) =>
  get<wire.MyGames>(
    `api/mine/games?${nameQuery(name)}&which=${which}&page=${String(page)}&lang=${lang}`,
  );
/** Return the results with the same people: of a name, or at a table. */
export const myPeople = (of: { name: string } | { table: string }, lang: string) =>
  get<wire.SamePeople[]>(`api/mine/people?${new URLSearchParams({ ...of, lang }).toString()}`);
export const myStatistics = (name: string) =>
  get<wire.MyStatistics>(`api/mine/statistics?${nameQuery(name)}`);
export const exportUrl = (name: string) => `api/mine/export?${nameQuery(name)}`;
export const removeMyGames = (name: string) => send('DELETE', `api/mine?${nameQuery(name)}`);
export const notificationSettings = () => get<wire.NotificationSettings>('api/notify');
export const addAddress = (address: wire.NewAddress) =>
  post<wire.NotificationSettings>('api/notify', address);
export const setQuietHours = (quiet: wire.QuietHours | null) =>
  post<wire.NotificationSettings>('api/notify/quiet', { quiet });
export const testAddress = (id: string) => send('POST', `api/notify/${id}/test`);
export const removeAddress = (id: string) => send('DELETE', `api/notify/${id}`);
/** Delete all names and games of this device. */
export const forgetDevice = () => send('DELETE', 'api/mine');
export const analysis = (id: string, lang: string, since: number) =>
  get<wire.Analysed>(`${tablePath(id)}/analysis?since=${since}&lang=${lang}`);
export const startAnalysis = (id: string) => send('POST', `${tablePath(id)}/analysis`);
export const stopAnalysis = (id: string) => send('DELETE', `${tablePath(id)}/analysis`);
export const analysisUrl = (id: string, kind: 'svg' | 'txt', lang: string) =>
  `${tablePath(id)}/analysis/${kind}?lang=${lang}`;
export const recordUrl = (id: string) => `${tablePath(id)}/record?names=true`;
