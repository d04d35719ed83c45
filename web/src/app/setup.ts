// The answers of the set-up dialog, and the wish for a game that they make.
import { botName } from './players.ts';
import { COLOURS } from '../protocol.gen.ts';
import type { Say } from './words.ts';
import type {
  BoardSide,
  Choice,
  Colour,
  ServerInfo,
  LevelInfo,
  NewSeat,
  NewTable,
  Options,
} from '../protocol.gen';

export type Boards = BoardSide | 'each';

export interface SeatAnswer {
  colour: Colour;
  /** `person` or the name of a bot. */
  who: string;
  name: string;
  side: BoardSide;
}

export interface Answers {
  players: number;
  seats: SeatAnswer[];
  ivan: Colour;
  /** Index of the seat that goes first; -1: drawn by lot. */
  first: number;
  boards: Boards;
  /** The value of each named option that the server offers. */
  options: Record<string, string | boolean>;
  edition: string;
  autoEnd: boolean;
}

export const PERSON = 'person';
const STORE = 'redcathedral.setup';

export function fresh(edition: string, bot: string, choices: readonly Choice[] = []): Answers {
  return {
    players: 2,
    seats: COLOURS.map((colour, index) => ({
      colour,
      who: index === 0 ? PERSON : bot,
      name: '',
      side: 'basic',
    })),
    ivan: 'blue',
    first: -1,
    boards: 'basic',
    options: Object.fromEntries(
      choices.map(({ name, values }) => [name, values[0] as string | boolean]),
    ),
    edition,
    autoEnd: false,
  };
}

/** What a level is called, with its rating in games of so many players. */
export function label(level: LevelInfo, players: number, say: Say): string {
  const name = botName(level.bot, say);
  const rating = level.strengths.find((each) => each.players === players)?.rating;
  return rating === undefined ? name : say('web.level', { name, rating });
}

/** What is known of a level, for a game of so many players. */
export function about(level: LevelInfo, players: number, say: Say): string {
  const id = `level.${level.bot}`;
  const told = [say(id)].filter((text) => text !== id);
  const strength = level.strengths.find((each) => each.players === players);
  if (strength) {
    const { rating, low, high, below, won, of } = strength;
    if (below !== null)
      told.push(say('strength.wins', { n: players, won, of, below: botName(below, say) }));
    told.push(say('strength.rating', { n: players, rating, low, high }));
  }
  return told.join(say('paragraph.separator'));
}

/** A seat takes a colour; who had it takes the seat's former one. */
export function recolour(answers: Answers, index: number, colour: Colour): void {
  const seat = answers.seats[index];
  const other = answers.seats.find((each) => each.colour === colour);
  if (!seat) return;
  if (other) other.colour = seat.colour;
  if (answers.ivan === colour) answers.ivan = seat.colour;
  seat.colour = colour;
}

/** The named options, workshop sides among them; those of the solo game only where it is one. */
function options(answers: Answers, choices: readonly Choice[]): Options {
  const isSolo = answers.players === 1;
  const offered = choices.filter((choice) => isSolo || !choice.solo);
  const chosen = Object.fromEntries(offered.map(({ name }) => [name, answers.options[name]]));
  const seated = answers.seats.slice(0, answers.players);
  const sides: Options =
    answers.boards === 'each'
      ? { sides: Object.fromEntries(seated.map((seat) => [seat.colour, seat.side])) }
      : { workshop_side: answers.boards };
  return { ...chosen, ...sides };
}

export function wish(answers: Answers, choices: readonly Choice[] = []): NewTable {
  const isSolo = answers.players === 1;
  const seated = answers.seats.slice(0, answers.players).map((seat): NewSeat => {
    return seat.who === PERSON || isSolo
      ? { colour: seat.colour, kind: 'person', name: seat.name.trim() }
      : { colour: seat.colour, kind: 'bot', bot: seat.who };
  });
  const [human] = seated;
  const ivan =
    answers.ivan === human?.colour ? COLOURS.find((each) => each !== human.colour) : answers.ivan;
  const first = isSolo ? 0 : Math.max(0, answers.first);
  const seats = isSolo
    ? [...seated, { colour: ivan ?? 'blue', kind: 'ivan' as const }]
    : [...seated.slice(first), ...seated.slice(0, first)];
  return {
    seats,
    options: options(answers, choices),
    edition: answers.edition,
    lot: !isSolo && answers.first < 0,
    auto_end: answers.autoEnd,
  };
}

/** The answers given last time in this browser. */
export function remembered(house: ServerInfo): Answers {
  const { edition } = house;
  const bots = [...house.levels.map((level) => level.bot), ...house.bots];
  const editions = house.editions.map((each) => each.key);
  const answers = fresh(edition, house.bot, house.options);
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? 'null') as Partial<Answers> | null;
    if (!found || !Array.isArray(found.seats) || found.seats.length !== COLOURS.length)
      return answers;
    const known = { ...answers, ...found, options: answers.options };
    for (const { name, values } of house.options) {
      const value = found.options?.[name];
      if (value !== undefined && values.includes(value)) known.options[name] = value;
    }
    known.seats = known.seats.map((seat, index) => {
      const otherwise = answers.seats[index] as SeatAnswer;
      const who = seat.who === PERSON || bots.includes(seat.who) ? seat.who : otherwise.who;
      return { ...otherwise, ...seat, who };
    });
    if (new Set(known.seats.map((seat) => seat.colour)).size !== COLOURS.length) return answers;
    if (!editions.includes(known.edition)) known.edition = edition;
    return known;
  } catch {
    return answers;
  }
}

export function remember(answers: Answers): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(answers));
  } catch {
    // a browser that keeps nothing asks again next time
  }
}
