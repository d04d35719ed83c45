"""Reading valid records."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.engine import rules
from redcathedral.engine.phases import TURN
from redcathedral.record import Comment, Ending, read, to_json
from redcathedral.record.game_record import BEFORE_PLAY
from tests.record.games import HEAD as HEAD_LINES
from tests.record.games import (
    PLAY,
    SETUP,
    SMALL,
    SOLO,
    SOLO_HEAD,
    SOLO_PLAY,
    SOLO_SETUP,
    agreed,
    finished,
    first_turns,
    states,
    text,
    with_line,
)

# --- what is accepted


def test_a_small_game() -> None:
    record = read(SMALL)
    assert record.ending is Ending.UNFINISHED
    assert record.text() == SMALL
    assert record.lines[-1] == len(SMALL.splitlines())
    assert [moment.line for moment in record.moments()] == record.lines


@pytest.mark.parametrize(
    "loose",
    [
        SMALL.replace("\n", "\r\n"),
        SMALL.replace("\n", "\r"),
        SMALL.replace("\n", "\n\n  \t\n"),
        SMALL.rstrip("\n"),
        "\n\n" + SMALL.upper().replace("ANA", "Ana").replace("BOT:GREEDY", "bot:greedy"),
        SMALL.replace("edition RE", "edition re"),
        SMALL.replace(" W ", " wood ").replace("deliver S 4.1", "Deliver  stone   4.1"),
        SMALL.replace("roll green=5 yellow=3", "roll yellow=3 green=5"),
        HEAD_LINES + "".join(sorted(SETUP.splitlines(keepends=True), reverse=True)) + PLAY,
    ],
    ids=range(9),
)
def test_readers_accept_case_and_spacing(loose: str) -> None:
    loose = loose.replace("RECONSTRUCTED-2020", "reconstructed-2020")
    assert read(loose).text() == SMALL


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "game.rcg"
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert read(file).text() == SMALL


@pytest.mark.parametrize("count", range(len(PLAY.splitlines()) + 1))
def test_an_unfinished_game_may_stop_anywhere(count: int) -> None:
    part = "".join(PLAY.splitlines(keepends=True)[:count])
    record = read(HEAD_LINES + SETUP + part)
    assert record.ending is Ending.UNFINISHED
    written = record.text()
    assert read(written).steps == record.steps
    assert written == HEAD_LINES + SETUP + part.removesuffix("turn yellow\n").removesuffix(
        "turn green\n"
    )


def test_comments_are_kept() -> None:
    """Comments by people are kept; the writer adds its own comments again."""
    whole = SOLO.replace("option first", "# a fine game\noption first", 1)
    whole = whole.replace("plan 2-4-4-2", "plan 2-4-4-2  # drawn by Ana")
    whole = whole.replace("take 2\n", "#greedy\ntake 2 # too much?\n#\n")
    record = read(whole + "# and so on\n")
    steps = len(record.steps)
    first = next(n for n, line in enumerate(record.lines) if n and line > 20)
    assert record.comments == [
        Comment(BEFORE_PLAY, "a fine game"),
        Comment(BEFORE_PLAY, "drawn by Ana"),
        Comment(first + 1, "greedy"),
        Comment(first + 2, "too much?"),
        Comment(steps, "and so on"),
    ]
    written = record.text()
    assert read(written).text() == written
    assert read(written).comments == record.comments
    assert "take 2\n# too much?\nend\n" in written
    assert written.count("# Ivan claims 4.1") == 1
    assert "#" not in record.text(comments=False)


def test_unknown_header_lines_are_kept() -> None:
    whole = SMALL.replace("plan 3-2", "event Club evening\nRating 1500  1480\nplan 3-2", 1)
    record = read(whole)
    assert record.header.extra == ("event Club evening", "Rating 1500  1480")
    assert record.text() == whole


def test_a_game_from_a_position() -> None:
    for name in ("2p-basic-01", "3p-advanced-03", "options-01"):
        head = "\n".join(read(first_turns(name, 0)).header.lines()) + "\n"
        whole = text(name).splitlines(keepends=True)
        turns = [number for number, line in enumerate(whole) if line.startswith("turn ")]
        ends = [*turns, len(whole)]
        for first in (0, len(turns) // 2, len(turns) - 5):
            state = whole[turns[first] + 1].replace("state ", "start ")
            five_turns = head + state + "".join(whole[turns[first] : ends[first + 5]])
            assert read(five_turns).text(states=True, legal=True) == five_turns


def test_a_position_in_which_ivan_is_to_move() -> None:
    whole = text("solo-basic-01").splitlines(keepends=True)
    head = SOLO_HEAD.replace("Ana", "bot:builder-1")
    turns = [number for number, line in enumerate(whole) if line == "turn green\n"]
    for turn, end in zip(turns, [*turns[1:], len(whole)], strict=True):
        state = whole[turn + 1].replace("state ", "start ")
        part = head + state + "".join(whole[turn:end])
        assert read(part).text(states=True, legal=True) == part
    bare = read(head + whole[turns[0] + 1].replace("state ", "start "))
    assert bare.steps == []
    assert bare.walk().state.is_chance
    assert read(bare.text()).start == bare.start


def test_ivan_may_have_a_turn_without_a_choice_or_a_roll() -> None:
    """His die would end on a full space and does not move (R8.4); his turn is over at once."""
    position = next(
        line
        for line in states("solo-basic-01")
        if '"to_move":"red"' in line
        and '["inventory","die-yellow*",false],["recognition","die-white*",true]' in line
    )
    dice = '{"dice":{"blue":[3,5],"green":[3,5],"red":[3,5],"white":[1,4],"yellow":[2,7]}'
    start = dice + position[position.index(',"final_round"') :]
    mine = "turn red\nclaim 1.1 inventory\ntile red down\nend\n"
    his = (
        "turn green\n"
        "# Ivan: card recognition, die white\n"
        "# the die would end on a full space and does not move\n"
    )
    again = mine.replace("1.1", "1.2").replace("red down", "yellow down")
    whole = f"{SOLO_HEAD}start {start}\n{mine}{his}{again}"
    record = read(whole)
    assert record.text() == whole
    seen = [line for line in record.text(states=True).splitlines() if line.startswith("state ")]
    assert [line.split('"to_move":')[1][:6] for line in seen] == ['"red",', '"green', '"red",']


def test_moments_and_truncate() -> None:
    record = read(SMALL)
    record.comments.append(Comment(len(record.steps), "late"))
    record.ending = Ending.AGREED
    decisions = [moment for moment in record.moments() if not moment.state.is_chance]
    assert len(decisions) == 9
    for number in range(10):
        steps = record.steps_to(number)
        state = record.walk(steps).state
        assert not state.is_chance
        assert (steps == len(record.steps)) == (number == 9)
    with pytest.raises(ValueError, match="the game has 9 decisions; name 0 to 9, not 10"):
        record.steps_to(10)
    record.truncate(record.steps_to(3))
    assert record.ending is Ending.UNFINISHED
    assert record.comments == []
    assert len(record.lines) == len(record.steps)
    assert record.text() == HEAD_LINES + SETUP + "".join(PLAY.splitlines(keepends=True)[:4])
    record.steps.append(rules.legal(record.walk().state)[0])
    assert [moment.line for moment in record.moments()][-1] == 0


# --- how a game ends


@pytest.mark.parametrize("whole", [SMALL, SOLO, HEAD_LINES + SETUP], ids=range(3))
def test_players_may_agree_to_end(whole: str) -> None:
    ended = agreed(whole)
    assert "\nagreed\nscore " in ended
    record = read(ended)
    assert record.ending is Ending.AGREED
    assert record.text() == ended


def test_a_program_may_stop_at_its_cap() -> None:
    record = read(SMALL + "stopped cap\n")
    assert record.ending is Ending.CAPPED
    assert record.text() == SMALL + "stopped cap\n"


def test_scores_in_any_order_of_their_numbers() -> None:
    line = next(line for line in finished().splitlines() if line.startswith("score green"))
    words = line.split()
    assert read(with_line(finished(), line, " ".join([*words[:2], *words[:1:-1]]))).lines


def test_the_start_of_a_turn_is_what_a_state_shows() -> None:
    record = read(SOLO_HEAD + SOLO_SETUP + SOLO_PLAY)
    seen = [to_json(m.state) for m in record.moments() if m.state.phase == TURN]
    assert all(f"state {line}\n" in record.text(states=True) for line in seen)
