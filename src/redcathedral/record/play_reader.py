"""The play part of a record, read line by line against a game that goes along."""

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NoReturn

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.engine import rules
from redcathedral.engine.phases import DRAW_IVAN_TILE, ROLL
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import State
from redcathedral.record.event import Gained, event_comment
from redcathedral.record.game_record import SCORE_KEYS, Ending, Record, result_line, score_lines
from redcathedral.record.header import KEYS as HEADER_KEYS
from redcathedral.record.lines import Line
from redcathedral.record.notation import VERBS, NotationError, decision_text, read_decision
from redcathedral.record.outcome import dice_due, due_text, read_roll
from redcathedral.record.position import position_line, position_of
from redcathedral.record.report import Halt, Replay
from redcathedral.record.setup import KEYS as SETUP_KEYS
from redcathedral.record.setup import possible_names, read_ids
from redcathedral.record.stepper import Stepper, StepResult, TurnStart
from redcathedral.record.strict_json import differences, parse_json

# Why Ivan's score alone differs, and the way out.
OLDER: Final = (
    "made before Ivan's first claim paid him for the recognition on its workshop tile (R8.3)",
    "leave its `state` lines out, and end it with the `score` and `result` lines named here",
)


class PlayReader:
    """Follows the play part of a record; what is legal and true goes into it step by step.

    ``report`` takes what the rules see differently.  After a line that makes it impossible to
    go on, Halt is raised; a line that cannot be understood raises ParseError.
    """

    def __init__(self, record: Record, report: Replay, check: bool) -> None:
        self.record = record
        self.stepper = Stepper(record.first_state())
        self.remarks: list[str] = []  # what a writer adds by itself as comments on the last step
        self._report = report
        self._report_disagreement = report.report_disagreement
        self._check = check
        self._turns_begun: list[TurnStart] = []  # turns begun, their `turn` line still to come
        self._opened: State | None = None  # the position of the `turn` line just read
        self._is_checked = False  # whether a `state` or `score` line has been compared
        self._ivans_first = 0  # recognition that his first claim gave him (R8.3)
        self._is_older = False  # whether his score is told without it
        self._counted = False  # a `legal` line stands before the decision that is due
        self._scored: list[str] = []  # colours with a `score` line
        self._ended: Line | None = None
        self._result = False

    @property
    def state(self) -> State:
        """The live position."""
        return self.stepper.state

    def add_result(self, brought: StepResult) -> None:
        """A step has been taken, or the game has begun."""
        if brought.turns and self.state.turn == 0:
            gained = (event for event in brought.events if isinstance(event, Gained))
            self._ivans_first = sum(gain.amount for gain in gained)
        self._turns_begun += brought.turns
        self._opened = None
        self._counted = False
        told = [*brought.events, *(event for part in brought.turns for event in part.events)]
        remarks = [event_comment(self.state.setting, event) for event in told]
        self.remarks = [text for text in remarks if text is not None]

    def read(self, line: Line) -> None:
        """Follow one line."""
        reader = self.READERS.get(line.words[0].casefold(), PlayReader._decision)
        reader(self, line)

    def finish(self, last: Line) -> None:
        """The file is at its end: a game that is over carries its result."""
        record = self.record
        if self.state.is_over:
            record.ending = Ending.FINISHED
        if not self._result and record.ending in (Ending.FINISHED, Ending.AGREED):
            missing = [*score_lines(self.state), result_line(self.state)]
            reason = "the game is over, but its result is not there"
            self._report_disagreement(
                last, reason, "these lines are due after it: " + "; ".join(missing)
            )
        if self._ivans_first > 0 and not self._is_checked:  # nothing shows that it was his then
            self._report.warnings.append(
                f"{self._report.file}: Ivan's first claim takes a workshop tile with recognition, "
                "which is his (R8.3); a version that did not count it would have him lower"
            )

    def _lacks_ivans_first(self, read: int, own: int) -> bool:
        """Whether a score of Ivan's could be that of a program that did not count it.

        At the first turn it is lower by just that, later by anything: prestige spaces lie unevenly.
        """
        short = own - read
        return self._ivans_first > 0 and (
            short == self._ivans_first if self.state.turn == 0 else short > 0
        )

    # What is due.

    def _legal_texts(self) -> list[str]:
        if self._turns_begun:
            return [f"turn {self._to_open()}"]
        if self.state.is_chance:
            return [due_text(self.state)]
        return [decision_text(number) for number in rules.legal(self.state)]

    def _to_open(self) -> str:
        state = self._turns_begun[0].state
        return state.setting.colour(state.seat)

    def _halt(self, line: Line, reason: str, fix: str) -> NoReturn:
        self._report_disagreement(line, reason, fix, self._legal_texts())
        raise Halt

    def _due(self, line: Line, chance: bool) -> None:
        """Halt unless a decision, or an outcome of chance, may stand here."""
        if self._ended is not None:
            self._halt(line, f"the game ended on line {self._ended.number}", "remove this line")
        if self._turns_begun:
            fix = f"write `turn {self._to_open()}` before it"
            goes_on = line.words[0].casefold() in ("end", "prestige")
            if goes_on and not self.state.setting.leaves_open:
                fix += "; or, where turns stay open after their roll (R3.5), write "
                fix += "`option final_roll leaves_open` into the header"
            self._halt(line, "a new turn has begun", fix)
        if self.state.is_over:
            self._halt(line, "the game is over", "only `score` and `result` lines can follow")
        if self.state.is_chance and not chance:
            reason = "an outcome of chance is due first"
            self._halt(line, reason, f"write the line `{due_text(self.state)}` before it")
        if chance and not self.state.is_chance:
            self._halt(line, "no outcome of chance is due", "a decision stands here")

    def take(self, line: Line, steps: Sequence[int]) -> None:
        """Take the steps of a line, all of them possible."""
        for step in steps:
            brought = self.stepper.advance(step)
            self.record.steps.append(step)
            self.record.lines.append(line.number)
            self.add_result(brought)

    # Lines.

    def _decision(self, line: Line) -> None:
        try:
            number = read_decision(line.text)
        except NotationError as error:
            raise self._misread(line, error) from None
        self._due(line, chance=False)
        if number not in rules.legal(self.state):
            self._halt(line, "this is not legal here", "take one of the legal decisions")
        self.take(line, [number])
        self._report.decisions += 1

    def _misread(self, line: Line, error: NotationError) -> ParseError:
        word = line.words[0].casefold()
        if word in (*HEADER_KEYS, *SETUP_KEYS) and word not in VERBS:
            fix = "move it there, before the first `turn`"
            return ParseError(f"{quote(word)} belongs to the header or the set-up", fix)
        if word not in VERBS:
            fix = did_you_mean(word, [*VERBS, *WORDS])
            return ParseError(f"{quote(word)} begins no line", fix, legal=self._legal_texts())
        return ParseError(error.reason, error.fix, legal=self._legal_texts())

    def _turn(self, line: Line) -> None:
        colour = self._colours(line.words[1:], 1)[0]
        if self._ended is not None or not self._turns_begun:
            if self._ended is None and not self.state.is_chance and not self.state.is_over:
                seat = self.state.setting.colour(self.state.seat)
                self._halt(line, f"the turn of {seat} goes on", "it closes with `end`")
            self._due(line, chance=False)
        if colour != self._to_open():
            self._halt(line, f"{self._to_open()} is to move", "turns go round in seat order (R3.1)")
        self._opened = self._turns_begun.pop(0).state
        self._report.turns += 1

    def _colours(self, words: Sequence[str], most: int) -> list[str]:
        names = [word.casefold() for word in words]
        if not 1 <= len(names) <= most:
            wanted = "one colour" if most == 1 else f"1 to {most} colours"
            raise ParseError(f"{len(names)} words", f"name {wanted}")
        setting = self.state.setting
        seats = [setting.colour(seat) for seat in range(int(setting.seat_count))]
        for name in names:
            if name not in seats:
                raise ParseError(
                    f"{quote(name)} is no seat of this game", did_you_mean(name, seats)
                )
        return names

    def _state(self, line: Line) -> None:
        read = parse_json(line.text[len("state") :].strip())
        if not self._check:
            return
        if self._opened is None:
            fix = "a state stands right after its `turn`"
            self._report_disagreement(line, "no turn begins here", fix)
            return
        paths = list(differences(read, parse_json(position_line(position_of(self._opened)))))
        self._is_checked = True
        self._opened = None
        if paths:
            is_older = (
                [path.path for path in paths] == [f"$.seats[{IVAN}].score"]
                and paths[0].read.lstrip("-").isdecimal()
                and self._lacks_ivans_first(int(paths[0].read), int(paths[0].engine))
            )
            reason, fix = OLDER if is_older else ("the position is another one", "")
            self._report_disagreement(line, reason, fix, paths=paths)

    def _legal(self, line: Line) -> None:
        if len(line.words) != 2 or re.fullmatch("[0-9]{1,6}", line.words[1]) is None:
            raise ParseError("no number of legal decisions", "write it as: legal 17")
        if self._counted:
            raise ParseError(
                "the decisions that are legal here are counted already", "keep one line"
            )
        self._counted = True
        if not self._check:
            return
        if (
            self._ended is not None
            or self._turns_begun
            or self.state.is_chance
            or self.state.is_over
        ):
            fix = "a count stands before a decision"
            self._report_disagreement(line, "no decision is due here", fix, self._legal_texts())
            return
        texts = self._legal_texts()
        if int(line.words[1]) != len(texts):
            self._report_disagreement(line, f"{len(texts)} decisions are legal here", "", texts)

    def _roll(self, line: Line) -> None:
        faces = read_roll(line.words[1:])
        self._due(line, chance=True)
        due = dice_due(self.state)
        if self.state.phase != ROLL or sorted(faces) != due:
            self._halt(line, "other dice are to be rolled", f"write `{due_text(self.state)}`")
        self.take(line, [faces[die] for die in due])

    def _ivan_tiles(self, line: Line) -> None:
        tiles = self.state.setting.components.edition.workshop_tiles
        numbers = read_ids(line.words[1:], [tile.id for tile in tiles])
        self._due(line, chance=True)
        wanted = [outcome for outcome, _ in rules.outcomes(self.state)]
        if self.state.phase != DRAW_IVAN_TILE:
            self._halt(line, "no tiles are to be dealt", f"write `{due_text(self.state)}`")
        if sorted(numbers) != wanted:
            names = ", ".join(possible_names(self.state))
            self._halt(line, "not each of Ivan's tiles once", f"deal {names} (R8.2)")
        self.take(line, numbers)

    # The end.

    def _scoring(self, line: Line) -> None:
        """Halt unless the game is over, or ended by agreement."""
        if self.record.ending is Ending.AGREED and not self._result:
            return
        if self._result or self._ended is not None or self._turns_begun or not self.state.is_over:
            reason = "the result is there already" if self._result else "the game is not over here"
            self._halt(line, reason, "`agreed` before it ends a game early")

    def _score(self, line: Line) -> None:
        colour = self._colours(line.words[1:2], 1)[0]
        parts = [word.casefold() for word in line.words[2:]]
        pattern = "|".join(SCORE_KEYS)
        if len(parts) != len(SCORE_KEYS) or not all(
            re.fullmatch(f"({pattern})=-?[0-9]{{1,6}}", part) for part in parts
        ):
            fix = "write it as: score red " + " ".join(f"{key}=0" for key in SCORE_KEYS)
            raise ParseError("no score", fix)
        if len({part.split("=")[0] for part in parts}) < len(SCORE_KEYS):
            raise ParseError("a number twice", "name each once: " + ", ".join(SCORE_KEYS))
        self._scoring(line)
        if colour in self._scored:
            self._halt(line, f"the score of {colour} is there already", "keep one line a seat")
        self._scored.append(colour)
        own = next(text for text in score_lines(self.state) if text.split()[1] == colour)
        self._is_checked = True
        wrong = set(parts) ^ set(own.split()[2:])
        if wrong:
            read, wanted = _numbers(parts), _numbers(own.split()[2:])
            short = {key: wanted[key] - read[key] for key in wanted if wanted[key] != read[key]}
            self._is_older = (
                self._ivans_first > 0
                and colour == self.state.setting.colour(IVAN)
                and short.keys() == {"track", "total"}
                and short["track"] == short["total"] > 0
            )
            reason = OLDER[0] if self._is_older else "the score is another one"
            self._report_disagreement(line, reason, f"it is: {own}")

    def _result_line(self, line: Line) -> None:
        count = int(self.state.setting.seat_count)
        colours = self._colours(line.words[1:], count)
        self._scoring(line)
        self._result = True
        if len(self._scored) < count:
            reason = f"{len(self._scored)} scores for {count} seats"
            self._report_disagreement(line, reason, "write a `score` line for each seat before it")
        own = result_line(self.state)
        if sorted(colours) != sorted(own.split()[1:]):
            reason = OLDER[0] if self._is_older else "the result is another one"
            self._report_disagreement(line, reason, f"it is: {own}")

    def _stopped(self, line: Line) -> None:
        if [word.casefold() for word in line.words[1:]] != ["cap"]:
            raise ParseError("this end is unknown", "write it as: stopped cap")
        self._end(line, Ending.CAPPED)

    def _agreed(self, line: Line) -> None:
        if len(line.words) > 1:
            raise ParseError("more than one word", "write it as: agreed")
        self._end(line, Ending.AGREED)

    def _end(self, line: Line, ending: Ending) -> None:
        if self._ended is not None:
            self._halt(line, f"the game ended on line {self._ended.number}", "keep one of them")
        if self.state.is_over:
            self._halt(line, "the game is over by itself", "remove this line")
        self._ended = line
        self.record.ending = ending

    # How a line is read by its first word; all others are decisions.
    READERS: ClassVar[dict[str, "Callable[[PlayReader, Line], None]"]] = {
        "turn": _turn,
        "state": _state,
        "legal": _legal,
        "roll": _roll,
        "ivan-tiles": _ivan_tiles,
        "score": _score,
        "result": _result_line,
        "stopped": _stopped,
        "agreed": _agreed,
    }


WORDS: Final = tuple(PlayReader.READERS)


def _numbers(parts: Sequence[str]) -> dict[str, int]:
    return {key: int(number) for key, _, number in (part.partition("=") for part in parts)}
