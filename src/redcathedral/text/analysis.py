"""Write the text of an analysis: the turns of a game, better decisions, mistakes and luck."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor, hypot
from typing import Final

from redcathedral.ai.analysis.report import Analysis, Play, SeatBalance, Turn
from redcathedral.ai.analysis.story import MIN_MISTAKE, is_costly
from redcathedral.ai.analysis.value import SHARE_PER_PRESTIGE, Value, Values
from redcathedral.ai.analysis.win_chart import Curve, plot
from redcathedral.box.quoting import printable
from redcathedral.record.game_record import Record
from redcathedral.text.narrator import Narrator
from redcathedral.text.position import score
from redcathedral.text.transcript import Transcript
from redcathedral.text.translator import Argument, Term

# A share of the win: smaller changes by luck are not listed.
MIN_SWING: Final = 0.03
MAX_LISTED: Final = 5
TENTHS_OF_A_PERCENT: Final = 1000  # in a whole win


class AnalysisNarrator:
    """Writes the report of an analysis in a language.

    ``name`` is the name of the game, ``names`` are the names of the seats.  ``won`` are the winning
    seats, if they are not the seats with the highest score (R7.6).
    """

    def __init__(
        self,
        narrator: Narrator,
        name: str,
        record: Record,
        analysis: Analysis,
        names: Sequence[Argument],
        won: Sequence[int] | None = None,
    ) -> None:
        self._narrator = narrator
        self._name = printable(name)
        self._analysis = analysis
        self._won = won
        self._names = names
        plays = {play.step for turn in analysis.turns for play in turn.plays}
        self.transcript = Transcript(narrator, record, plays)

    def head(self) -> list[str]:
        """Return the title, and the result of a game that is over."""
        text, analysis = self._narrator.text, self._analysis
        ending = Term(f"analysis.ending.{analysis.ending}")
        count = len(analysis.turns)
        title = text("analysis.title", name=self._name, ending=ending, n=count)
        if not count:
            return [title, text("analysis.empty")]
        doubt = [text("analysis.undoubted")] * (analysis.error_model is None)
        return [title, *self._outcome(), *doubt]

    def ledger(self, seats: Sequence[int]) -> list[str]:
        text, analysis = self._narrator.text, self._analysis
        result = ["", text("analysis.measure", rollouts=analysis.budget.rollouts), ""]
        for turn, sentences in zip(analysis.turns, self.transcript.turns, strict=False):
            if turn.seat in seats or any(play.seat in seats for play in turn.plays):
                result += [*self._turn(turn, sentences), ""]
        if analysis.ending == "unfinished":
            result += [text("analysis.unfinished"), ""]
        result.append(text("analysis.sum"))
        result += self.sums()
        rolls = [(turn, roll.luck) for turn in analysis.turns for roll in turn.rolls]
        corrections = [(turn, turn.correction) for turn in analysis.turns]
        for id_, entries in (
            ("analysis.swings", self._changes(rolls)),
            ("analysis.corrections", self._changes(corrections)),
        ):
            if entries:
                result += ["", text(id_), *entries]
        return result

    def sums(self) -> list[str]:
        return [line for seat in self._analysis.seats for line in self._seat(seat)]

    def _better(self, play: Play) -> str:
        return self._narrator.text(
            "analysis.mistake",
            loss=self._with_error(self._points(play.mistake), self._points(play.error)),
            told=self._narrator.join(self.transcript.alternative(play.step, play.best[0].ids)),
        )

    def _outcome(self) -> list[str]:
        """Return the final scores and the winners; a game ended by a program has none (R7.7)."""
        end = self.transcript.end
        if self._analysis.ending == "unfinished":
            return []
        lines = self._narrator.lines(score(end, self._names))
        if self._analysis.ending != "capped":
            lines.append(self._narrator.result(end, self._names, self._won))
        return lines

    def picture(self) -> str:
        analysis = self._analysis
        lines = [
            Curve(
                seat.colour,
                self._who(seat.seat),
                [seat.before, *(turn.after[seat.seat] for turn in analysis.turns)],
                [
                    (number, self.mistake(turn, play))
                    for number, turn in enumerate(analysis.turns, 1)
                    for play in turn.plays
                    if play.seat == seat.seat and is_costly(play)
                ],
            )
            for seat in analysis.seats
        ]
        title = self._narrator.text("analysis.picture", name=self._name)
        return plot(title, self._narrator.text("analysis.axis"), lines)

    def _turn(self, turn: Turn, sentences: Sequence[str]) -> Iterator[str]:
        text = self._narrator.text
        who = self._who(turn.seat)
        yield text("analysis.turn", number=turn.number, decisions=turn.decisions, who=who)
        if sentences:
            yield self._narrator.join(sentences)
        yield text(
            "analysis.chances",
            seats=tuple(
                Term(
                    "analysis.chance",
                    who=self._color(seat),
                    before=self._chance(before),
                    after=self._chance(after),
                    margin=self._with_error(
                        self._signed(after.margin),
                        self._narrator.decimal(after.margin_error, "0.0"),
                    ),
                )
                for seat, (before, after) in enumerate(zip(turn.before, turn.after, strict=True))
            ),
        )
        yield from self.turn_balances(turn)
        for play in turn.plays:
            if is_costly(play):
                yield self._better(play)
        yield from self.luck(turn)

    def turn_balances(self, turn: Turn) -> Iterator[str]:
        seats = {play.seat for play in turn.plays if is_costly(play)}
        if max(map(_size, (turn.skill, turn.luck, turn.correction))) >= MIN_SWING:
            seats.add(turn.seat)
        for seat in sorted(seats):
            yield self._ledger(turn, seat)

    def luck(self, turn: Turn) -> Iterator[str]:
        for roll in turn.rolls:
            if _is_swing(roll.luck):
                yield self._narrator.text("analysis.luck", seats=self._gains(roll.luck))

    def _ledger(self, turn: Turn, seat: int) -> str:
        changes = {
            "correction": turn.correction[seat],
            "skill": turn.skill[seat],
            "luck": turn.luck[seat],
        }
        figures = self._sum(turn.before[seat], changes, turn.after[seat])
        return self._narrator.text("analysis.ledger", who=self._who(seat), **figures)

    def _seat(self, seat: SeatBalance) -> Iterator[str]:
        changes = {
            "luck": seat.luck,
            "own": seat.own,
            "others": seat.others,
            "rest": seat.correction,
        }
        figures = self._sum(seat.before, changes, seat.after)
        id_ = "analysis.seat" if seat.plays else "analysis.nobody"
        yield self._narrator.text(id_, who=self._who(seat.seat), **figures)
        if seat.plays:
            yield self._mistake_totals(seat)

    def _sum(self, before: Value, changes: Mapping[str, Value], after: Value) -> dict[str, Term]:
        """Return a chance before and after, and its changes, rounded so that they add up."""
        first, last = tenths(before.share), tenths(after.share)
        rounded = parts_of(last - first, [change.share for change in changes.values()])
        figures = {
            name: self._with_error(
                self._narrator.decimal(number / 10, "+0.0;-0.0" if number else "0.0"),
                self._points(change.error),
            )
            for (name, change), number in zip(changes.items(), rounded, strict=True)
        }
        for name, number, value in (("before", first, before), ("after", last, after)):
            figures[name] = self._with_error(self._tenths(number), self._points(value.error))
        return figures

    def _mistake_totals(self, seat: SeatBalance) -> str:
        turns = [
            turn_plays
            for turn in self._analysis.turns
            if (turn_plays := [play for play in turn.plays if play.seat == seat.seat])
        ]
        plays = [play for turn in turns for play in turn]
        large = [play for play in plays if is_costly(play)]
        small = [play for play in plays if play.is_sure and not is_costly(play)]
        unsure = [play for play in plays if not play.is_sure]
        total, chance = tenths(_loss(plays)), tenths(-seat.own.share)
        kinds = {"great": large, "small": small, "unsure": unsure, "total": plays}
        rounded = [*parts_of(total, [_loss(part) for part in (large, small, unsure)]), total]
        figures = {
            name: self._with_error(self._tenths(number), self._points(_error(part)))
            for (name, part), number in zip(kinds.items(), rounded, strict=True)
        }
        margin_error = seat.own.margin_error * SHARE_PER_PRESTIGE
        return self._narrator.text(
            "analysis.faults",
            n=len(large),
            least=self._percent(MIN_MISTAKE),
            turns=Term("analysis.turns", n=len(turns)),
            mean=self._with_error(
                self._points(_loss(plays) / len(turns)), self._points(_error(plays) / len(turns))
            ),
            chance=self._with_error(self._tenths(chance), self._points(seat.own.error)),
            margin=self._with_error(self._tenths(total - chance), self._points(margin_error)),
            **figures,
        )

    def mistake(self, turn: Turn, play: Play) -> str:
        return self._narrator.text(
            "analysis.one-mistake",
            number=turn.number,
            who=self._color(play.seat),
            loss=self._with_error(self._points(play.mistake), self._points(play.error)),
        )

    def _changes(self, changes: Sequence[tuple[Turn, Values]]) -> list[str]:
        entries = [
            (
                _size(change),
                self._narrator.text(
                    "analysis.one-swing", number=turn.number, seats=self._gains(change)
                ),
            )
            for turn, change in changes
            if _is_swing(change)
        ]
        entries.sort(key=lambda entry: -entry[0])
        return [line for _, line in entries[:MAX_LISTED]]

    def _who(self, seat: int) -> str:
        return self._narrator.player(self.transcript.end.setting, seat, self._names)

    def _color(self, seat: int) -> str:
        return self._narrator.player(self.transcript.end.setting, seat)

    def _gains(self, values: Values) -> tuple[Term, ...]:
        """Return the gain or loss of each seat whose chance changed."""
        return tuple(
            Term(
                "analysis.gain",
                who=self._who(seat),
                gain=self._with_error(self._signed(100 * value.share), self._points(value.error)),
            )
            for seat, value in enumerate(values)
            if tenths(value.share)
        )

    def _chance(self, value: Value) -> Term:
        return self._with_error(self._percent(value.share), self._percent(value.error))

    def _with_error(self, figure: str, error: str) -> Term:
        return Term("analysis.figure", figure=figure, error=error)

    def _percent(self, share: float) -> str:
        return self._narrator.decimal(100 * share, "0")

    def _points(self, share: float) -> str:
        return self._narrator.decimal(100 * share, "0.0")

    def _tenths(self, number: int) -> str:
        return self._narrator.decimal(number / 10, "0.0")

    def _signed(self, value: float) -> str:
        positive_zero = round(value, 1) + 0.0  # turns -0.0 into 0.0
        return self._narrator.decimal(positive_zero, "+0.0;-0.0")


def _size(luck: Values) -> float:
    return max(abs(value.share) for value in luck)


def _loss(plays: Sequence[Play]) -> float:
    return sum(play.mistake for play in plays)


def _error(plays: Sequence[Play]) -> float:
    """Return half of the 95 % interval of the total loss."""
    return hypot(*(play.error for play in plays))


def _is_swing(change: Values) -> bool:
    return any(abs(value.share) >= max(MIN_SWING, value.error) for value in change)


def tenths(share: float) -> int:
    return round(TENTHS_OF_A_PERCENT * share)


def parts_of(total: int, shares: Sequence[float]) -> list[int]:
    """Return shares in tenths of a percent, rounded up or down so that they add up to a total.

    The largest remainder method; as the total is rounded, a share may differ by a tenth more.
    """
    exact = [TENTHS_OF_A_PERCENT * share for share in shares]
    result = [floor(number) for number in exact]
    by_remainder = sorted(range(len(exact)), key=lambda index: result[index] - exact[index])
    missing = total - sum(result)
    for step in range(abs(missing)):
        if missing > 0:
            result[by_remainder[step % len(exact)]] += 1
        else:
            result[by_remainder[-1 - step % len(exact)]] -= 1
    return result
