// The end as it is shown: payment after payment, who stands where meanwhile, and why.
import type { Box, Colour, Over, Payment, Table } from '../../protocol.gen';
import { nameIn, type NamedSeat } from '../players.ts';
import type { Say, Term } from '../textFormat';

/** A game that is over. */
export interface Ended {
  table: Table;
  box: Box;
  seats: readonly NamedSeat[];
  over: Over;
}

export interface Step {
  /** What has just been paid; null before the first and after the last one. */
  payment: Payment | null;
  /** How many payments are done, and how many towers among them. */
  paid: number;
  towers: number;
  sums: ReadonlyMap<Colour, number>;
  /** The seats from the first place on; who is level stays where they were. */
  order: readonly Colour[];
}

/** From nothing paid to the places as they are told; what pays nobody is passed over. */
export function stepsOf(over: Over): Step[] {
  let order = over.scores.map((score) => score.colour);
  let towers = 0;
  const sums = new Map(order.map((colour) => [colour, 0]));
  const steps: Step[] = [{ payment: null, paid: 0, towers, sums: new Map(sums), order }];
  over.payments.forEach((payment, index) => {
    for (const colour of order)
      sums.set(colour, (sums.get(colour) ?? 0) + (payment.pays[colour] ?? 0));
    order = [...order].sort((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0));
    if (payment.source === 'tower') towers += 1;
    if (!Object.values(payment.pays).some(Boolean)) return;
    steps.push({ payment, paid: index + 1, towers, sums: new Map(sums), order });
  });
  const paid = over.payments.length;
  return [...steps, { payment: null, paid, towers, sums, order: over.places }];
}

export function sourceOf(payment: Payment): Term {
  return { term: `web.score.${payment.source}`, values: { n: payment.tower ?? 0 } };
}

export function titleOf(over: Over, seats: readonly NamedSeat[], say: Say): string {
  const winners = over.winners.map((colour) => nameIn(seats, colour));
  if (winners.length) return say('web.winners', { who: { all: winners }, n: winners.length });
  return say(over.reason === 'capped' ? 'web.over.none' : 'web.over.nobody');
}

/** Whether somebody wins who is not Ivan. */
export function isFeast(over: Over, seats: readonly NamedSeat[]): boolean {
  return seats.some((seat) => seat.kind !== 'ivan' && over.winners.includes(seat.colour));
}

/** What decided it, in a sentence; empty where there is no result. */
export function decisionOf(over: Over, seats: readonly NamedSeat[], say: Say): string {
  const { decided, payments, scores } = over;
  const [first] = over.places;
  if (!decided || !first) return '';
  const [who, other] = [nameIn(seats, first), nameIn(seats, decided.over)];
  const one = scores.find((score) => score.colour === first);
  const two = scores.find((score) => score.colour === decided.over);
  const where = decided.most.flatMap((index) => {
    const payment = payments[index];
    if (!payment) return [];
    const [more, less] = [payment.pays[first] ?? 0, payment.pays[decided.over] ?? 0];
    return { term: 'web.decided.where', values: { source: sourceOf(payment), more, less } };
  });
  return say(`web.decided.${decided.by}`, {
    who: decided.by === 'shared' ? { all: over.winners.map((each) => nameIn(seats, each)) } : who,
    other,
    lead: { term: 'amount.prestige', values: { n: decided.lead } },
    where: { all: where },
    total: one?.total ?? 0,
    cards: one?.cards ?? 0,
    fewer: two?.cards ?? 0,
    ornaments: one?.ornaments ?? 0,
    less: two?.ornaments ?? 0,
  });
}
