"""Replaying a record: read line by line and played through the engine, disagreements collected."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from redcathedral.box import Edition, editions, load_edition
from redcathedral.box.problem import Misread
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.engine.components import Components
from redcathedral.engine.rules import ImpossibleOutcome
from redcathedral.record.game_record import HEAD, Comment, Record
from redcathedral.record.header import VERSION, Header, HeaderReader
from redcathedral.record.lines import Line, MisreadAt, is_cut, lines_of, read_text
from redcathedral.record.notation import VERBS, place_text
from redcathedral.record.play_reader import WORDS, Complaint, Halt, PlayReader
from redcathedral.record.problem import (
    Disagreement,
    PositionError,
    RecordError,
    UnreadableRecord,
)
from redcathedral.record.setup import KEYS, SetupReader, ivans_start, outcome_name, possible
from redcathedral.record.stepper import Walk
from redcathedral.record.strict_json import canonical, parse_json

FIRST: Final = "redcathedral-record"
PROBLEM_LIMIT: Final = 100  # disagreements after which a file is not followed any further
_packaged: Final = lru_cache(maxsize=8)(load_edition)
_components: Final = lru_cache(maxsize=8)(Components)


@dataclass
class Replay:
    """What replaying a file came to.

    ``record`` is the game as far as it could be followed, None when not even its set-up could.
    ``problems`` are disagreements, or one thing that cannot be read; ``excepted`` those of lines
    named as exceptions; ``whole`` whether the game was followed to the end of the file.
    """

    file: str
    record: Record | None = None
    problems: list[RecordError] = field(default_factory=list)
    excepted: list[RecordError] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    decisions: int = 0
    turns: int = 0
    whole: bool = False

    @property
    def is_unreadable(self) -> bool:
        """Whether a line, or the file, could not be read."""
        return any(isinstance(problem, UnreadableRecord) for problem in self.problems)


def replay(
    source: str | Path,
    check: bool = True,
    excepted: Collection[int] = (),
    given: Iterable[Edition] = (),
) -> Replay:
    """Replay a record: a Path is a file, plain or gzipped, a str the text itself.

    Legality and results are always compared; with ``check`` all `legal` and `state` lines too.
    ``excepted`` are numbers of lines whose disagreement is set apart.  ``given`` are editions
    besides those of the package, which they hide when they have the same id.
    """
    return _Replayer(source, check, excepted, given).run()


def read(source: str | Path, edition: Edition | None = None) -> Record:
    """The record of a file (a Path) or a text (a str), with all its lines checked.

    Raises RecordError for the first thing that is wrong with it.
    """
    report = replay(source, given=() if edition is None else (edition,))
    if report.record is None or report.problems:
        raise report.problems[0]
    return report.record


@dataclass(frozen=True)
class _InSetup:
    """A record whose header is complete, and its set-up so far."""

    record: Record
    setup: SetupReader


class _Replayer:
    """One file on its way through header, set-up and play."""

    def __init__(
        self,
        source: str | Path,
        check: bool,
        excepted: Collection[int],
        given: Iterable[Edition],
    ) -> None:
        self._source = source
        self._text = ""
        self._report = Replay(str(source) if isinstance(source, Path) else "<text>")
        self._check = check
        self._excepted = excepted
        self._given = {edition.id: edition for edition in given}
        self._head: HeaderReader | None = None  # after the first line
        self._edition_line = Line(0)
        self._in_setup: _InSetup | None = None  # after the header
        self._play: PlayReader | None = None  # after the set-up
        self._comments: list[Comment] = []

    def run(self) -> Replay:
        """Read all lines, or as far as they can be followed."""
        line = Line(0)
        try:
            source = self._source
            self._text = read_text(source) if isinstance(source, Path) else source
            for line in lines_of(self._text):
                self._read(line)
                self._comment(line)
            line = Line(line.number)
            self._finish(line)
            self._report.whole = True
        except Halt:
            pass
        except Misread as error:
            at = error.line if isinstance(error, MisreadAt) else line
            self._report.problems.append(self._unreadable(at, error))
        if self._play is not None:
            self._report.record = self._play.record
            self._report.decisions = self._play.decisions
            self._report.turns = self._play.turns
        return self._report

    def _unreadable(self, line: Line, error: Misread) -> UnreadableRecord:
        fix = error.fix
        if is_cut(self._text, line.number):
            fix += " (the file may be cut off: its last line has no end)"
        file, read = self._report.file, _quoted(line)
        return UnreadableRecord(file, line.number, read, error.reason, fix, error.legal)

    def _complain(self, complaint: Complaint) -> None:
        line = complaint.line
        file, read = self._report.file, _quoted(line)
        problem = Disagreement(file, line.number, read, *complaint[1:])
        if line.number in self._excepted:
            self._report.excepted.append(problem)
        else:
            self._report.problems.append(problem)
            if len(self._report.problems) == PROBLEM_LIMIT:
                raise Halt

    def _comment(self, line: Line) -> None:
        """Keep a person's comment; a writer adds its own remarks again."""
        if line.comment:
            step = HEAD
            if self._play is not None:
                if self._play.is_remark(line.comment):
                    return
                step = len(self._play.record.steps)
            self._comments.append(Comment(step, line.comment))

    def _read(self, line: Line) -> None:
        if not line.words:
            return
        if self._play is not None:
            self._play.read(line)
        elif self._in_setup is not None:
            self._setup_line(line, self._in_setup)
        elif self._head is not None:
            self._header_line(line, self._head)
        else:
            self._first(line)

    def _first(self, line: Line) -> None:
        if line.words[0].casefold() != FIRST:
            raise Misread("this is no game record", f"its first line is `{FIRST} {VERSION}`")
        if line.words[1:] != [VERSION]:
            fix = f"this program reads version {VERSION}; use a newer one, or correct the line"
            raise Misread("this version of the record is not known", fix)
        self._head = HeaderReader()

    def _header_line(self, line: Line, head: HeaderReader) -> None:
        key = line.words[0].casefold()
        if key in (*KEYS, "start", "turn"):
            self._setup_line(line, self._close_header(head))
        elif key != "ivan" and key in (*VERBS, *WORDS):
            fix = "write the set-up, or a `start` line with a position, before it"
            raise Misread("the game has no set-up yet", fix)
        else:
            head.feed(line.words, line.text)
            if key == "edition":
                self._edition_line = line

    def _close_header(self, head: HeaderReader) -> _InSetup:
        header = head.header()
        components = _components(self._edition(header))
        setup = SetupReader(components, len(header.colours), header.ivan is not None)
        self._in_setup = _InSetup(Record(header, components, comments=self._comments), setup)
        return self._in_setup

    def _edition(self, header: Header) -> Edition:
        name = header.edition
        if name in self._given:
            edition = self._given[name]
        elif name in editions():
            edition = _packaged(name)
        else:
            fix = "pass its file with --edition FILE; in the package are: " + ", ".join(editions())
            reason = f"the edition {quote(name)} is not known"
            raise MisreadAt(self._edition_line, reason, fix)
        if header.edition_hash not in (None, edition.hash):
            self._report.warnings.append(
                f"{self._report.file}: made with other numbers of the edition {name} than those "
                f"known here ({edition.hash}); if it does not replay, pass its --edition FILE"
            )
        return edition

    def _setup_line(self, line: Line, table: _InSetup) -> None:
        key = line.words[0].casefold()
        if key in KEYS:
            table.setup.feed(line)
        elif key in (*VERBS, *WORDS):
            self._close_setup(table).read(line)
        elif key == "start":
            self._start(line, table)
        else:
            raise Misread(f"{quote(line.words[0])} is no set-up line", did_you_mean(key, KEYS))

    def _start(self, line: Line, table: _InSetup) -> None:
        """The game starts from a position."""
        if not table.setup.is_empty:
            raise Misread("a position after set-up lines", "keep one of the two")
        try:
            table.record.start = canonical(parse_json(line.text[len("start") :].strip()))
            walk = Walk(table.record.first_state())
        except PositionError as error:
            raise Misread(f"{error.path}: {error.reason}", error.fix) from None
        self._play = PlayReader(table.record, walk, self._complain, self._check)
        self._play.passed(walk.start())

    def _close_setup(self, table: _InSetup) -> PlayReader:
        """All outcomes of the set-up, in the engine's order."""
        record = table.record
        play = PlayReader(record, Walk(record.first_state()), self._complain, self._check)
        for outcome, line in table.setup.outcomes():
            try:
                passage = play.walk.advance(outcome)
            except ImpossibleOutcome:
                reason = f"{outcome_name(play.state, outcome)} cannot come here"
                self._complain(Complaint(line, reason, "", possible(play.state)))
                raise Halt from None
            record.steps.append(outcome)
            record.lines.append(line.number)
            play.passed(passage)
        self._play = play
        start = table.setup.start_line
        if start is not None:
            own = place_text(ivans_start(play.state))
            if start.words[1:] != [own]:
                reason = f"Ivan's sixth banner goes on {own} (R8.3)"
                self._complain(Complaint(start, reason, f"write `ivan-start {own}`"))
        return play

    def _finish(self, last: Line) -> None:
        """The file is at its end."""
        if self._head is None:
            raise Misread("the file is empty", f"a record begins with `{FIRST} {VERSION}`")
        table = self._in_setup or self._close_header(self._head)
        play = self._play or self._close_setup(table)
        play.finish(last)
        if play.may_be_older:
            self._report.warnings.append(
                f"{self._report.file}: Ivan's first claim takes a workshop tile with recognition, "
                "which is his (R8.3); a version that did not count it would have him lower"
            )


def _quoted(line: Line) -> str:
    """What an error quotes of a line: not the JSON of a position."""
    return line.words[0] if line.words and line.words[0] in ("state", "start") else line.text
