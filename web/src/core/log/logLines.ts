// What has happened at a glance: a symbol, a few words and amounts for each thing, and what a turn
// brought in all. Both are sums of what the server told.
import { IVAN_SYMBOL, symbolOf } from '../../board/names.ts';
import type { Colour, Event, LogEntry } from '../../protocol.gen';
import { isMove, type Turn } from './turns.ts';
import type { Say } from '../textFormat';

/** A symbol with a player's or a die's colour, and how much of it. */
export interface Amount {
  symbol: string;
  colour?: string;
  n?: number;
}

export interface Line extends Amount {
  text: string;
  amounts: Amount[];
  /** The same in sentences. */
  words: string;
}

export interface LogTexts {
  say: Say;
  name: (seat: Colour) => string;
}

/** What a seat's turn brought it: recognition, prestige and rubles, then what materials came. */
export function netAmounts(entries: readonly LogEntry[], seat: Colour): Amount[] {
  const net = new Map<string, number>();
  const add = (symbol: string, n: number): void => {
    net.set(symbol, (net.get(symbol) ?? 0) + n);
  };
  for (const symbol of ['recognition', 'prestige', 'ruble']) add(symbol, 0);
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event.seat !== seat) continue;
    const amount = amountOf(event);
    if (amount) add(amount.symbol, amount.n);
  }
  const materials = [...net].filter(([symbol, n]) => symbol.startsWith('m-') && n > 0);
  const rest = [...net].filter(([symbol, n]) => !symbol.startsWith('m-') && n);
  const all = materials.reduce((sum, [, n]) => sum + n, 0);
  return [...rest, ...(materials.length > 2 ? ([['m-any', all]] as const) : materials)].map(
    ([symbol, n]) => ({ symbol, n }),
  );
}

function amountOf(event: Event): { symbol: string; n: number } | null {
  switch (event.kind) {
    case 'gained':
      return { symbol: symbolOf(event.resource), n: event.amount };
    case 'paid':
      return { symbol: symbolOf(event.resource), n: -event.amount };
    case 'reprimanded':
      return { symbol: 'recognition', n: -event.amount };
    case 'prestige-gained':
      return { symbol: 'prestige', n: event.amount };
    case 'prestige-lost':
      return { symbol: 'prestige', n: -event.amount };
    default:
      return null;
  }
}

/** What belongs on one line: what was done, so often, and what it brought. */
interface Deed {
  seat: Colour;
  /** Absent where amounts alone were told. */
  head?: Event;
  again: Event[];
  amounts: Amount[];
  words: string;
}

/** What happened, line by line; deliveries to a place and dice that were rolled are told together. */
export function logLines(
  { entries, faces }: Pick<Turn, 'entries' | 'faces'>,
  texts: LogTexts,
): Line[] {
  const deeds: Deed[] = [];
  const moves = entries.flatMap((entry) => entry.events.filter(isMove));
  const shown = new Map<Event, number>(moves.map((event, index) => [event, faces[index] ?? 0]));
  for (const { events, text: words } of entries) {
    let deed: Deed | undefined;
    for (const event of events) {
      const amount = amountOf(event);
      if (!amount || event.kind === 'reprimanded') {
        if (event.kind === 'turn-began') continue;
        const last = deeds.at(-1);
        if (deed && !deed.head && deed.seat === event.seat) deed.head = event;
        else if (last?.head && isLike(last.head, event)) {
          deed = last;
          deed.again.push(event);
          if (!deed.words.endsWith(words)) deed.words += ` ${words}`;
        } else
          deeds.push((deed = { seat: event.seat, head: event, again: [], amounts: [], words }));
      } else if (deed?.seat !== event.seat)
        deeds.push((deed = { seat: event.seat, again: [], amounts: [], words }));
      if (amount) deed.amounts.push(amount);
    }
  }
  const mover = entries[0]?.seat;
  return deeds.map(({ head, again, amounts, seat, words }) => {
    const start = head ? lineOf(head, again, shown, texts) : sumOf(amounts, seat, mover, texts);
    return { ...start, amounts: [...(start.amounts ?? []), ...amounts], words };
  });
}

