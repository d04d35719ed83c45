// The answers in the dialog for a new game, and the request for the game.
import { CLOCK_NAMES, CLOCKS, type ClockName } from './clocks.ts';
import { asRecord, loadStored, oneOf, saveStored, type StoredRecord } from './localStore.ts';
import { botName } from './players.ts';
import { COLOURS } from '../vocabulary.ts';
import type { Translate } from './textFormat.ts';
import type * as wire from '../protocol.gen';

export type BoardChoice = wire.BoardSide | 'each';

/** The answers for a seat. The browser stores them by these names. */
export interface SeatAnswer {
  colour: wire.Colour;
  /** `person` or the name of a bot. */
  who: string;
  name: string;
  side: wire.BoardSide;
  /** Whether a person on another device plays. `who` stays for a game on this device. */
  isAway: boolean;
}

/** Where the other people play: on this device, or on theirs by links or at an open table. */
export const COMPANIES = ['here', 'friends', 'anybody'] as const;
export type Company = (typeof COMPANIES)[number];

/** The answers for a game. The browser stores them by these names. */
export interface Answers {
  players: number;
  company: Company;
  seats: SeatAnswer[];
  ivan: wire.Colour;
  /** Whether the first player is random; otherwise the first seat begins. */
  lot: boolean;
  boards: BoardChoice;
  /** The values of the options that the server offers. */
  options: Record<string, string | boolean>;
  edition: string;
  autoEnd: boolean;
  ownDice: boolean;
  clock: ClockName;
  /** The bot that plays for a person whose time is up. */
  standIn: string;
  /** The code of a setup; empty for a random setup. */
  setup: string;
}

/** What the server offers for a new game. */
export type GameOffer = Pick<wire.ServerInfo, 'edition' | 'bot' | 'options'>;
export type ServerOffer = GameOffer & Pick<wire.ServerInfo, 'levels' | 'bots' | 'editions'>;

/** The occupants of a seat that are not bots: a person on this device, or on another one. */
export const PERSON = 'person';
export const FRIEND = 'friend';
const DEFAULT_STAND_IN = 'craftsman';
export const PLAYER_COUNTS = [1, 2, 3, 4] as const;
export const SIDES: readonly wire.BoardSide[] = ['basic', 'advanced'];
export const BOARD_CHOICES: readonly BoardChoice[] = [...SIDES, 'each'];
const STORAGE_KEY = 'redcathedral.setup';
/** The access to the table; null for the default of the server. */
const ACCESS: Record<Company, wire.Access | null> = {
  here: null,
  friends: 'private',
  anybody: 'public',
};

/** Return the answers for a new player: an easy opponent, and the cards for a first game. */
export function defaultAnswers({ edition, bot, options }: GameOffer): Answers {
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
    standIn: DEFAULT_STAND_IN,
    setup: '',
  };
}

export function levelDescription(level: wire.LevelInfo, t: Translate): string {
  const id = `level.${level.bot}`;
  const text = t(id);
  return text === id ? '' : text;
}

/** Return the wins and the rating of a level in games with this number of players. */
export function levelStrength(
  level: wire.LevelInfo,
  players: number,
  t: Translate,
): { wins: string; rating: string } {
  const strength = level.strengths.find((item) => item.players === players);
  if (!strength) return { wins: '', rating: '' };
  const { rating, low, high, below, won, of } = strength;
  return {
    wins: (below && t('strength.wins', { n: players, won, of, below: botName(below, t) })) || '',
    rating: t('strength.rating', { n: players, rating, low, high }),
  };
}

/** Give a seat a color, and its old color to the seat that had this one. Return the old color. */
export function swapColours(
  seats: readonly { colour: wire.Colour }[],
  index: number,
  colour: wire.Colour,
): wire.Colour | null {
  const seat = seats[index];
  const owner = seats.find((item) => item.colour === colour);
  if (!seat) return null;
  const oldColour = seat.colour;
  if (owner) owner.colour = oldColour;
  seat.colour = colour;
  return oldColour;
}

/** Give a seat of the dialog a color, which may be that of Ivan. */
export function chooseColour(answers: Answers, index: number, colour: wire.Colour): void {
  const oldColour = swapColours(answers.seats, index, colour);
  if (oldColour && answers.ivan === colour) answers.ivan = oldColour;
}

export function moveSeat(answers: Answers, from: number, to: number): void {
  const [seat] = answers.seats.splice(from, 1);
  if (seat) answers.seats.splice(to, 0, seat);
}

/** Return where the other people play. A solo game is always on this device. */
export function companyOf(answers: Answers): Company {
  return answers.players === 1 ? 'here' : answers.company;
}

/** Return who plays a seat: a person on another device or on this one, or a bot. */
export function occupantOf(answers: Answers, seat: SeatAnswer): string {
  return seat.isAway && companyOf(answers) !== 'here' ? FRIEND : seat.who;
}

/** Choose who plays a seat. The choice for a game on this device stays. */
export function setOccupant(answers: Answers, seat: SeatAnswer, who: string): void {
  if (companyOf(answers) !== 'here') seat.isAway = who === FRIEND;
  if (who !== FRIEND) seat.who = who;
}

