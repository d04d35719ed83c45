// The players' colours, and what a seat is called.
import type { Colour, SeatKind } from '../protocol.gen';
import type { Say } from './words';

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

/** The seats by what they are called; of several like bots each with its number. */
export function named<Each extends Named>(seats: readonly Each[], say: Say): Each[] {
  const names = seats.map((seat) => nameOf(seat, say));
  return seats.map((seat, index) => {
    const like = names.flatMap((name, at) =>
      seat.kind === 'bot' && seats[at]?.kind === 'bot' && name === names[index] ? at : [],
    );
    const name = names[index] ?? '';
    const n = like.indexOf(index) + 1;
    return { ...seat, name: like.length > 1 ? say('bot.numbered', { name, n }) : name };
  });
}

/** What the seat of a colour is called; empty for nobody. */
export function nameIn(
  seats: readonly Pick<Named, 'colour' | 'name'>[],
  colour: string | null | undefined,
): string {
  return seats.find((seat) => seat.colour === colour)?.name ?? '';
}

/** The name given, or what the seat is. */
export function nameOf(seat: Named, say: Say): string {
  if (seat.kind === 'ivan') return say('player.ivan');
  if (seat.name) return seat.name;
  return seat.bot ? botName(seat.bot, say) : say(`player.${seat.colour}`);
}