function isLike(one: Event, other: Event): boolean {
  if (one.kind === 'delivered' && other.kind === 'delivered')
    return one.place === other.place && one.resource === other.resource;
  return one.kind === 'die-rolled' && other.kind === 'die-rolled';
}

type Start = Amount & { text: string; amounts?: Amount[] };

/** Of amounts alone: what was done; or whose they are, if not the mover's. */
function sumOf(
  amounts: readonly Amount[],
  seat: Colour,
  mover: Colour | undefined,
  { say, name }: LogTexts,
): Start {
  if (seat !== mover) return { symbol: 'banner', colour: seat, text: name(seat) };
  const comes = amounts.some(({ n = 0 }) => n > 0);
  const goes = amounts.some(({ n = 0 }) => n < 0);
  return comes && goes
    ? { symbol: 'swap', text: '' }
    : { symbol: 'sack', text: say(comes ? 'log.gained' : 'log.paid') };
}

function lineOf(
  event: Event,
  again: readonly Event[],
  faces: ReadonlyMap<Event, number>,
  { say, name }: LogTexts,
): Start {
  const id = `log.${event.kind}`;
  switch (event.kind) {
    case 'claimed':
      return { symbol: 'banner', colour: event.seat, text: say(id, { place: event.place }) };
    case 'tile-placed':
      return {
        symbol: event.side === 'up' ? 'workshop-tile' : 'tile-back',
        text: say(id, { side: say(`board.side.${event.side}`) }),
      };
    case 'ornament-freed':
    case 'ornament-lost':
    case 'ornament-set':
      return {
        symbol: `orn-${event.ornament}`,
        text: say(id, {
          what: say(`ornament.${event.ornament}`),
          place: event.kind === 'ornament-set' ? event.place : '',
        }),
      };
    case 'delivered':
      return {
        symbol: symbolOf(event.resource),
        text: say(id, {
          what: say(`amount.${event.resource}`, { n: 1 + again.length }),
          place: event.place,
        }),
      };
    case 'completed':
      return { symbol: 'whole-tower', text: say(id, { place: event.place }) };
    case 'reprimanded':
      return { symbol: 'frown', text: say(id, { who: name(event.seat), place: event.place }) };
    case 'die-moved':
      return {
        symbol: `die-${faces.get(event) ?? 0}`,
        colour: event.die,
        text: say(id, { from: event.from, to: event.to }),
      };
    case 'die-blocked':
      return {
        symbol: `die-${faces.get(event) ?? 0}`,
        colour: event.die,
        text: say(id, { n: event.space }),
      };
    case 'die-rolled':
      return {
        symbol: 'hand-turn',
        text: say(id),
        amounts: [event, ...again].flatMap((each) =>
          each.kind === 'die-rolled' ? { symbol: `die-${each.face}`, colour: each.die } : [],
        ),
      };
    case 'tiles-swapped':
      return { symbol: 'swap', text: say(id, { first: event.first, second: event.second }) };
    case 'tile-activated':
      return { symbol: 'workshop-tile', text: say(`log.space.${event.space}`) };
    case 'ivan-acted':
      return { symbol: IVAN_SYMBOL[event.card], text: say(`ivan-card.${event.card}`) };
    case 'ivan-stored':
      return {
        symbol: 'sack',
        text: say(id),
        amounts: [{ symbol: symbolOf(event.resource), n: event.amount }],
      };
    case 'ivan-transported':
      return { symbol: 'cart', text: say(id, { n: event.amount }) };
    case 'tile-discarded':
      return { symbol: 'tile-back', text: say(id) };
    case 'ivan-dealt':
      return { symbol: 'hand-turn', text: say(id) };
    default:
      return { symbol: 'crown', text: say(id) };
  }
}