export function botSeats(answers: Answers): SeatAnswer[] {
  const seated = answers.seats.slice(0, answers.players);
  return seated.filter((seat) => ![PERSON, FRIEND].includes(occupantOf(answers, seat)));
}

/** Return the bot that plays all seats of bots; undefined if they differ or if there are none. */
export function commonBot(answers: Answers): string | undefined {
  const bots = botSeats(answers);
  return bots.length && bots.every((seat) => seat.who === bots[0]?.who) ? bots[0]?.who : undefined;
}

/** Return the options of the game. Options for the solo game are only in a solo game. */
function gameOptions(answers: Answers, choices: readonly wire.Choice[]): wire.Options {
  const isSolo = answers.players === 1;
  const offered = choices.filter((choice) => isSolo || !choice.solo);
  const chosen = Object.fromEntries(offered.map(({ name }) => [name, answers.options[name]]));
  const seated = answers.seats.slice(0, answers.players);
  const sides: wire.Options =
    answers.boards === 'each'
      ? { sides: Object.fromEntries(seated.map((seat) => [seat.colour, seat.side])) }
      : { workshop_side: answers.boards };
  return { ...chosen, ...sides };
}

export function newTableRequest(
  answers: Answers,
  choices: readonly wire.Choice[] = [],
): wire.NewTable {
  const isSolo = answers.players === 1;
  const seated = answers.seats.slice(0, answers.players).map((seat): wire.NewSeat => {
    const who = occupantOf(answers, seat);
    if (who === FRIEND) return { colour: seat.colour, kind: 'person', is_open: true };
    return who === PERSON || isSolo
      ? { colour: seat.colour, kind: 'person', name: seat.name.trim() }
      : { colour: seat.colour, kind: 'bot', bot: seat.who };
  });
  const [first] = seated;
  const ivan =
    answers.ivan === first?.colour
      ? COLOURS.find((colour) => colour !== first.colour)
      : answers.ivan;
  const access = ACCESS[companyOf(answers)];
  const seats = isSolo ? [...seated, { colour: ivan ?? 'blue', kind: 'ivan' as const }] : seated;
  return {
    seats,
    options: gameOptions(answers, choices),
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

/** Return the request for the first game of a new player. */
export function firstGameRequest(server: GameOffer): wire.NewTable {
  return newTableRequest(defaultAnswers(server), server.options);
}

/** Return the answers with the setup of another game. */
export function withSetup(answers: Answers, setup: wire.SetupInfo | null): Answers {
  if (!setup) return answers;
  const { code, players, edition } = setup;
  const options = { ...answers.options, first_game: setup.first_game };
  return { ...answers, players, options, edition, setup: code };
}

/** Return the answers that the browser stored, except who begins. */
export function loadAnswers(server: ServerOffer): Answers {
  return restoreAnswers(loadStored(STORAGE_KEY), server);
}

/** Whether a game was begun in this browser with the dialog. */
export const hasStoredAnswers = (): boolean => 'seats' in loadStored(STORAGE_KEY);

/** Return stored answers. Defaults replace the values that the server does not offer. */
export function restoreAnswers(stored: StoredRecord, server: ServerOffer): Answers {
  const answers = defaultAnswers(server);
  const { seats: storedSeats, options: storedOptions } = stored;
  if (!Array.isArray(storedSeats)) return answers;
  const occupants = [PERSON, ...server.levels.map((level) => level.bot), ...server.bots];
  const seats = answers.seats.map((defaults, index): SeatAnswer => {
    const { colour, who, name, side, isAway } = asRecord(storedSeats[index]);
    return {
      colour: oneOf(COLOURS, colour, defaults.colour),
      who: oneOf(occupants, who, defaults.who),
      name: typeof name === 'string' ? name : '',
      side: oneOf(SIDES, side, defaults.side),
      isAway: typeof isAway === 'boolean' ? isAway : defaults.isAway,
    };
  });
  if (new Set(seats.map((seat) => seat.colour)).size !== COLOURS.length) return answers;
  const options = asRecord(storedOptions);
  for (const { name, values } of server.options)
    if (values.some((value) => value === options[name]))
      answers.options[name] = options[name] as string | boolean;
  return {
    ...answers,
    seats,
    players: oneOf(PLAYER_COUNTS, stored['players'], answers.players),
    company: oneOf(COMPANIES, stored['company'], answers.company),
    ivan: oneOf(COLOURS, stored['ivan'], answers.ivan),
    boards: oneOf(BOARD_CHOICES, stored['boards'], answers.boards),
    edition: oneOf(
      server.editions.map((edition) => edition.key),
      stored['edition'],
      answers.edition,
    ),
    autoEnd: stored['autoEnd'] === true,
    ownDice: stored['ownDice'] === true,
    clock: oneOf(CLOCK_NAMES, stored['clock'], answers.clock),
    standIn: oneOf(occupants.slice(1), stored['standIn'], answers.standIn),
  };
}

/** Store the answers. The default edition is stored as no choice, since it may change. */
export function saveAnswers(answers: Answers, { edition }: GameOffer): void {
  const isDefault = answers.edition === edition;
  saveStored(STORAGE_KEY, { ...answers, edition: isDefault ? null : answers.edition });
}
