"""Replay a record: read it line by line, play it with the engine, and collect disagreements."""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from redcathedral.box import Edition, editions, load_edition
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.engine.rules import ImpossibleOutcome
from redcathedral.record.components import components_of
from redcathedral.record.game_record import BEFORE_PLAY, Comment, Record
from redcathedral.record.header import VERSION, Header, HeaderReader
from redcathedral.record.lines import Line, LineError, is_cut, lines_of, read_text
from redcathedral.record.notation import VERBS, place_text
from redcathedral.record.play_reader import WORDS, PlayReader
from redcathedral.record.report import Halt, Replay, UnreadableRecord
from redcathedral.record.setup import (
    KEYS,
    SetupReader,
    ivan_start_place,
    outcome_name,
    possible_names,
)
from redcathedral.record.strict_json import PositionError, canonical, parse_json

FIRST_WORD: Final = "redcathedral-record"  # at the start of the file
_load_packaged: Final = lru_cache(maxsize=8)(load_edition)


def replay(
    source: str | Path,
    check: bool = True,
    excepted: Collection[int] = (),
    extra_editions: Iterable[Edition] = (),
) -> Replay:
    """Replay a record: a Path names a file, plain or gzipped; a string is the text itself.

    Decisions and results are always checked; with ``check``, ``legal`` and ``state`` lines too.
    ``excepted`` are numbers of lines whose disagreements are listed separately.
    ``extra_editions`` are editions in addition to the packaged ones; an extra edition replaces a
    packaged one with the same id.
    """
    file = str(source) if isinstance(source, Path) else "<text>"
    return _Replayer(Replay(file, excepted), check, extra_editions).run(source)


def read(source: str | Path, edition: Edition | None = None) -> Record:
    """Read and check a record from a Path or a text; raises RecordError for the first problem."""
    report = replay(source, extra_editions=() if edition is None else (edition,))
    if report.record is None or report.problems:
        raise report.problems[0]
    return report.record


class _Replayer:
    def __init__(self, report: Replay, check: bool, extra_editions: Iterable[Edition]) -> None:
        self._report = report
        self._check = check
        self._extra_editions = {edition.id: edition for edition in extra_editions}
        self._read: Callable[[Line], None] = self._first_line  # reads the next line
        self._header_reader = HeaderReader()
        self._edition_line = Line(0)
        self._setup: SetupReader | None = None  # None while reading the header
        self._play: PlayReader | None = None  # None until the set-up is complete
        self._comments: list[Comment] = []

    def run(self, source: str | Path) -> Replay:
        report = self._report
        line = Line(0)
        text = ""
        try:
            text = read_text(source) if isinstance(source, Path) else source
            for line in lines_of(text):
                if line.words:
                    self._read(line)
                self._comment(line)
            line = Line(line.number)
            self._finish(line)
            report.is_complete = True
        except Halt:
            pass
        except ParseError as error:
            error_line = error.line if isinstance(error, LineError) else line
            fix = error.fix
            if is_cut(text, error_line.number):
                fix += " (the file may be cut off: its last line has no end)"
            where = (report.file, error_line.number, error_line.quoted)
            report.problems.append(UnreadableRecord(*where, error.reason, fix, error.legal))
        return report

    def _comment(self, line: Line) -> None:
        """Store the comment of a person, but not the comments that the writer adds for events."""
        if line.comment:
            step = BEFORE_PLAY
            if self._play is not None:
                if line.comment in self._play.event_comments:
                    return
                step = len(self._play.record.steps)
            self._comments.append(Comment(step, line.comment))

    def _first_line(self, line: Line) -> None:
        if line.words[0].casefold() != FIRST_WORD:
            raise ParseError(
                "this is not a game record", f"its first line is `{FIRST_WORD} {VERSION}`"
            )
        if line.words[1:] != [VERSION]:
            fix = f"this program reads version {VERSION}; use a newer one, or correct the line"
            raise ParseError("this version of the record is not known", fix)
        self._read = self._header_line

    def _header_line(self, line: Line) -> None:
        key = line.words[0].casefold()
        if key in (*KEYS, "start", "turn"):
            self._setup_line(self._close_header(), line)
        elif key != "ivan" and key in (*VERBS, *WORDS):
            fix = "write the set-up, or a `start` line with a position, before it"
            raise ParseError("the game has no set-up yet", fix)
        else:
            self._header_reader.feed(line.words, line.text)
            if key == "edition":
                self._edition_line = line

    def _close_header(self) -> SetupReader:
        header = self._header_reader.header()
        self._setup = setup = SetupReader(header, components_of(self._edition(header)))
        self._read = partial(self._setup_line, setup)
        return setup

    def _edition(self, header: Header) -> Edition:
        name = header.edition
        if name in self._extra_editions:
            edition = self._extra_editions[name]
        elif name in editions():
            edition = _load_packaged(name)
        else:
            fix = "pass its file with --edition FILE; in the package are: " + ", ".join(editions())
            raise LineError(self._edition_line, f"the edition {quote(name)} is not known", fix)
        if header.edition_hash not in (None, edition.hash):
            self._report.warnings.append(
                f"{self._report.file}: made with other numbers of the edition {name} than those "
                f"known here ({edition.hash}); if it does not replay, pass its --edition FILE"
            )
        return edition

    def _setup_line(self, setup: SetupReader, line: Line) -> None:
        key = line.words[0].casefold()
        if key in KEYS:
            setup.feed(line)
        elif key in (*VERBS, *WORDS):
            self._close_setup(setup).read(line)
        elif key == "start":
            self._start_line(setup, line)
        else:
            raise ParseError(
                f"{quote(line.words[0])} is not a set-up line", did_you_mean(key, KEYS)
            )

    def _new_play_reader(self, setup: SetupReader, start: str | None = None) -> PlayReader:
        record = Record(setup.header, setup.components, start, comments=self._comments)
        return PlayReader(record, self._report, self._check)

    def _begin_play(self, play: PlayReader) -> None:
        self._play = play
        self._read = play.read
        self._report.record = play.record

    def _start_line(self, setup: SetupReader, line: Line) -> None:
        if setup.rows:
            raise ParseError("a position after set-up lines", "keep one of the two")
        try:
            position = canonical(parse_json(line.text[len("start") :].strip()))
            play = self._new_play_reader(setup, position)
        except PositionError as error:
            raise ParseError(f"{error.place}: {error.reason}", error.fix) from None
        self._begin_play(play)
        play.add_result(play.stepper.start())

    def _close_setup(self, setup: SetupReader) -> PlayReader:
        """Play the outcomes of the set-up, in the order of the engine."""
        play = self._new_play_reader(setup)
        for outcome, line in setup.outcomes():
            try:
                play.take(line, [outcome])
            except ImpossibleOutcome:
                reason = f"{outcome_name(play.state, outcome)} is not possible here"
                self._report.report_disagreement(line, reason, "", possible_names(play.state))
                raise Halt from None
        self._begin_play(play)
        if (start := setup.rows.get(("ivan-start", 0))) is not None:
            actual = place_text(ivan_start_place(play.state))
            if start.line.words[1:] != [actual]:
                reason = f"Ivan's sixth banner goes on {actual} (R8.3)"
                self._report.report_disagreement(start.line, reason, f"write `ivan-start {actual}`")
        return play

    def _finish(self, last: Line) -> None:
        if self._read == self._first_line:
            raise ParseError("the file is empty", f"a record begins with `{FIRST_WORD} {VERSION}`")
        play = self._play or self._close_setup(self._setup or self._close_header())
        play.finish(last)
