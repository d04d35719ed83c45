// Lists of games: their filters, groups and labels.
import type { GameKind, GamePage, ServerInfo, Summary } from '../protocol.gen.ts';
import { clockLabel } from './clocks.ts';
import type { Translate } from './textFormat.ts';

export const KINDS: readonly GameKind[] = ['running', 'open', 'over', 'all'];
/** The server stops counting after this number. */
const MAX_COUNT = 100;

export function gameCountText(games: number): string {
  return games > MAX_COUNT ? `${String(MAX_COUNT)}+` : String(games);
}

/** Load pages until there are `minimum` games of a kind, and return them with the last page. */
export async function loadFirstGames(
  kind: GameKind,
  minimum: number,
  loadPage: (kind: GameKind, before: string | null) => Promise<GamePage>,
): Promise<{ games: Summary[]; page: GamePage }> {
  const games = new Map<string, Summary>(); // a game that changes can be on two pages
  let page: GamePage;
  let before: string | null = null;
  do {
    page = await loadPage(kind, before);
    before = page.before;
    for (const game of page.games) if (!games.has(game.id)) games.set(game.id, game);
  } while (before !== null && games.size < minimum);
  return { games: [...games.values()], page };
}

/** Return the games with this number of players; null stands for any number. */
export function withPlayerCount(games: readonly Summary[], players: number | null): Summary[] {
  return games.filter((game) => players === null || players === playerCount(game));
}

export function playerCount(game: Summary): number {
  return game.seats.filter((seat) => seat.kind !== 'ivan').length;
}

/** Whether the game belongs to the reader. A local reader owns all games that are not public. */
export function isMine(game: Summary): boolean {
  return game.access !== 'public' || game.yours.length > 0 || game.is_host;
}

/** Whether the reader may take a seat without a link. */
export function maySit(game: Summary): boolean {
  const isFree = !game.over && game.open.length > 0;
  return game.access === 'public' && game.yours.length === 0 && isFree;
}

/** Whether it is the reader's turn in a game with people on other devices. */
export function isOwnTurn(game: Summary): boolean {
  const hasRemotePlayer = game.seats.some(
    (seat) => seat.kind === 'person' && !game.yours.includes(seat.colour),
  );
  const isYours = game.yours.includes(game.to_move) && !game.stand_ins.includes(game.to_move);
  return !game.over && hasRemotePlayer && isYours;
}

/** Whether the game waits for the reader, who must move or may take over from a bot. */
export function isWaitingForReader(game: Summary): boolean {
  const mayTakeOver = game.stand_ins.some(
    (seat) => game.yours.includes(seat) && !game.gave_up.includes(seat),
  );
  return isOwnTurn(game) || (game.needs_person && mayTakeOver);
}

export type GameGroup = 'mine' | 'open' | 'others';

/** Group games: those of the reader (waiting ones first), those with free seats, and the others. */
export function groupGames(games: readonly Summary[]): Record<GameGroup, Summary[]> {
  const mine = games.filter(isMine);
  return {
    mine: mine.toSorted((a, b) => Number(isWaitingForReader(b)) - Number(isWaitingForReader(a))),
    open: games.filter((game) => !isMine(game) && maySit(game)),
    others: games.filter((game) => !isMine(game) && !maySit(game)),
  };
}

export function progress(game: Summary): { done: number; total: number } {
  const storeys = game.towers.flat();
  return { done: storeys.filter((storey) => storey.done).length, total: storeys.length };
}

/** Return a number for each game that looks like another one: 1 for the oldest of them. */
export function numberDuplicates(games: readonly Summary[]): Map<string, number> {
  const gamesByAppearance = new Map<string, Summary[]>();
  for (const game of games) {
    const { seats, turn, over, was_loaded, created } = game;
    const appearance = JSON.stringify([seats, turn, over, was_loaded, created.slice(0, 16)]);
    gamesByAppearance.set(appearance, [...(gamesByAppearance.get(appearance) ?? []), game]);
  }
  const numbers = new Map<string, number>();
  for (const duplicates of gamesByAppearance.values()) {
    if (duplicates.length < 2) continue;
    const byAge = duplicates.toSorted((a, b) => (a.created + a.id < b.created + b.id ? -1 : 1));
    byAge.forEach(({ id }, index) => numbers.set(id, index + 1));
  }
  return numbers;
}

/** Return texts for the options that differ from the defaults of the server. */
export function modeTexts(game: Summary, server: ServerInfo, t: Translate): string[] {
  const { options, edition } = game;
  const texts: string[] = [];
  if (game.seats.some((seat) => seat.kind === 'ivan')) texts.push(t('web.mode.solo'));
  const sides = new Set(
    game.seats
      .filter((seat) => seat.kind !== 'ivan')
      .map(({ colour }) => options.sides?.[colour] ?? options.workshop_side),
  );
  if (sides.size > 1) texts.push(t('web.mode.mixed'));
  else if (sides.has('advanced')) texts.push(t('web.mode.advanced'));
  const values: Record<string, unknown> = { ...options };
  const changed = server.options.filter((option) => values[option.name] !== option.values[0]);
  if (options.first_game) texts.push(t('web.mode.first_game'));
  const count = changed.filter(({ name }) => name !== 'first_game').length;
  if (count) texts.push(t('web.mode.options', { n: count }));
  if (game.clock) texts.push(clockLabel(game.clock, t));
  if (edition.key !== server.edition) texts.push(edition.name);
  return texts;
}
