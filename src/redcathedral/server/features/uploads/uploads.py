"""Read uploaded game records and editions in a separate process."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from redcathedral.box import Edition, EditionError, parse_edition
from redcathedral.box.entered_box import EnteredBox
from redcathedral.box.entries import entered_box
from redcathedral.box.problem import NewerEditionError
from redcathedral.box.toml_writer import toml_from_json
from redcathedral.play.game import Game
from redcathedral.record.game_record import Record
from redcathedral.record.person_name import MAX_LENGTH
from redcathedral.record.replay import replay
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.new_game import new_row, opening_actions
from redcathedral.server.core.store.rows import NewGameRow
from redcathedral.server.core.table.seated_game import with_seat_texts
from redcathedral.server.core.workers import WorkerLost, WorkersFactory

Content = TypeVar("Content")

MAX_EDITION_BYTES: Final = 128 * 1024
MAX_RECORD_BYTES: Final = 2 * 1024 * 1024  # unpacked; twice the longest record
MAX_STORED_BYTES: Final = 128 * 1024  # of a stored record; usual records have 10,000
MAX_COMMENTS: Final = 500  # of a record
MAX_COMMENT_LENGTH: Final = 32 * 1024  # characters of all comments together
READ_SECONDS: Final = 20.0
MAX_QUEUED_FILES: Final = 4  # including the file that is being read
NICE_INCREMENT: Final = 10
RECORD_FILE_FIX: Final = "choose a .rcg or .rcg.gz file of one game"


class FileReader:
    """Reads uploaded files one after the other in a worker."""

    def __init__(self, workers: WorkersFactory) -> None:
        self._workers = workers(1, "upload", NICE_INCREMENT)
        self._waiting = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """Occupy a place in the queue; raises ApiError if the queue is full."""
        if self._waiting >= MAX_QUEUED_FILES:
            raise ApiError(429, "busy")
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    async def read(self, job: Callable[[], Content]) -> Content:
        """Run a job that reads a file, within ``place``; raises ApiError."""
        try:
            return await self._workers.run(job, READ_SECONDS)
        except WorkerLost as lost:
            raise ApiError(400, "bad-file", f"the file could not be read: {lost}") from None


def unpacked(data: bytes) -> str:
    if data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MAX_RECORD_BYTES + 1)
        except zlib.error:
            raise ApiError(400, "bad-record", "the gzip data is broken", RECORD_FILE_FIX) from None
    if len(data) > MAX_RECORD_BYTES:
        reason = f"a game record has at most {MAX_RECORD_BYTES // 1024 // 1024} MiB"
        raise ApiError(413, "too-large", reason, RECORD_FILE_FIX)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ApiError(400, "bad-record", "the file is not UTF-8 text", RECORD_FILE_FIX) from None


def edition_file_text(data: bytes) -> str:
    """Return the text of an edition file, which may be sent as JSON; raises ApiError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fix = "save the file as UTF-8"
        raise ApiError(400, "bad-edition", "the file is not UTF-8 text", fix) from None
    try:
        return toml_from_json(text) if text.lstrip().startswith("{") else text
    except EditionError as error:
        raise _bad_edition(error) from None


# --- in the worker process -----------------------------------------------------------------------


def replayed(
    text: str, edition: Edition | None, opponents: Sequence[str], seed: int | None, own_dice: bool
) -> tuple[NewGameRow, Edition]:
    """Replay a record; return the row of its game, and the edition.  Raises ApiError.

    ``edition`` is the record's edition; ``opponents`` are the bots that visitors may choose.
    """
    record = _read(text, edition)
    seats = record.header.seats
    names = ["" if seat.bot is not None else seat.text[:MAX_LENGTH].strip() for seat in seats]
    # Bots that a visitor may not choose are replaced by people.
    texts = [seat.text if seat.bot in opponents else "" for seat in seats]
    game = Game(record=with_seat_texts(record, texts), seed=seed, manual_dice=own_dice)
    row = new_row(game, names, opening_actions(game, auto_end=False, own_dice=own_dice))
    if len(row.base.encode()) > MAX_STORED_BYTES:
        raise ApiError(400, "bad-record", "this record is too long for a game", RECORD_FILE_FIX)
    return row, game.edition


def read_edition(text: str) -> Edition:
    try:
        return parse_edition(text, "edition", own_id=True)
    except EditionError as error:
        raise _bad_edition(error) from None


def read_box(text: str) -> EnteredBox:
    try:
        return entered_box(text)
    except EditionError as error:
        raise _bad_edition(error) from None


def _bad_edition(error: EditionError) -> ApiError:
    first = error.problems[0]
    if isinstance(error, NewerEditionError):
        return ApiError(400, "newer-format")
    more = len(error.problems) - 1
    reason = f"this edition cannot be played: line {first.line}: {first.reason}"
    reason += f" (and {more} more)" if more else ""
    details = [str(problem) for problem in error.problems]
    return ApiError(400, "bad-edition", reason, first.fix, details, first.line)


def _read(text: str, edition: Edition | None) -> Record:
    report = replay(text, extra_editions=() if edition is None else (edition,))
    if report.problems:
        first = report.problems[0]
        place = f"line {first.line}: " if first.line else ""
        read = f"{first.read[:80]!r}: " if first.read else ""
        details = [*first.details, *report.warnings]
        reason = f"{place}{read}{first.reason}"
        raise ApiError(400, "bad-record", reason, first.fix, details, first.line)
    assert report.record is not None
    comments = report.record.comments
    letters = sum(len(comment.text) for comment in comments)
    if len(comments) > MAX_COMMENTS or letters > MAX_COMMENT_LENGTH:
        reason = f"{len(comments)} comments with {letters} characters are too many"
        fix = f"keep at most {MAX_COMMENTS} comments with {MAX_COMMENT_LENGTH} characters"
        raise ApiError(400, "bad-record", reason, fix)
    return report.record
