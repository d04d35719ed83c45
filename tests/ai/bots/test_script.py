"""A bot out of a file of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.ai.bots import BotSpecError, make, names
from redcathedral.engine import rules
from redcathedral.play.dice import Dice
from redcathedral.play.game import Game
from redcathedral.play.match import play_match

LAST = '''
from dataclasses import dataclass

from redcathedral.engine import rules


@dataclass
class Last:
    """The last legal decision, or another from the end."""

    back: "int"

    def choose(self, state):
        moves = rules.legal(state)
        return moves[-min(self.back, len(moves))]


def bot(seed, seat, back="1"):
    return Last(int(back))
'''


def written(folder: Path, text: str = LAST) -> Path:
    path = folder / "last.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_bot_of_a_file_plays_with_its_options(tmp_path: Path) -> None:
    path = written(tmp_path)
    state = Game(players=2, seed=3).state
    last, before = (make(f"script:file={path}{more}", 1) for more in ("", ",back=2"))
    assert last.choose(state) > before.choose(state)
    end = play_match(state, [last, before], Dice(3), turns_per_seat=3)
    assert end.turns == 6 or end.state.is_over


def test_a_file_may_import_modules_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "neighbor_of_last.py").write_text(LAST, encoding="utf-8")
    path = written(tmp_path, "from neighbor_of_last import bot")
    state = Game(players=2, seed=3).state
    assert make(f"script:file={path}", 1).choose(state) == rules.legal(state)[-1]


def test_it_is_no_name_to_choose() -> None:
    assert "script" not in names()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no file"),
        ("nothing = 1", "has no function bot"),
        ("1 / 0", "cannot be run: ZeroDivisionError: division by zero (last.py, line 1)"),
        ("def bot(seed, seat):\n    return seed / 0", "does not make a bot: ZeroDivisionError"),
        ("def bot(seed, seat, other):\n    return None", "does not make a bot: TypeError"),
        ("def bot(seed, seat):\n    return None", "is not a bot"),
    ],
)
def test_reports_what_is_wrong_with_a_file(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "last.py" if text is None else written(tmp_path, text)
    with pytest.raises(BotSpecError) as error:
        make(f"script:file={path}", 1)
    assert message in str(error.value)
    assert "last.py" in str(error.value)


def test_a_file_is_named() -> None:
    with pytest.raises(BotSpecError, match="script:file=PATH"):
        make("script", 1)
    with pytest.raises(BotSpecError, match=r"must end in \.py"):
        make(f"script:file={Path(__file__).parent / 'greedy.json'}", 1)
