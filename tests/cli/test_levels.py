"""The levels of opponents, as the terminal lists them before it asks for the players."""

from __future__ import annotations

import pytest

from redcathedral.ai.bots import levels
from redcathedral.ai.bots.levels import BASELINE, LEVELS, LevelRating
from redcathedral.box.options import Options
from redcathedral.cli.terminal.dialogue import Dialogue
from redcathedral.cli.terminal.game_options import from_questions, level_lines
from redcathedral.cli.terminal.screen import Quit
from redcathedral.text import Narrator
from tests.cli.table import Script

WEAKEST, SECOND, *REST = LEVELS
WORDS = Narrator("en", strict=True)


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games in four against the level below; with three players only one level is rated."""
    board = {
        bot: LevelRating(1000 + 190.8 * place, 990 + 190.8 * place, 1010 + 190.8 * place)
        for place, bot in enumerate((BASELINE, *LEVELS))
    }
    known = {2: board, 3: {SECOND: LevelRating(1000, 980, 1020)}, 4: board}
    monkeypatch.setattr(levels, "ratings", lambda: known)


@pytest.mark.usefixtures("rated")
def test_strength_in_words() -> None:
    about = WORDS.text(f"level.{SECOND}")
    weaker = WORDS.bot(WEAKEST)
    rating = "Rating 1382 (1372 to 1392) with"
    two, three, four = (level_lines(WORDS, players) for players in (2, 3, 4))
    assert len(two) == 1 + len(LEVELS)
    assert "against Random. Rating 1191" in two[1]
    wins = f"Wins about 3 of 4 games against {weaker}."
    assert two[2] == f"{WORDS.bot(SECOND)}: {about} {wins} {rating} 2 players."
    wins = f"{wins[:-1]}, counting only games that one of the two wins."
    assert four[2] == f"{WORDS.bot(SECOND)}: {about} {wins} {rating} 4 players."
    assert three[2] == f"{WORDS.bot(SECOND)}: {about} Rating 1000 (980 to 1020) with 3 players."
    assert three[1] == f"{WORDS.bot(WEAKEST)}: {WORDS.text(f'level.{WEAKEST}')}"


def test_levels_are_listed_before_a_choice_of_bots() -> None:
    heading = WORDS.text("setup.levels")
    several = Script("3", "Ana", WEAKEST, f"bot:{SECOND}", "", "red")
    wanted = from_questions(Dialogue(several, WORDS), Options())
    assert heading in several.said
    assert wanted.seats == {"red": "Ana", "blue": f"bot:{WEAKEST}", "green": f"bot:{SECOND}"}
    alone = Script("1", "Ana", "")
    from_questions(Dialogue(alone, WORDS), Options())
    assert heading not in alone.said


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_a_call_for_help_is_no_name(word: str) -> None:
    script = Script(word, "2", word, "Ana", word, "", word, "", word, "red")
    wanted = from_questions(Dialogue(script, WORDS), Options())
    assert [*wanted.seats.items()] == [("red", "Ana"), ("blue", "bot:journeyman")]
    assert script.said.count(WORDS.text("setup.help")) == 5
    assert sum("For a bot, type one of these: Novice," in line for line in script.said) == 2


@pytest.mark.parametrize("word", ["quit", "exit", "Quit"])
@pytest.mark.parametrize("before", [[], ["2"], ["2", "Ana"], ["2", "Ana", "", "basic"]])
def test_one_may_leave_at_every_question(word: str, before: list[str]) -> None:
    with pytest.raises(Quit):
        from_questions(Dialogue(Script(*before, word), WORDS), Options())
