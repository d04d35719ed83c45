// The short form of the log: lines with a symbol, a few words and amounts, and the totals of a turn.
import { handleEvent, type EventHandlers } from '../../board/eventHandlers.ts';
import { IVAN_SYMBOL, symbolOf } from '../../board/names.ts';
import type { Colour, Event, LogEntry } from '../../protocol.gen';
import { isMove, type Turn } from './turns.ts';
import type { Translate, Values } from '../textFormat';

/** A symbol with a number. `colour` is the color of a player or a die. */
export interface Amount {
  symbol: string;
  colour?: string;
  n?: number;
}

export interface Line extends Amount {
  text: string;
  amounts: Amount[];
  sentence: string;
}

export interface LogTexts {
  t: Translate;
  name: (seat: Colour) => string;
}

/** Return the changes of a seat in a turn: recognition, prestige and rubles, then new materials. */
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
  const others = [...net].filter(([symbol, n]) => !symbol.startsWith('m-') && n);
  return [...others, ...materials].map(([symbol, n]) => ({ symbol, n }));
}

const AMOUNTS: Partial<EventHandlers<[], { symbol: string; n: number }>> = {
  gained: ({ resource, amount }) => ({ symbol: symbolOf(resource), n: amount }),
  paid: ({ resource, amount }) => ({ symbol: symbolOf(resource), n: -amount }),
  reprimanded: ({ amount }) => ({ symbol: 'recognition', n: -amount }),
  'prestige-gained': ({ amount }) => ({ symbol: 'prestige', n: amount }),
  'prestige-lost': ({ amount }) => ({ symbol: 'prestige', n: -amount }),
};

/** Return the change of a resource by an event, if any. */
export const amountOf = (event: Event) => handleEvent(AMOUNTS, event);

/** The events of one line. */
interface LineEvents {
  seat: Colour;
  /** Absent if the line has only amounts. */
  main?: Event;
  /** Similar events after the main one. */
  repeats: Event[];
  amounts: Amount[];
  sentence: string;
}

/** Return the lines of a turn. Deliveries to one place share a line, and so do dice in a roll. */
export function logLines(
  { entries, faces }: Pick<Turn, 'entries' | 'faces'>,
  texts: LogTexts,
): Line[] {
  const lines: LineEvents[] = [];
  const startLine = ({ seat }: Event, sentence: string): LineEvents => {
    const line = { seat, repeats: [], amounts: [], sentence };
    lines.push(line);
    return line;
  };
  const moves = entries.flatMap((entry) => entry.events.filter(isMove));
  const faceOfMove = new Map<Event, number>(
    moves.map((event, index) => [event, faces[index] ?? 0]),
  );
  for (const { events, text: sentence } of entries) {
    let line: LineEvents | undefined;
    for (const event of events) {
      const amount = amountOf(event);
      if (!amount || event.kind === 'reprimanded') {
        if (event.kind === 'turn-began') continue;
        const lastLine = lines.at(-1);
        if (line && !line.main && line.seat === event.seat) line.main = event;
        else if (lastLine?.main && isSimilar(lastLine.main, event)) {
          line = lastLine;
          line.repeats.push(event);
          if (!line.sentence.endsWith(sentence)) line.sentence += ` ${sentence}`;
        } else {
          line = startLine(event, sentence);
          line.main = event;
        }
      } else if (line?.seat !== event.seat) line = startLine(event, sentence);
      if (amount) line.amounts.push(amount);
    }
  }
  const mover = entries[0]?.seat;
  return lines.map(({ main, repeats, amounts, seat, sentence }) => {
    const start = main
      ? lineStart(main, repeats, faceOfMove, texts)
      : amountsStart(amounts, seat, mover, texts);
    return { ...start, amounts: [...(start.amounts ?? []), ...amounts], sentence };
  });
}

function isSimilar(first: Event, second: Event): boolean {
  if (first.kind === 'delivered' && second.kind === 'delivered')
    return first.place === second.place && first.resource === second.resource;
  return first.kind === 'die-rolled' && second.kind === 'die-rolled';
}

/** The symbol and the text of a line, and amounts that the event itself has. */
type LineStart = Amount & { text: string; amounts?: Amount[] };

/** Return the start of a line that has only amounts; it names the player unless it is the mover. */
function amountsStart(
  amounts: readonly Amount[],
  seat: Colour,
  mover: Colour | undefined,
  { t, name }: LogTexts,
): LineStart {
  if (seat !== mover) return { symbol: 'banner', colour: seat, text: name(seat) };
  const hasGains = amounts.some(({ n = 0 }) => n > 0);
  const hasLosses = amounts.some(({ n = 0 }) => n < 0);
  return hasGains && hasLosses
    ? { symbol: 'swap', text: '' }
    : { symbol: 'sack', text: t(hasGains ? 'log.gained' : 'log.paid') };
}

function lineStart(
  event: Event,
  repeats: readonly Event[],
  faces: ReadonlyMap<Event, number>,
  { t, name }: LogTexts,
): LineStart {
  const id = `log.${event.kind}`;
  switch (event.kind) {
    case 'claimed':
      return { symbol: 'banner', colour: event.seat, text: t(id, { place: event.place }) };
    case 'tile-placed':
      return {
        symbol: event.side === 'up' ? 'workshop-tile' : 'tile-back',
        text: t(id, { side: t(`board.side.${event.side}`) }),
      };
    case 'ornament-freed':
    case 'ornament-lost':
    case 'ornament-set':
      return {
        symbol: `orn-${event.ornament}`,
        text: t(id, {
          what: t(`ornament.${event.ornament}`),
          place: event.kind === 'ornament-set' ? event.place : '',
        }),
      };
    case 'delivered':
      return {
        symbol: symbolOf(event.resource),
        text: t(id, {
          what: t(`amount.${event.resource}`, { n: 1 + repeats.length }),
          place: event.place,
        }),
      };
    case 'completed':
      return { symbol: 'whole-tower', text: t(id, { place: event.place }) };
    case 'reprimanded':
      return { symbol: 'frown', text: t(id, { who: name(event.seat), place: event.place }) };
    case 'die-moved':
    case 'die-blocked': {
      const spaces: Values =
        event.kind === 'die-moved' ? { from: event.from, to: event.to } : { n: event.space };
      const symbol = `die-${faces.get(event) ?? 0}`;
      return { symbol, colour: event.die, text: t(id, spaces) };
    }
    case 'die-rolled':
      return {
        symbol: 'hand-turn',
        text: t(id),
        amounts: [event, ...repeats].flatMap((roll) =>
          roll.kind === 'die-rolled' ? { symbol: `die-${roll.face}`, colour: roll.die } : [],
        ),
      };
    case 'tiles-swapped':
      return { symbol: 'swap', text: t(id, { first: event.first, second: event.second }) };
    case 'tile-activated':
      return { symbol: 'workshop-tile', text: t(`log.space.${event.space}`) };
    case 'ivan-acted':
      return { symbol: IVAN_SYMBOL[event.card], text: t(`ivan-card.${event.card}`) };
    case 'ivan-stored':
      return {
        symbol: 'sack',
        text: t(id),
        amounts: [{ symbol: symbolOf(event.resource), n: event.amount }],
      };
    case 'ivan-transported':
      return { symbol: 'cart', text: t(id, { n: event.amount }) };
    case 'tile-discarded':
      return { symbol: 'tile-back', text: t(id) };
    case 'ivan-dealt':
      return { symbol: 'hand-turn', text: t(id) };
    default:
      return { symbol: 'crown', text: t(id) };
  }
}
