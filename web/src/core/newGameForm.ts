// The answers of the set-up dialog, and the wish for a game that they make.
import { CLOCK_NAMES, CLOCKS, type ClockName } from './clocks.ts';
import { asRecord, saveStored, loadStored, oneOf, type StoredRecord } from './localStore.ts';
import { botName } from './players.ts';
import { COLOURS } from '../vocabulary.ts';
import type { Say } from './textFormat.ts';
import type {
  Access,
  BoardSide,
  Choice,
  Colour,
  ServerInfo,
  LevelInfo,
  NewSeat,
  NewTable,
  Options,
  SetupInfo,
} from '../protocol.gen';

export type Boards = BoardSide | 'each';

export interface SeatAnswer {
  colour: Colour;
  /** `person` or the name of a bot. */
  who: string;
  name: string;
  side: BoardSide;
  /** A friend comes, or anybody, where they are to: who plays here otherwise is kept. */
  isAway: boolean;
}

export const COMPANIES = ['here', 'friends', 'anybody'] as const;
export type Company = (typeof COMPANIES)[number];

export interface Answers {
  players: number;
  company: Company;
  seats: SeatAnswer[];
  ivan: Colour;
  /** Lots are drawn for who begins; else it is the first seat. */
  lot: boolean;
  boards: Boards;
  /** The value of each named option that the server offers. */
  options: Record<string, string | boolean>;
  edition: string;
  autoEnd: boolean;
  ownDice: boolean;
  /** How long people may think, and the bot that goes on for them. */
  clock: ClockName;
  standIn: string;
  /** The code of the start of another game; empty: it is drawn. */
  setup: string;
}

/** What of the server's offer a new game is made of. */
export type Offer = Pick<ServerInfo, 'edition' | 'bot' | 'options'>;
export type ServerOffer = Offer & Pick<ServerInfo, 'levels' | 'bots' | 'editions'>;

export const PERSON = 'person';
/** Who goes on for somebody, where nothing else is chosen. */
export const STAND_IN = 'craftsman';
export const FRIEND = 'friend';
export const PLAYERS = [1, 2, 3, 4] as const;
export const SIDES: readonly BoardSide[] = ['basic', 'advanced'];
export const BOARDS: readonly Boards[] = [...SIDES, 'each'];
const STORE = 'redcathedral.setup';
/** Whose the table is then; here that of the house, or of who is a guest in it. */
const ACCESS: Record<Company, Access | null> = {
  here: null,
  friends: 'private',
  anybody: 'public',
};

/** What somebody new is offered: an easy opponent, and the cards of a first game. */
export function defaultAnswers({ edition, bot, options }: Offer): Answers {
  return {
    players: 2,
    company: 'here',
    seats: COLOURS.map((colour, index) => ({
      colour,
      who: index === 0 ? PERSON : bot,
      name: '',
      side: 'basic',
      isAway: index > 0,
    })),
    ivan: 'blue',
    lot: true,
    boards: 'basic',
    options: Object.fromEntries(
      options.map(({ name, values }) => [
        name,
        values[name === 'first_game' ? 1 : 0] as string | boolean,
      ]),
    ),
    edition,
    autoEnd: false,
    ownDice: false,
    clock: 'none',
    standIn: STAND_IN,
    setup: '',
  };
}

export function levelDescription(level: LevelInfo, say: Say): string {
  const id = `level.${level.bot}`;
  const text = say(id);
  return text === id ? '' : text;
}

/** How strong it is in games of so many players: in won games, and its rating. */
export function levelStrength(
  level: LevelInfo,
  players: number,
  say: Say,
): { wins: string; rating: string } {
  const known = level.strengths.find((each) => each.players === players);
  if (!known) return { wins: '', rating: '' };
  const { rating, low, high, below, won, of } = known;
  return {
    wins:
      (below && say('strength.wins', { n: players, won, of, below: botName(below, say) })) || '',
    rating: say('strength.rating', { n: players, rating, low, high }),
  };
}

/** A seat takes a colour; who had it takes the seat's former one, which is returned. */
export function swapColours(
  seats: readonly { colour: Colour }[],
  index: number,
  colour: Colour,
): Colour | null {
  const seat = seats[index];
  const other = seats.find((each) => each.colour === colour);
  if (!seat) return null;
  const former = seat.colour;
  if (other) other.colour = former;
  seat.colour = colour;
  return former;
}

/** The same of a seat of the dialog; it may have been Ivan's. */
export function chooseColour(answers: Answers, index: number, colour: Colour): void {
  const former = swapColours(answers.seats, index, colour);
  if (former && answers.ivan === colour) answers.ivan = former;
}

export function moveSeat(answers: Answers, from: number, to: number): void {
  const [seat] = answers.seats.splice(from, 1);
  if (seat) answers.seats.splice(to, 0, seat);
}

