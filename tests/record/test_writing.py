"""Writing records: a written game can be read again."""

from __future__ import annotations

import gzip
import os
import stat
from pathlib import Path

import pytest

from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import DICE, POLICY, Rng
from redcathedral.engine.state import State
from redcathedral.files import write_text
from redcathedral.record import Comment, Ending, Header, Record, Seat, read, replay
from tests.properties.fields import fields
from tests.properties.modes import Mode
from tests.properties.params import few_modes
from tests.record.games import COMPONENTS, SMALL
from tests.sides import sided


def test_a_link_stays_and_so_does_the_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "game.rcg", tmp_path / "link.rcg"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
def test_a_device_is_written_to_and_not_replaced() -> None:
    device = Path("/dev/full")
    with pytest.raises(OSError, match="No space left") as full:
        write_text(device, "text")
    assert full.value.filename == "/dev/full"
    assert device.is_char_device()
    write_text(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()


def header(mode: Mode, shift: int) -> Header:
    colours = [(seat + shift) % 4 for seat in range(len(mode.advanced))]
    people = colours[:1] if mode.solo else colours
    return Header(
        edition=COMPONENTS.edition.id,
        edition_hash=COMPONENTS.edition.hash,
        seats=tuple(Seat(colour, f"bot:{colour}") for colour in people),
        ivan=colours[1] if mode.solo else None,
        options=sided(people, mode.advanced[: len(people)], **mode.options),
    )


def played(mode: Mode) -> tuple[Record, State]:
    """Return a random game of at most 100 turns, and its last position."""
    seed = 3  # of a game of two that ends
    record = Record(header(mode, seed), COMPONENTS)
    dice, policy = Rng(seed, DICE), Rng(seed, POLICY)
    state = record.first_state()
    while not state.is_over and not is_capped(state, 100):
        if state.is_chance:
            options = [outcome for outcome, _ in rules.outcomes(state)]
            step = options[dice.below(len(options))]
            rules.settle(state, step)
        else:
            moves = rules.legal(state)
            step = moves[policy.below(len(moves))]
            rules.play(state, step)
        record.steps.append(step)
    record.ending = Ending.FINISHED if state.is_over else Ending.CAPPED
    return record, state


@pytest.mark.once
@few_modes
def test_a_game_is_read_as_it_was_played(mode: Mode) -> None:
    record, end = played(mode)
    whole = record.text(states=True, legal=True)
    report = replay(whole)
    assert report.problems == []
    again = report.record
    assert again is not None
    assert again.header.lines() == record.header.lines()
    assert again.steps == record.steps
    assert again.ending is record.ending
    assert again.comments == []
    assert again.text(states=True, legal=True) == whole
    assert fields(again.walk().state) == fields(end)


@few_modes
def test_a_game_is_read_without_its_states(mode: Mode) -> None:
    record, _ = played(mode)
    text = record.text()
    assert "state" not in text
    assert read(text).steps == record.steps


def test_rejects_writing_an_incomplete_set_up_or_roll() -> None:
    record = read(SMALL)
    record.steps.pop()  # the last `end`
    for steps in range(len(record.steps), 0, -1):
        record.truncate(steps)
        state = record.walk().state
        if state.phase < ROLL:
            with pytest.raises(ValueError, match="the set-up is not complete"):
                record.text()
        elif record.lines[-1:] == [27] and state.is_chance:
            with pytest.raises(ValueError, match="in the middle of a roll"):
                record.text()
        else:
            assert read(record.text()).steps == record.steps


def test_comments_cannot_break_a_file() -> None:
    record = read(SMALL)
    count = len(record.steps)
    record.comments = [Comment(count, "one\nturn red\r\n\n two "), Comment(2, "three")]
    assert record.text().endswith("end\n# one\n# turn red\n# two\n")
    assert [comment.text for comment in read(record.text()).comments] == [
        "three",
        "one",
        "turn red",
        "two",
    ]


def test_a_record_is_saved_whole(tmp_path: Path) -> None:
    record = read(SMALL)
    plain, packed = tmp_path / "a.rcg", tmp_path / "a.rcg.gz"
    for file in (plain, packed):
        record.save(file)
        record.save(file, states=True)
        assert read(file).text() == SMALL
    assert plain.read_text(encoding="utf-8") == record.text(states=True)
    assert gzip.decompress(packed.read_bytes()).decode() == record.text(states=True)
    assert sorted(tmp_path.iterdir()) == [plain, packed]
    first = packed.read_bytes()
    record.save(packed, states=True)
    assert packed.read_bytes() == first


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "game.rcg"
    folder.mkdir()
    with pytest.raises(OSError, match=r"game\.rcg") as caught:
        read(SMALL).save(folder)
    assert caught.value.filename == str(folder)
    missing = tmp_path / "missing" / "game.rcg"
    with pytest.raises(FileNotFoundError) as caught:
        write_text(missing, SMALL)
    assert caught.value.filename == str(missing)
    assert list(tmp_path.iterdir()) == [folder]
