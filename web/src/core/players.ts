import type { Colour, SeatKind } from '../protocol.gen';
import type { Say } from './textFormat';

export interface Named {
  colour: Colour;
  name: string;
  kind: SeatKind;
  bot?: string | null;
}

/** What the bot registered under this name is called; that name where nobody knows it. */
export function botName(bot: string, say: Say): string {
  const id = `bot.name.${bot}`;
  const name = say(id);
  return name === id ? bot.charAt(0).toUpperCase() + bot.slice(1) : name;
}

export function nameIn(
  seats: readonly Pick<Named, 'colour' | 'name'>[],
  colour: string | null | undefined,
): string {
  return seats.find((seat) => seat.colour === colour)?.name ?? '';
}

export function displayNameIn(
  seats: readonly { colour: Colour; called: string }[],
  colour: Colour | null,
): string {
  return seats.find((seat) => seat.colour === colour)?.called ?? '';
}

/** Whether two names look the same, a hint while one is typed: the server says what is shown. */
export function looksLike(name: string, other: string, lang: string): boolean {
  const [shown, typed] = [name.trim(), other.trim()];
  return typed !== '' && shown.localeCompare(typed, lang, { sensitivity: 'accent' }) === 0;
}

/** A seat that is being set up: its color, and who sits there as far as it is said. */
export function seatLabel(colour: Colour, name: string, say: Say): string {
  const who = { term: `player.${colour}` };
  return name ? say('player-named', { who, name }) : say(`player.${colour}`);
}
