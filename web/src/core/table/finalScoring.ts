// The final scoring as it is shown: one payment after another, with the ranking after each.
import type { Box, Colour, Over, Payment, Table } from '../../protocol.gen';
import { nameIn, type NamedSeat } from '../players.ts';
import type { Translate, Term } from '../textFormat';

/** A game that is over. */
export interface EndedGame {
  table: Table;
  box: Box;
  seats: readonly NamedSeat[];
  over: Over;
}

export interface ScoringStep {
  /** The payment of this step; null before the first and after the last one. */
  payment: Payment | null;
  /** The number of payments so far, and of towers among them. */
  paid: number;
  towers: number;
  sums: ReadonlyMap<Colour, number>;
  /** The seats by rank; seats with equal sums keep their order. */
  order: readonly Colour[];
}

/** Return the steps of the scoring. Payments that give nobody prestige are left out. */
export function scoringSteps(over: Over): ScoringStep[] {
  let order = over.scores.map((score) => score.colour);
  let towers = 0;
  const sums = new Map(order.map((colour) => [colour, 0]));
  const steps: ScoringStep[] = [{ payment: null, paid: 0, towers, sums: new Map(sums), order }];
  over.payments.forEach((payment, index) => {
    for (const colour of order)
      sums.set(colour, (sums.get(colour) ?? 0) + (payment.pays[colour] ?? 0));
    order = [...order].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
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

/** Return whether anybody has points; without any, a victory is not celebrated. */
function hasPoints(over: Over): boolean {
  return over.scores.some(({ total }) => total > 0);
}

export function resultTitle(over: Over, seats: readonly NamedSeat[], t: Translate): string {
  const winners = over.winners.map((colour) => nameIn(seats, colour));
  if (winners.length > 1 && !hasPoints(over)) return t('web.over.no-score');
  if (winners.length) return t('web.winners', { who: { all: winners }, n: winners.length });
  return t(over.reason === 'capped' ? 'web.over.none' : 'web.over.nobody');
}

/** Return whether a player other than Ivan wins, with points. */
export function hasWinner(over: Over, seats: readonly NamedSeat[]): boolean {
  const wins = (seat: NamedSeat): boolean =>
    seat.kind !== 'ivan' && over.winners.includes(seat.colour);
  return hasPoints(over) && seats.some(wins);
}

/** Return the title that the tsar gives to the winners; empty if nobody or Ivan wins. */
export function winnerHonor(over: Over, seats: readonly NamedSeat[], t: Translate): string {
  return hasWinner(over, seats) ? t('web.grand-architect') : '';
}

/** Return a sentence about what decided the game; empty if there is no result. */
export function decidingReason(over: Over, seats: readonly NamedSeat[], t: Translate): string {
  const { decided, payments, scores } = over;
  const [first] = over.places;
  if (!decided || !first || (decided.by === 'shared' && !hasPoints(over))) return '';
  const [who, other] = [nameIn(seats, first), nameIn(seats, decided.over)];
  const winner = scores.find((score) => score.colour === first);
  const second = scores.find((score) => score.colour === decided.over);
  const where = decided.most.flatMap((index) => {
    const payment = payments[index];
    if (!payment) return [];
    const [more, less] = [payment.pays[first] ?? 0, payment.pays[decided.over] ?? 0];
    return { term: 'web.decided.where', values: { source: sourceOf(payment), more, less } };
  });
  return t(`web.decided.${decided.by}`, {
    who: decided.by === 'shared' ? { all: over.winners.map((each) => nameIn(seats, each)) } : who,
    other,
    lead: { term: 'amount.prestige', values: { n: decided.lead } },
    where: { all: where },
    total: winner?.total ?? 0,
    cards: winner?.cards ?? 0,
    fewer: second?.cards ?? 0,
    ornaments: winner?.ornaments ?? 0,
    less: second?.ornaments ?? 0,
  });
}
