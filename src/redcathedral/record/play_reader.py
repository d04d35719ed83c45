"""Read the play part of a record line by line, and play it with the engine."""

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

# The reason and the fix for a record of a program version that did not give Ivan the recognition
# of his first claim.
OLDER_VERSION: Final = (
    "made before Ivan's first claim paid him for the recognition on its workshop tile (R8.3)",
    "leave its `state` lines out, and end it with the `score` and `result` lines named here",
)


class PlayReader:
    """Reads the play part of a record, and adds its legal steps to ``record``.

    Lines that contradict the rules are added to ``report``.  Raises Halt if the game cannot
    continue after such a line, and ParseError for a line that cannot be read.
    """

    def __init__(self, record: Record, report: Replay, check: bool) -> None:
        self.record = record
        self.stepper = Stepper(record.first_state())
        self.event_comments: list[str] = []  # comments that a writer adds after the last step
        self._report = report
        self._report_disagreement = report.report_disagreement
        self._check = check
        self._unread_turns: list[TurnStart] = []  # turns that began; their ``turn`` line is due
        self._turn_position: State | None = None  # of the ``turn`` line just read
        self._is_checked = False  # whether a ``state`` or ``score`` line has been checked
        self._first_claim_gain = 0  # recognition of Ivan's first claim (R8.3)
        self._is_older = False  # whether Ivan's score lacks this recognition
        self._has_legal_line = False  # before the decision that is due
        self._scored_colours: list[str] = []  # colors with a ``score`` line
        self._end_line: Line | None = None  # an ``agreed`` or ``stopped`` line
        self._has_result = False

    @property
    def state(self) -> State:
        """The current position."""
        return self.stepper.state

    def add_result(self, result: StepResult) -> None:
        """Process the result of a step, or of the start of the game."""
        if result.turns and self.state.turn == 0:
            gains = (event for event in result.events if isinstance(event, Gained))
            self._first_claim_gain = sum(gain.amount for gain in gains)
        self._unread_turns += result.turns
        self._turn_position = None
        self._has_legal_line = False
        events = [*result.events, *(event for turn in result.turns for event in turn.events)]
        comments = [event_comment(self.state.setting, event) for event in events]
        self.event_comments = [text for text in comments if text is not None]

    def read(self, line: Line) -> None:
        """Read a line."""
        reader = self.READERS.get(line.words[0].casefold(), PlayReader._decision)
        reader(self, line)

    def finish(self, last: Line) -> None:
        """Check the end of the file: a finished game must have its result."""
        record = self.record
        if self.state.is_over:
            record.ending = Ending.FINISHED
        if not self._has_result and record.ending in (Ending.FINISHED, Ending.AGREED):
            missing = [*score_lines(self.state), result_line(self.state)]
            reason = "the game is over, but its result is missing"
            self._report_disagreement(
                last, reason, "these lines are due after it: " + "; ".join(missing)
            )
        if self._first_claim_gain > 0 and not self._is_checked:  # no line shows whether he got it
            self._report.warnings.append(
                f"{self._report.file}: Ivan's first claim takes a workshop tile with recognition, "
                "which is his (R8.3); a version that did not count it would have him lower"
            )

    def _lacks_first_claim_gain(self, read: int, actual: int) -> bool:
        """Return whether a score of Ivan may lack the recognition of his first claim (R8.3).

        At the first turn such a score is lower by exactly that recognition.  Later the difference
        can be any number, because the distances between prestige spaces differ.
        """
        missing = actual - read
        return self._first_claim_gain > 0 and (
            missing == self._first_claim_gain if self.state.turn == 0 else missing > 0
        )

    def _legal_texts(self) -> list[str]:
        if self._unread_turns:
            return [f"turn {self._next_turn_colour()}"]
        if self.state.is_chance:
            return [due_text(self.state)]
        return [decision_text(number) for number in rules.legal(self.state)]

    def _next_turn_colour(self) -> str:
        state = self._unread_turns[0].state
        return state.setting.colour(state.seat)

    def _halt(self, line: Line, reason: str, fix: str) -> NoReturn:
        self._report_disagreement(line, reason, fix, self._legal_texts())
        raise Halt

    def _require_due(self, line: Line, chance: bool) -> None:
        """Stop the replay unless a decision (or with ``chance`` a chance outcome) is due."""
        if self._end_line is not None:
            self._halt(line, f"the game ended on line {self._end_line.number}", "remove this line")
        if self._unread_turns:
            fix = f"write `turn {self._next_turn_colour()}` before it"
            continues_turn = line.words[0].casefold() in ("end", "prestige")
            if continues_turn and not self.state.setting.leaves_open:
                fix += "; or, where turns stay open after their roll (R3.5), write "
                fix += "`option final_roll leaves_open` into the header"
            self._halt(line, "a new turn has begun", fix)
        if self.state.is_over:
            self._halt(line, "the game is over", "only `score` and `result` lines can follow")
        if self.state.is_chance and not chance:
            reason = "a chance outcome is due first"
            self._halt(line, reason, f"write the line `{due_text(self.state)}` before it")
        if chance and not self.state.is_chance:
            self._halt(line, "no chance outcome is due", "a decision is due")

    def take(self, line: Line, steps: Sequence[int]) -> None:
        """Take the steps of a line; all of them must be possible."""
        for step in steps:
            result = self.stepper.advance(step)
            self.record.steps.append(step)
            self.record.lines.append(line.number)
            self.add_result(result)

    def _decision(self, line: Line) -> None:
        try:
            number = read_decision(line.text)
        except NotationError as error:
            raise self._decision_error(line, error) from None
        self._require_due(line, chance=False)
        if number not in rules.legal(self.state):
            self._halt(line, "this is not legal here", "take one of the legal decisions")
        self.take(line, [number])
        self._report.decisions += 1

    def _decision_error(self, line: Line, error: NotationError) -> ParseError:
        word = line.words[0].casefold()
        if word in (*HEADER_KEYS, *SETUP_KEYS) and word not in VERBS:
            fix = "move it there, before the first `turn`"
            return ParseError(f"{quote(word)} belongs to the header or the set-up", fix)
        if word not in VERBS:
            fix = did_you_mean(word, [*VERBS, *WORDS])
            return ParseError(f"no line begins with {quote(word)}", fix, legal=self._legal_texts())
        return ParseError(error.reason, error.fix, legal=self._legal_texts())

    def _turn(self, line: Line) -> None:
        colour = self._colours(line.words[1:], 1)[0]
        if self._end_line is not None or not self._unread_turns:
            if self._end_line is None and not self.state.is_chance and not self.state.is_over:
                seat = self.state.setting.colour(self.state.seat)
                self._halt(line, f"the turn of {seat} continues", "it ends with `end`")
            self._require_due(line, chance=False)
        if colour != self._next_turn_colour():
            self._halt(
                line,
                f"{self._next_turn_colour()} is to move",
                "turns go round in seat order (R3.1)",
            )
        self._turn_position = self._unread_turns.pop(0).state
        self._report.turns += 1

    def _colours(self, words: Sequence[str], most: int) -> list[str]:
        names = [word.casefold() for word in words]
        if not 1 <= len(names) <= most:
            limit = "one color" if most == 1 else f"1 to {most} colors"
            raise ParseError(f"{len(names)} words", f"name {limit}")
        setting = self.state.setting
        seats = [setting.colour(seat) for seat in range(int(setting.seat_count))]
        for name in names:
            if name not in seats:
                raise ParseError(
                    f"{quote(name)} is not a seat of this game", did_you_mean(name, seats)
                )
        return names

    def _state(self, line: Line) -> None:
        read = parse_json(line.text[len("state") :].strip())
        if not self._check:
            return
        if self._turn_position is None:
            fix = "a `state` line follows its `turn` line"
            self._report_disagreement(line, "no turn begins here", fix)
            return
        paths = list(differences(read, parse_json(position_line(position_of(self._turn_position)))))
        self._is_checked = True
        self._turn_position = None
        if paths:
            is_older = (
                [path.path for path in paths] == [f"$.seats[{IVAN}].score"]
                and paths[0].read.lstrip("-").isdecimal()
                and self._lacks_first_claim_gain(int(paths[0].read), int(paths[0].engine))
            )
            reason, fix = OLDER_VERSION if is_older else ("the position is different", "")
            self._report_disagreement(line, reason, fix, paths=paths)

    def _legal(self, line: Line) -> None:
        if len(line.words) != 2 or re.fullmatch("[0-9]{1,6}", line.words[1]) is None:
            raise ParseError("no number of legal decisions", "write it as: legal 17")
        if self._has_legal_line:
            raise ParseError("this decision already has a `legal` line", "keep one line")
        self._has_legal_line = True
        if not self._check:
            return
        if (
            self._end_line is not None
            or self._unread_turns
            or self.state.is_chance
            or self.state.is_over
        ):
            fix = "a `legal` line is written before a decision"
            self._report_disagreement(line, "no decision is due here", fix, self._legal_texts())
            return
        texts = self._legal_texts()
        if int(line.words[1]) != len(texts):
            self._report_disagreement(line, f"{len(texts)} decisions are legal here", "", texts)

    def _roll(self, line: Line) -> None:
        faces = read_roll(line.words[1:])
        self._require_due(line, chance=True)
        due = dice_due(self.state)
        if self.state.phase != ROLL or sorted(faces) != due:
            self._halt(line, "other dice must be rolled", f"write `{due_text(self.state)}`")
        self.take(line, [faces[die] for die in due])

    def _ivan_tiles(self, line: Line) -> None:
        tiles = self.state.setting.components.edition.workshop_tiles
        numbers = read_ids(line.words[1:], [tile.id for tile in tiles])
        self._require_due(line, chance=True)
        possible = [outcome for outcome, _ in rules.outcomes(self.state)]
        if self.state.phase != DRAW_IVAN_TILE:
            self._halt(line, "no tiles must be dealt", f"write `{due_text(self.state)}`")
        if sorted(numbers) != possible:
            names = ", ".join(possible_names(self.state))
            self._halt(line, "not each of Ivan's tiles once", f"deal {names} (R8.2)")
        self.take(line, numbers)

    def _require_end(self, line: Line) -> None:
        """Stop the replay unless the game is over or was ended by agreement."""
        if self.record.ending is Ending.AGREED and not self._has_result:
            return
        if (
            self._has_result
            or self._end_line is not None
            or self._unread_turns
            or not self.state.is_over
        ):
            reason = (
                "the record already has a result"
                if self._has_result
                else "the game is not over here"
            )
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
        self._require_end(line)
        if colour in self._scored_colours:
            self._halt(line, f"{colour} already has a score", "keep one line a seat")
        self._scored_colours.append(colour)
        actual = next(text for text in score_lines(self.state) if text.split()[1] == colour)
        self._is_checked = True
        if set(parts) != set(actual.split()[2:]):
            read, engine = _numbers(parts), _numbers(actual.split()[2:])
            missing = {key: engine[key] - read[key] for key in engine if engine[key] != read[key]}
            self._is_older = (
                self._first_claim_gain > 0
                and colour == self.state.setting.colour(IVAN)
                and missing.keys() == {"track", "total"}
                and missing["track"] == missing["total"] > 0
            )
            reason = OLDER_VERSION[0] if self._is_older else "the score is different"
            self._report_disagreement(line, reason, f"it is: {actual}")

    def _result_line(self, line: Line) -> None:
        count = int(self.state.setting.seat_count)
        colours = self._colours(line.words[1:], count)
        self._require_end(line)
        self._has_result = True
        if len(self._scored_colours) < count:
            reason = f"{len(self._scored_colours)} scores for {count} seats"
            self._report_disagreement(line, reason, "write a `score` line for each seat before it")
        actual = result_line(self.state)
        if sorted(colours) != sorted(actual.split()[1:]):
            reason = OLDER_VERSION[0] if self._is_older else "the result is different"
            self._report_disagreement(line, reason, f"it is: {actual}")

    def _stopped(self, line: Line) -> None:
        if [word.casefold() for word in line.words[1:]] != ["cap"]:
            raise ParseError("this end is unknown", "write it as: stopped cap")
        self._end(line, Ending.CAPPED)

    def _agreed(self, line: Line) -> None:
        if len(line.words) > 1:
            raise ParseError("more than one word", "write it as: agreed")
        self._end(line, Ending.AGREED)

    def _end(self, line: Line, ending: Ending) -> None:
        if self._end_line is not None:
            self._halt(line, f"the game ended on line {self._end_line.number}", "keep one of them")
        if self.state.is_over:
            self._halt(line, "the game is over by itself", "remove this line")
        self._end_line = line
        self.record.ending = ending

    # The reader of each first word; all other lines are decisions.
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