/** Who comes, as far as it counts: against Ivan nobody else comes. */
export function companyOf(answers: Answers): Company {
  return answers.players === 1 ? 'here' : answers.company;
}

/** Who is to sit there: somebody who comes, a person here, or a bot. */
export function occupantOf(answers: Answers, seat: SeatAnswer): string {
  return seat.isAway && companyOf(answers) !== 'here' ? FRIEND : seat.who;
}

/** Somebody else is to sit there; what was chosen for the hot seat stays as it was. */
export function setOccupant(answers: Answers, seat: SeatAnswer, who: string): void {
  if (companyOf(answers) !== 'here') seat.isAway = who === FRIEND;
  if (who !== FRIEND) seat.who = who;
}

/** The bots that are to play. */
export function botsOf(answers: Answers): SeatAnswer[] {
  const seated = answers.seats.slice(0, answers.players);
  return seated.filter((seat) => ![PERSON, FRIEND].includes(occupantOf(answers, seat)));
}

/** The level or bot that all bots at the table are; undefined where they differ or are none. */
export function commonBot(answers: Answers): string | undefined {
  const bots = botsOf(answers);
  return bots.length && bots.every((seat) => seat.who === bots[0]?.who) ? bots[0]?.who : undefined;
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

export function newTableRequest(answers: Answers, choices: readonly Choice[] = []): NewTable {
  const isSolo = answers.players === 1;
  const seated = answers.seats.slice(0, answers.players).map((seat): NewSeat => {
    const who = occupantOf(answers, seat);
    if (who === FRIEND) return { colour: seat.colour, kind: 'person', is_open: true };
    return who === PERSON || isSolo
      ? { colour: seat.colour, kind: 'person', name: seat.name.trim() }
      : { colour: seat.colour, kind: 'bot', bot: seat.who };
  });
  const [human] = seated;
  const ivan =
    answers.ivan === human?.colour ? COLOURS.find((each) => each !== human.colour) : answers.ivan;
  const access = ACCESS[companyOf(answers)];
  const seats = isSolo ? [...seated, { colour: ivan ?? 'blue', kind: 'ivan' as const }] : seated;
  return {
    seats,
    options: options(answers, choices),
    edition: answers.edition,
    lot: !isSolo && answers.lot,
    auto_end: answers.autoEnd,
    own_dice: answers.ownDice,
    setup: answers.setup.trim() || null,
    clock: seated.some((seat) => seat.kind === 'person') ? CLOCKS[answers.clock] : null,
    stand_in: answers.standIn,
    ...(access && { access }),
  };
}

/** With the start of a game; who plays stays. */
export function withSetup(answers: Answers, setup: SetupInfo | null): Answers {
  if (!setup) return answers;
  const { code, players, edition } = setup;
  const options = { ...answers.options, first_game: setup.first_game };
  return { ...answers, players, options, edition, setup: code };
}

/** The answers given last time in this browser, but for who begins. */
export function loadAnswers(server: ServerOffer): Answers {
  return restoreAnswers(loadStored(STORE), server);
}

/** Stored answers, as far as this server can be asked for that. */
export function restoreAnswers(found: StoredRecord, server: ServerOffer): Answers {
  const answers = defaultAnswers(server);
  const { seats: keptSeats, options: keptOptions } = found;
  if (!Array.isArray(keptSeats)) return answers;
  const all = [PERSON, ...server.levels.map((level) => level.bot), ...server.bots];
  const seats = answers.seats.map((otherwise, index): SeatAnswer => {
    const { colour, who, name, side, isAway } = asRecord(keptSeats[index]);
    return {
      colour: oneOf(COLOURS, colour, otherwise.colour),
      who: oneOf(all, who, otherwise.who),
      name: typeof name === 'string' ? name : '',
      side: oneOf(SIDES, side, otherwise.side),
      isAway: typeof isAway === 'boolean' ? isAway : otherwise.isAway,
    };
  });
  if (new Set(seats.map((seat) => seat.colour)).size !== COLOURS.length) return answers;
  const options = asRecord(keptOptions);
  for (const { name, values } of server.options)
    if (values.some((value) => value === options[name]))
      answers.options[name] = options[name] as string | boolean;
  return {
    ...answers,
    seats,
    players: oneOf(PLAYERS, found['players'], answers.players),
    company: oneOf(COMPANIES, found['company'], answers.company),
    ivan: oneOf(COLOURS, found['ivan'], answers.ivan),
    boards: oneOf(BOARDS, found['boards'], answers.boards),
    edition: oneOf(
      server.editions.map((each) => each.key),
      found['edition'],
      answers.edition,
    ),
    autoEnd: found['autoEnd'] === true,
    ownDice: found['ownDice'] === true,
    clock: oneOf(CLOCK_NAMES, found['clock'], answers.clock),
    standIn: oneOf(all.slice(1), found['standIn'], answers.standIn),
  };
}

export function saveAnswers(answers: Answers): void {
  saveStored(STORE, answers);
}
