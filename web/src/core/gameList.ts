import type { GameKind, GamePage, ServerInfo, Summary } from '../protocol.gen.ts';
import { clockWords } from './clocks.ts';
import type { Say } from './textFormat.ts';

export const KINDS: readonly GameKind[] = ['running', 'open', 'over', 'all'];
/** The server stops counting after this number. */
const COUNTED = 100;

export function gameCountText(games: number): string {
  return games > COUNTED ? `${String(COUNTED)}+` : String(games);
}

/** The first games of a kind, so many at least where there are, and the last page that was read. */
export async function loadFirstGames(
  kind: GameKind,
  most: number,
  ask: (kind: GameKind, before: string | null) => Promise<GamePage>,
): Promise<{ games: Summary[]; page: GamePage }> {
  const found = new Map<string, Summary>(); // what changes meanwhile may come twice
  let page: GamePage;
  let before: string | null = null;
  do {
    page = await ask(kind, before);
    before = page.before;
    for (const game of page.games) if (!found.has(game.id)) found.set(game.id, game);
  } while (before !== null && found.size < most);
  return { games: [...found.values()], page };
}

/** Those of so many players; null: of any number. */
export function withPlayerCount(games: readonly Summary[], players: number | null): Summary[] {
  return games.filter((game) => players === null || players === playerCount(game));
}

export function playerCount(game: Summary): number {
  return game.seats.filter((seat) => seat.kind !== 'ivan').length;
}

/** Whether it is a game of who looks: in the house every game of the house is. */
export function isMine(game: Summary): boolean {
  return game.access !== 'public' || game.yours.length > 0 || game.is_host;
}

/** Whether who looks may sit down at it without a link. */
export function maySit(game: Summary): boolean {
  const isFree = !game.over && game.open.length > 0;
  return game.access === 'public' && game.yours.length === 0 && isFree;
}

/** Whether it is the turn of who looks, and not of another who plays in it, nor of a bot. */
export function isOwnTurn(game: Summary): boolean {
  const isApart = game.seats.some(
    (seat) => seat.kind === 'person' && !game.yours.includes(seat.colour),
  );
  const isPlayed = game.yours.includes(game.to_move) && !game.stand_ins.includes(game.to_move);
  return !game.over && isApart && isPlayed;
}

/** Whether it waits for who looks: it is their turn, or nobody plays and they may take over. */
export function isWaitingForViewer(game: Summary): boolean {
  const mayTakeOver = game.stand_ins.some(
    (seat) => game.yours.includes(seat) && !game.gave_up.includes(seat),
  );
  return isOwnTurn(game) || (game.needs_person && mayTakeOver);
}

/** The own games, first those that wait for who looks, the tables where one may sit down, and those to watch. */
export function groupGames(
  games: readonly Summary[],
): Record<'mine' | 'open' | 'others', Summary[]> {
  return {
    mine: games
      .filter(isMine)
      .toSorted((a, b) => Number(isWaitingForViewer(b)) - Number(isWaitingForViewer(a))),
    open: games.filter((game) => !isMine(game) && maySit(game)),
    others: games.filter((game) => !isMine(game) && !maySit(game)),
  };
}

export function progress(game: Summary): { done: number; all: number } {
  const storeys = game.towers.flat();
  return { done: storeys.filter((storey) => storey.done).length, all: storeys.length };
}

/** Games that look alike have numbers by their age. */
export function numberDuplicates(games: readonly Summary[]): Map<string, number> {
  const alike = new Map<string, Summary[]>();
  for (const game of games) {
    const { seats, turn, over, was_loaded, created } = game;
    const look = JSON.stringify([seats, turn, over, was_loaded, created.slice(0, 16)]);
    alike.set(look, [...(alike.get(look) ?? []), game]);
  }
  const found = new Map<string, number>();
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    const byAge = group.toSorted((a, b) => (a.created + a.id < b.created + b.id ? -1 : 1));
    byAge.forEach(({ id }, index) => found.set(id, index + 1));
  }
  return found;
}

/** What kind of game it is, as far as it is not the usual one. */
export function modeTexts(game: Summary, server: ServerInfo, say: Say): string[] {
  const { options, edition } = game;
  const told: string[] = [];
  if (game.seats.some((seat) => seat.kind === 'ivan')) told.push(say('web.mode.solo'));
  const sides = new Set(
    game.seats
      .filter((seat) => seat.kind !== 'ivan')
      .map(({ colour }) => options.sides?.[colour] ?? options.workshop_side),
  );
  if (sides.size > 1) told.push(say('web.mode.mixed'));
  else if (sides.has('advanced')) told.push(say('web.mode.advanced'));
  const chosen: Record<string, unknown> = { ...options };
  const others = server.options.filter(({ name, values }) => chosen[name] !== values[0]);
  if (options.first_game) told.push(say('web.mode.first_game'));
  const count = others.filter(({ name }) => name !== 'first_game').length;
  if (count) told.push(say('web.mode.options', { n: count }));
  if (game.clock) told.push(clockWords(game.clock, say));
  if (edition.key !== server.edition) told.push(edition.name);
  return told;
}
