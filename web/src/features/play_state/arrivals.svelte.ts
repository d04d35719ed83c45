// Who has sat down, come or left, for a few seconds.
import { t } from '../../core/language.svelte';
import { settings } from '../../core/settings.svelte';
import { play } from '../../core/sound';
import type { TableConnection, TableState } from '../../core/table/tableState';
import type { Colour, Presence, TableSeat } from '../../protocol.gen';

const SHOWN_MS = 8000;

export class Arrivals implements TableState {
  text = $state('');
  readonly messages = { presence: (presence: Presence) => this.#receive(presence) };
  readonly #table: TableConnection;
  /** The seats of other people, and those whose players are here. */
  #seats: readonly TableSeat[] = [];
  readonly #here = new Set<Colour>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: TableConnection) {
    this.#table = table;
  }

  #receive({ here, away }: Presence): void {
    const { seats = [], yours = [] } = this.#table.newest() ?? {};
    const known = this.#seats;
    const others = seats.filter((seat) => seat.kind === 'person' && !yours.includes(seat.colour));
    const news: string[] = [];
    this.#seats = others.map((seat) => {
      const { colour, called, is_open } = seat;
      const before = known.find((seat) => seat.colour === colour);
      const wasHere = this.#here.has(colour);
      // A page that is loaded again, or a phone that sleeps for a moment, has not left.
      const isHere = here.includes(colour) || (wasHere && !is_open && !away.includes(colour));
      if (isHere) this.#here.add(colour);
      else this.#here.delete(colour);
      if (before && wasHere && !isHere) news.push(t('web.together.gone', { who: before.called }));
      if (before && isHere && !wasHere)
        news.push(t(before.is_open ? 'web.together.sat' : 'web.together.came', { who: called }));
      return before?.is_open && !isHere ? before : seat; // the page of a new player comes later
    });
    if (!news.length) return;
    this.text = news.join(' ');
    play(['word'], settings.loudness);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }
}
