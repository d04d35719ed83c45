"""An analysis in words: what was played, what would have been better, the luck; and its report."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor, hypot
from typing import Final

from redcathedral.ai.analysis.report import Analysis, Play, SeatBalance, Turn
from redcathedral.ai.analysis.value import PRESTIGE, Value, Values
from redcathedral.ai.analysis.win_chart import Callout, Curve, plot
from redcathedral.box.quoting import printable
from redcathedral.record.event import Event
from redcathedral.record.game_record import Record
from redcathedral.text.narrator import Narrator
from redcathedral.text.position import score
from redcathedral.text.transcript import Transcript
from redcathedral.text.translator import Argument, Term

MISTAKE: Final = 0.03  # of the win: mistakes that are told
SWING: Final = 0.03  # luck that is told
GREATEST: Final = 5  # lines of a list
TENTHS: Final = 1000  # of a percent, in the whole win


class AnalysisNarrator:
    """The report of an analysis in a language, with the ``names`` of the seats.

    ``name`` is the name of the game.  ``won`` are the seats that have won, if they are not the
    seats with the highest score (R7.6).
    """

    def __init__(
        self,
        words: Narrator,
        name: str,
        record: Record,
        analysis: Analysis,
        names: Sequence[Argument],
        won: Sequence[int] | None = None,
    ) -> None:
        self._words = words
        self._name = printable(name)
        self._analysis = analysis
        self._won = won
        self._names = names
        plays = {play.step for turn in analysis.turns for play in turn.plays}
        self._story = Transcript(words, record, plays)

    def lines(self, seats: Sequence[int]) -> list[str]:
        text, analysis = self._words.text, self._analysis
        ending = Term(f"analysis.ending.{analysis.ending}")
        count = len(analysis.turns)
        result = [text("analysis.title", name=self._name, ending=ending, n=count)]
        if not count:
            return [*result, text("analysis.empty")]
        result += self._outcome()
        result.append(text("analysis.measure", rollouts=analysis.effort.rollouts))
        result += [text("analysis.undoubted")] * (analysis.doubt is None)
        result.append("")
        for turn, told in zip(analysis.turns, self._story.turns, strict=False):
            if turn.seat in seats or any(play.seat in seats for play in turn.plays):
                result += [*self._turn(turn, told), ""]
        if analysis.ending == "unfinished":
            result += [text("analysis.unfinished"), ""]
        result.append(text("analysis.sum"))
        result += self.sums()
        rolls = [(turn, roll.luck) for turn in analysis.turns for roll in turn.rolls]
        corrections = [(turn, turn.correction) for turn in analysis.turns]
        for id_, entries in (
            ("analysis.mistakes", self._mistakes(seats)),
            ("analysis.swings", self._changes(rolls)),
            ("analysis.corrections", self._changes(corrections)),
        ):
            if entries:
                result += ["", text(id_), *entries]
        return result

    def sums(self) -> list[str]:
        return [line for seat in self._analysis.seats for line in self._seat(seat)]

    def better(self, play: Play) -> str:
        return self._words.text(
            "analysis.mistake",
            loss=self._with_error(self._points(play.mistake), self._points(play.error)),
            told=self._words.join(self._story.would(play.step, play.best[0].ids)),
        )

    def events(self, play: Play) -> list[Event]:
        return self._story.events(play.step, play.best[0].ids)

    def _outcome(self) -> list[str]:
        """The final scores and who has won; nobody where a program ended the game (R7.7)."""
        end = self._story.end
        if self._analysis.ending == "unfinished":
            return []
        told = self._words.lines(score(end, self._names))
        if self._analysis.ending != "capped":
            told.append(self._words.result(end, self._names, self._won))
        return told

    def picture(self) -> str:
        analysis = self._analysis
        lines = [
            Curve(
                seat.colour,
                self._who(seat.seat),
                [seat.before, *(turn.after[seat.seat] for turn in analysis.turns)],
                [
                    Callout(number, self.mistake(turn, play))
                    for number, turn in enumerate(analysis.turns, 1)
                    for play in turn.plays
                    if play.seat == seat.seat and is_reported(play)
                ],
            )
            for seat in analysis.seats
        ]
        title = self._words.text("analysis.picture", name=self._name)
        return plot(title, self._words.text("analysis.axis"), lines)

    # --- a turn

    def _turn(self, turn: Turn, told: Sequence[str]) -> Iterator[str]:
        text, words = self._words.text, self._words
        who = self._who(turn.seat)
        yield text("analysis.turn", number=turn.number, decisions=turn.decisions, who=who)
        if told:
            yield words.join(told)
        yield text(
            "analysis.chances",
            seats=tuple(
                Term(
                    "analysis.chance",
                    who=self._colour(seat),
                    before=self._chance(before),
                    after=self._chance(after),
                    margin=self._with_error(
                        self._signed(after.margin), self._words.decimal(after.margin_error, "0.0")
                    ),
                )
                for seat, (before, after) in enumerate(zip(turn.before, turn.after, strict=True))
            ),
        )
        yield from self.sum_of(turn)
        for play in turn.plays:
            if is_reported(play):
                yield self.better(play)
        yield from self.luck(turn)

    def sum_of(self, turn: Turn) -> Iterator[str]:
        changed = {play.seat for play in turn.plays if is_reported(play)}
        if max(map(_size, (turn.skill, turn.luck, turn.correction))) >= SWING:
            changed.add(turn.seat)
        for seat in sorted(changed):
            yield self._ledger(turn, seat)

    def luck(self, turn: Turn) -> Iterator[str]:
        for roll in turn.rolls:
            if _is_swing(roll.luck):
                yield self._words.text("analysis.luck", seats=self._gains(roll.luck))

    def _ledger(self, turn: Turn, seat: int) -> str:
        changes = {
            "correction": turn.correction[seat],
            "skill": turn.skill[seat],
            "luck": turn.luck[seat],
        }
        told = self._sum(turn.before[seat], changes, turn.after[seat])
        return self._words.text("analysis.ledger", who=self._colour(seat), **told)

    # --- the whole game

    def _seat(self, seat: SeatBalance) -> Iterator[str]:
        changes = {
            "luck": seat.luck,
            "own": seat.own,
            "others": seat.others,
            "rest": seat.correction,
        }
        told = self._sum(seat.before, changes, seat.after)
        id_ = "analysis.seat" if seat.plays else "analysis.nobody"
        yield self._words.text(id_, who=self._who(seat.seat), **told)
        if seat.plays:
            yield self._faults(seat)

    def _sum(self, before: Value, changes: Mapping[str, Value], after: Value) -> dict[str, Term]:
        """A chance, all that changed it, and what came of it, so rounded that it adds up."""
        first, last = tenths(before.share), tenths(after.share)
        shown = parts_of(last - first, [change.share for change in changes.values()])
        told = {
            name: self._with_error(self._signed_tenths(number), self._points(change.error))
            for (name, change), number in zip(changes.items(), shown, strict=True)
        }
        for name, number, value in (("before", first, before), ("after", last, after)):
            told[name] = self._with_error(self._tenths(number), self._points(value.error))
        return told

    def _faults(self, seat: SeatBalance) -> str:
        turns = [
            own
            for turn in self._analysis.turns
            if (own := [play for play in turn.plays if play.seat == seat.seat])
        ]
        plays = [play for turn in turns for play in turn]
        great = [play for play in plays if is_reported(play)]
        small = [play for play in plays if play.is_sure and not is_reported(play)]
        unsure = [play for play in plays if not play.is_sure]
        total, chance = tenths(_lost(plays)), tenths(-seat.own.share)
        kinds = {"great": great, "small": small, "unsure": unsure, "total": plays}
        shown = [*parts_of(total, [_lost(part) for part in (great, small, unsure)]), total]
        told = {
            name: self._with_error(self._tenths(number), self._points(_error(part)))
            for (name, part), number in zip(kinds.items(), shown, strict=True)
        }
        margin_error = seat.own.margin_error * PRESTIGE
        return self._words.text(
            "analysis.faults",
            n=len(great),
            least=self._percent(MISTAKE),
            turns=Term("analysis.turns", n=len(turns)),
            mean=self._with_error(
                self._points(_lost(plays) / len(turns)), self._points(_error(plays) / len(turns))
            ),
            chance=self._with_error(self._tenths(chance), self._points(seat.own.error)),
            margin=self._with_error(self._tenths(total - chance), self._points(margin_error)),
            **told,
        )

    def _mistakes(self, seats: Sequence[int]) -> list[str]:
        made = [
            (play.mistake, self.mistake(turn, play))
            for turn in self._analysis.turns
            for play in turn.plays
            if play.seat in seats and is_reported(play)
        ]
        return _greatest(made)

    def mistake(self, turn: Turn, play: Play) -> str:
        return self._words.text(
            "analysis.one-mistake",
            number=turn.number,
            who=self._colour(play.seat),
            loss=self._with_error(self._points(play.mistake), self._points(play.error)),
        )

    def _changes(self, changes: Sequence[tuple[Turn, Values]]) -> list[str]:
        found = [
            (
                _size(change),
                self._words.text(
                    "analysis.one-swing", number=turn.number, seats=self._gains(change)
                ),
            )
            for turn, change in changes
            if _is_swing(change)
        ]
        return _greatest(found)

    # --- words and numbers

    def _who(self, seat: int) -> str:
        return self._words.player(self._story.end.setting, seat, self._names)

    def _colour(self, seat: int) -> str:
        return self._words.player(self._story.end.setting, seat)

    def _gains(self, values: Values) -> tuple[Term, ...]:
        """What each seat gained or lost; those for whom nothing changed are left out."""
        return tuple(
            Term(
                "analysis.gain",
                who=self._colour(seat),
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
        return self._words.decimal(100 * share, "0")

    def _points(self, share: float) -> str:
        return self._words.decimal(100 * share, "0.0")

    def _tenths(self, number: int) -> str:
        return self._words.decimal(number / 10, "0.0")

    def _signed_tenths(self, number: int) -> str:
        return self._words.decimal(number / 10, "+0.0;-0.0" if number else "0.0")

    def _signed(self, value: float) -> str:
        return self._words.decimal(round(value, 1) + 0.0, "+0.0;-0.0")  # and no -0.0


def _size(luck: Values) -> float:
    return max(abs(value.share) for value in luck)


def _lost(plays: Sequence[Play]) -> float:
    return sum(play.mistake for play in plays)


def _error(plays: Sequence[Play]) -> float:
    """Half of the 95 % interval of what they lost together."""
    return hypot(*(play.error for play in plays))


def is_reported(play: Play) -> bool:
    return play.mistake >= MISTAKE and play.is_sure


def _is_swing(change: Values) -> bool:
    return any(abs(value.share) >= max(SWING, value.error) for value in change)


def _greatest(entries: list[tuple[float, str]]) -> list[str]:
    entries.sort(key=lambda entry: -entry[0])
    return [line for _, line in entries[:GREATEST]]


# --- shares of the win that add up


def tenths(share: float) -> int:
    return round(TENTHS * share)


def parts_of(total: int, shares: Sequence[float]) -> list[int]:
    """The shares in tenths of a percent, rounded up or down so that they add up to a total.

    Those are rounded up whose rest is greatest.  What the total itself was rounded by may be one
    tenth more or less than that can make up; then one share is a tenth further off.
    """
    exact = [TENTHS * share for share in shares]
    result = [floor(number) for number in exact]
    order = sorted(range(len(exact)), key=lambda at: result[at] - exact[at])
    missing = total - sum(result)
    for step in range(abs(missing)):
        if missing > 0:
            result[order[step % len(order)]] += 1
        else:
            result[order[-1 - step % len(order)]] -= 1
    return result
