// The names of players, bots and seats.
import type { Colour, SeatKind } from '../protocol.gen';
import type { Translate } from './textFormat';

export interface NamedSeat {
  colour: Colour;
  name: string;
  kind: SeatKind;
  bot?: string | null;
}

/** Return the translated name of a bot, or the name under which it is registered. */
export function botName(bot: string, t: Translate): string {
  const id = `bot.name.${bot}`;
  const name = t(id);
  return name === id ? bot.charAt(0).toUpperCase() + bot.slice(1) : name;
}

export function nameIn(
  seats: readonly Pick<NamedSeat, 'colour' | 'name'>[],
  colour: string | null | undefined,
): string {
  return seats.find((seat) => seat.colour === colour)?.name ?? '';
}

/** Whether a typed name looks like a shown one. Only a hint: the server makes names unique. */
export function looksLike(shownName: string, typedName: string, lang: string): boolean {
  const [shown, typed] = [shownName.trim(), typedName.trim()];
  return typed !== '' && shown.localeCompare(typed, lang, { sensitivity: 'accent' }) === 0;
}

/** Return the color of a seat in a form, with the name of its player if there is one. */
export function seatLabel(colour: Colour, name: string, t: Translate): string {
  const who = { term: `player.${colour}` };
  return name ? t('player-named', { who, name }) : t(`player.${colour}`);
}
