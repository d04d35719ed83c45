"""The terminal table in the test's own process: what is typed, what is said, what is saved."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from redcathedral.ai import bots
from redcathedral.box.vocabulary import IVAN_BUILD_CARD
from redcathedral.cli.terminal.commands import RULE_TOPICS, TERMINAL_TOPICS, run_command
from redcathedral.cli.terminal.game_loop import run
from redcathedral.cli.terminal.screen import Quit
from redcathedral.cli.terminal.view import called
from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record.notation import decision_text
from redcathedral.text import Narrator, languages
from redcathedral.text.catalog import load_texts
from tests.cli.table import Script, table

DICE_FIRST = ["die white +0", "end"]


def play(folder: Path, *lines: str, game: Game | None = None) -> Script:
    """Type these lines at a table, then leave."""
    script = Script(*lines)
    with table(script, folder, game) as at:
        try:
            run(at)
        except EOFError:
            at.say_goodbye()
    return script


MODES = [
    pytest.param(players, solo, side, marks=() if players != 3 else pytest.mark.slow)
    for players, solo in ((2, False), (3, False), (4, False), (1, True))
    for side in ("basic", "advanced")
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "solo", "side"), MODES)
def test_a_whole_game_in_each_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, solo: bool, side: str
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # no power fails here
    game = Game(players=players, solo=solo, side=side, seed=players)
    bot = bots.make("greedy", players)
    script = Script(then=lambda _: decision_text(bot.choose(game.state)))
    with table(script, tmp_path, game) as at:
        run(at)
    assert at.game.is_over
    assert "Final scores." in script.said
    assert script.said[-1].endswith(".rcg shows where the game was won.")
    assert any(line.endswith(("wins.", "share the victory.")) for line in script.said)
    saved = list((tmp_path / "games").iterdir())
    assert [file.suffix for file in saved] == [".rcg"]
    assert not saved[0].name.startswith("unfinished")
    again = Game.load(saved[0])
    assert again.is_over
    assert [score.total for score in again.scores()] == [s.total for s in at.game.scores()]
    if solo:
        assert any(line.startswith("Ivan starts a turn. ") for line in script.said)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("die white +0", "Red moves the white die"),
        ("DIE  White   0", "Red moves the white die"),
        ("di whi 0", "Red moves the white die"),
        ("claim 1.1 inventory", "Red claims base 1.1 with a banner from the inventory."),
        ("cl 1.1 i", "Red claims base 1.1 with a banner from the inventory."),
    ],
)
def test_a_decision_may_be_typed_in_several_ways(tmp_path: Path, typed: str, said: str) -> None:
    assert any(line.startswith(said) for line in play(tmp_path, typed).said)


def test_a_number_takes_a_line_of_the_last_list(tmp_path: Path) -> None:
    script = play(tmp_path, "3", "? claim", "?", "1", "1", "1")
    unknown = (
        "There is no list from which to choose number 3. First type ? all, or ? and a command."
    )
    assert unknown in script.said
    assert "Claim a cathedral card (R4.2):" in script.said
    assert "Red claims base 1.1 with a banner from the inventory." in script.said
    assert "“1” could mean several decisions. Type one of these, or its number." in script.said
    unknown = (
        "There is no list from which to choose number 1. First type ? all, or ? and a command."
    )
    assert script.said.count(unknown) == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "You typed nothing. ? lists your choices; help explains the commands."),
        ("xyzzy", "“xyzzy” is not understood. Type ? for your choices, or help for the commands."),
        ("claimm 1.1", "“claimm 1.1” is not understood. Did you mean “claim”?"),
        ("hlep", "“hlep” is not understood. Did you mean “help”?"),
        ("take 3", "“take 3” is not possible now (R6.5). Possible commands: claim or die. Type"),
        ("stop", "“stop” is not possible now (R6.6). Possible commands: claim or die."),
        ("claim 9.9", "“claim 9.9” is not possible. Type one of these, or its number."),
        ("die white +7", "“die white +7” is not possible. Type one of these, or its number."),
        ("die white", "“die white” could mean several decisions. Type one of these, or"),
        (
            "999999999999999999999",
            "There is no list from which to choose number 999999999999999999999.",
        ),
        ("? ornament", "Nothing possible here matches “ornament”. Possible commands: claim or"),
        ("look elsewhere", "There is no “elsewhere” to show. Try one of these: market,"),
        ("log much", "“much” is not a length for the log: type log, log 20, or log all."),
        ("log 0", "“0” is not a length for the log"),
        ("log", "Nothing has happened yet."),
        ("undo", "There is no decision to undo."),
        ("undo beyond", "There is no decision to undo."),
        ("undo all", "“all” does not work here: type undo or undo beyond."),
        ("redo", "There is no decision to redo."),
        ("save", "Type save and a file name"),
        ("load", "Type load and a file name"),
        ("rules", "Type rules and a topic: turn, claim, build,"),
        ("rules r5.4", "R5.4 The tsar’s reprimand. When a card is completed,"),
        ("rules frown", "There is no topic “frown” in the rules."),
        ("rules lightning", "R6.6 Use influence: one of the two actions of the quadrant’s card."),
        ("rules x", "There is no topic “x” in the rules. Type rules and a topic: turn, claim,"),
        ("\x1b[31mred\x07", r"“\x1b[31mred\x07” is not understood."),
        ("\N{CYRILLIC SMALL LETTER A}" * 500, "“" + "\N{CYRILLIC SMALL LETTER A}" * 60 + "...”"),
        ("look " + "x" * 500, "There is no “" + "x" * 60 + "...” to show."),
        ("l", "Did you mean look, log, or load?"),
        ("s", "Did you mean score or save?"),
        ("²", "“²” is not understood."),
        ("+", "“+” could mean several decisions. Type one of these, or its number."),
    ],
)
def test_nonsense_gets_a_short_answer_and_changes_nothing(
    tmp_path: Path, typed: str, said: str
) -> None:
    script = Script(typed)
    with table(script, tmp_path) as at:
        before = at.game.state.turn, list(at.game.legal_texts)
        with pytest.raises(EOFError):
            run(at)
    assert any(line.startswith(said) for line in script.said), script.text
    assert (at.game.state.turn, at.game.legal_texts) == before
    assert not at.game.history


def test_the_list_says_what_each_decision_would_do(tmp_path: Path) -> None:
    script = play(tmp_path, "? all")
    line = next(line for line in script.said if ". claim 1.1 inventory: " in line)
    assert "place a banner from the inventory on base 1.1; the card costs" in line
    assert any(". die white +0: move the white die" in line for line in script.said)
    assert script.said.index("Claim a cathedral card (R4.2):") < script.said.index(
        "Move a die at the market (R6.1):"
    )


def test_a_long_list_is_summarized_by_kind(tmp_path: Path) -> None:
    """Short enough to be heard: at the start of a turn, and a card to claim only once."""
    script = play(tmp_path, "?")
    start = script.said.index("Possible commands: claim or die.") + 1
    assert script.since(start)[:3] == [
        "Claim a cathedral card: 4 choices; ? claim shows them.",
        "Move a die at the market: 11 choices; ? die shows them.",
        "? all shows every choice.",
    ]
    claims = [line for line in play(tmp_path, "? claim").said if ". claim " in line]
    assert [line.split(":")[0] for line in claims] == [
        f"{number}. claim {number}.1" for number in range(1, 5)
    ]
    assert claims[0].startswith("1. claim 1.1: place a banner on base 1.1; the card costs ")
    assert all(line.endswith("; banner from inventory or beside.") for line in claims)
    one = [line for line in play(tmp_path, "? claim 1.1").said if ". claim " in line]
    assert [line.split(":")[0] for line in one] == ["1. claim 1.1 inventory", "2. claim 1.1 beside"]


def test_the_actions_of_a_turn_are_understood(tmp_path: Path) -> None:
    """Build and acquire list their decisions, or say why there are none."""
    script = play(tmp_path, "build", "acquire", "1")
    nothing = "You have nothing that can be delivered now (R5.1). Possible commands: claim or die."
    assert nothing in script.said
    assert "Move a die at the market (R6.1):" in script.said
    assert not any(". claim " in line for line in script.said)
    at_the_market = play(tmp_path, "die white +0", "build", "acquire 9").said
    assert any(
        line.startswith("That is not possible now: you take only one of the three actions in")
        for line in at_the_market
    )
    assert any(line.startswith("Nothing possible here matches “9”.") for line in at_the_market)
    game = Game(players=2, seed=1)
    bot = bots.make("greedy", 1)
    while not any(text.startswith("deliver") for text in game.legal_texts):
        game.play(bot.choose(game.state))
    built = play(tmp_path, "build", game=game).said
    assert any(line.startswith("1. deliver ") for line in built)
    assert not any(". die " in line for line in built)


@pytest.mark.parametrize("language", languages())
def test_the_actions_and_the_board_in_every_language(tmp_path: Path, language: str) -> None:
    words = Narrator(language)

    def listed_lines(*lines: str) -> list[str]:
        script = Script()
        with table(script, tmp_path, words=words) as at:
            for line in lines:
                run_command(at, line)
        return script.said

    typed = [words.text(f"typed.{word}") for word in ("build", "acquire", "board")]
    assert listed_lines(*typed) == listed_lines("build", "acquire", "look me")


def test_the_remaining_deliveries_are_shown(tmp_path: Path) -> None:
    game = Game(players=2, seed=1)
    bot = bots.make("greedy", 1)
    while not any(text.startswith("deliver") for text in game.legal_texts):
        game.play(bot.choose(game.state))
    script = play(tmp_path, "deliver", "1", game=game)
    assert any(line.endswith((" 2 deliveries left.", " 1 delivery left.")) for line in script.said)


def test_a_kind_with_one_choice_is_shown_directly(tmp_path: Path) -> None:
    game = Game(players=2, seed=1)
    bot = bots.make("random", 1)
    while "end" not in game.legal_texts or len(game.legal_texts) < 16:
        game.play(bot.choose(game.state))
    assert "\nend: end your turn" in play(tmp_path, "?", game=game).text


def test_one_decision_left_is_taken_by_enter(tmp_path: Path) -> None:
    script = play(tmp_path, "claim 1.1 inventory", "tile blue down", "")
    assert "Your only choice: end your turn. Press Enter to confirm." in script.said
    assert "Turn 2. Blue to move." in script.said


def test_what_is_possible_is_said_once_for_a_position(tmp_path: Path) -> None:
    script = play(tmp_path, "xyzzy", "look me", "score")
    assert script.said.count("Possible commands: claim or die.") == 1


def test_undo_and_redo(tmp_path: Path) -> None:
    script = play(
        tmp_path, "claim 1.1 inventory", "undo", "redo", "undo", "claim 2.1 beside", "redo"
    )
    claimed = [line for line in script.said if line.startswith("Red claims base 1.1")]
    assert len(claimed) == 2
    assert script.said.count("Undone: claim 1.1 inventory.") == 2
    assert "There is no decision to redo." in script.said


def test_undo_goes_beyond_a_roll_only_when_asked(tmp_path: Path) -> None:
    script = play(tmp_path, *DICE_FIRST, "undo", "undo beyond")
    assert any(line.startswith("Dice were rolled or a turn has ended") for line in script.said)
    assert "Undone with its rolls: end." in script.said
    script = play(tmp_path, "claim 1.1 inventory", "tile red down", "end", "undo beyond")
    assert "Undone: end." in script.said
    assert script.said.count("Turn 1. Red to move.") == 2


def test_a_roll_that_was_taken_back_falls_the_same(tmp_path: Path) -> None:
    script = play(tmp_path, *DICE_FIRST, *["undo beyond", "end"] * 7)
    rolls = [line for line in script.said if line.startswith("Rolled: ")]
    assert len(rolls) == 8
    assert len(set(rolls)) == 1


def test_parts_of_the_table(tmp_path: Path) -> None:
    game = Game(players=2, names=("Ana", "Ben"), seed=1)
    script = play(tmp_path, "look market", game=game)
    assert "Market. Each space gives what it shows, once for each die on it." in script.said
    assert "Board of Red (Ana)." in play(tmp_path, "look me", game=game).said
    assert "Board of Blue (Ben)." in play(tmp_path, "look blue", game=game).said
    assert any(line.startswith("1.1 base: ") for line in play(tmp_path, "look cat", game=game).said)
    card = play(tmp_path, "look 1.1", game=game).said
    assert any(line.startswith("Reconstructed numbers: ") for line in card)
    assert any(
        line.startswith("General supply: 20 wood") for line in play(tmp_path, "look su").said
    )
    brief = play(tmp_path, "look", game=game).said
    assert "Board of Red (Ana)." in brief
    assert "Board of Blue (Ben)." not in brief
    assert any(line.endswith("look all shows the whole table.") for line in brief)
    whole = play(tmp_path, "look all", game=game).said
    assert {"Board of Red (Ana).", "Board of Blue (Ben)."} <= set(whole)


def test_what_has_changed_since_one_s_last_decision(tmp_path: Path) -> None:
    game = Game(players=2, names=("Ana", "bot:greedy"), seed=1)
    script = play(tmp_path, "changes", *DICE_FIRST, "changes", game=game)
    lines_said = script.said
    assert "Nothing has happened since your last decision." in lines_said
    last = len(lines_said) - lines_said[::-1].index(
        next(line for line in lines_said[::-1] if "Turn 3." in line)
    )
    since = [line for line in lines_said[last:] if line.startswith("Turn 2, ")]
    assert since
    assert all(line.startswith("Turn 2, Greedy, ") for line in since)


def test_what_ivan_did_is_a_change(tmp_path: Path) -> None:
    script = play(tmp_path, *DICE_FIRST, "changes", game=Game(solo=True, seed=1))
    ivan = [line for line in script.said if "Ivan uses card" in line]
    assert len(ivan) == 2  # when it happened, and when it was asked for
    assert ivan[0] == ivan[1]


def test_the_log_and_the_score(tmp_path: Path) -> None:
    script = play(tmp_path, "claim 1.1 inventory", "tile blue down", "log 1", "log all", "score")
    lines = [line for line in script.said if line.startswith("Turn 1, Red, ")]
    assert [line.split(":")[0] for line in lines] == [
        "Turn 1, Red, tile blue down",
        "Turn 1, Red, claim 1.1 inventory",
        "Turn 1, Red, tile blue down",
    ]
    assert lines[1].endswith(": Red claims base 1.1 with a banner from the inventory.")
    assert "If the game ended now:" in script.said


def test_events_are_described_with_names(tmp_path: Path) -> None:
    game = Game(players=2, names=("Ana", "Ben"), seed=1)
    script = play(tmp_path, "claim 1.1 inventory", "tile blue down", "log 1", game=game)
    assert "Ana claims base 1.1 with a banner from the inventory." in script.said
    assert any(line.startswith("Turn 1, Ana, tile blue down: Ana ") for line in script.said)


def test_players_with_the_same_name_are_distinguished(tmp_path: Path) -> None:
    game = Game(players=2, names=("Ana", "ana"), seed=1)
    script = play(tmp_path, "claim 1.1 inventory", game=game)
    assert "Ana (Red) claims base 1.1 with a banner from the inventory." in script.said


def test_nobody_is_called_like_a_color_or_a_bot(tmp_path: Path) -> None:
    """And names of other scripts are shown as they are."""
    game = Game(players=3, names=("علی\u200cرضا", "Red", "bot:greedy"), seed=1)
    script = play(tmp_path, "claim 1.1 inventory", "tile blue down", "end", game=game)
    claims = "claims base 1.1 with a banner from the inventory."
    assert f"علی\u200cرضا {claims}" in script.said
    seats = "Red (علی\u200cرضا), Blue (Red), Green (Greedy)"
    assert f"At the table, in turn order: {seats}." in script.said
    names = [Narrator().say(name) for name in called(game)]
    assert names == ["علی\u200cرضا", "Red (Blue)", "Greedy"]


def test_bots_of_one_level_have_one_number_everywhere(tmp_path: Path) -> None:
    game = Game(players=3, names=("", "bot:greedy", "bot:greedy"), seed=1)
    script = play(tmp_path, *DICE_FIRST, "agree", "y", game=game)
    assert "At the table, in turn order: Red, Blue (Greedy 1), Green (Greedy 2)." in script.said
    assert any(line.startswith("Greedy 2 ") for line in script.said)
    start = script.said.index("Final scores.")
    assert {line.partition(":")[0] for line in script.since(start + 1)[:3]} == {
        "Red",
        "Blue (Greedy 1)",
        "Green (Greedy 2)",
    }


def test_the_scores_have_names(tmp_path: Path) -> None:
    game = Game(players=2, names=("Ana", "Ben"), seed=1)
    script = play(tmp_path, *DICE_FIRST, "agree", "y", game=game)
    (first, second, result) = script.since(script.said.index("Final scores.") + 1)[:3]
    assert first.startswith("Red (Ana): ")
    assert second.startswith("Blue (Ben): ")
    assert result == "Nobody has scored a point."


def test_help_and_rules(tmp_path: Path) -> None:
    script = play(tmp_path, "help", *[f"rules {topic}" for topic in RULE_TOPICS])
    materials = "Materials: W wood, B brick, S stone, G gold, E green gem (emerald), P purple gem."
    assert materials in script.said
    common = {f"rules.{topic}" for topic in RULE_TOPICS}
    typed = {f"rules.{topic}.typed" for topic in TERMINAL_TOPICS}
    clicked = {id_ for id_ in load_texts("en") if id_.endswith(".clicked")}
    assert common | typed | clicked == {id_ for id_ in load_texts("en") if id_.startswith("rules.")}
    assert clicked == {id_.replace("typed", "clicked") for id_ in typed}
    for id_ in common | typed:
        text = load_texts("en")[id_]
        assert isinstance(text, str)
        assert set(text.split("\n")) <= set(script.said)
    assert any("(R5.4)" in line for line in script.said)


def test_no_line_draws_a_picture(tmp_path: Path) -> None:
    """Plain sentences only: nothing that a screen reader would have to spell."""
    game = Game(solo=True, side="advanced", seed=3)
    script = play(tmp_path, "look all", "?", *DICE_FIRST, "log all", "score", "help", game=game)
    for line in script.said:
        assert not set(line) & set("│─┌┐└┘├┤|*#=<>\t\x1b"), line
        assert not line or line[-1] in ".:?" or line[-1].isalnum(), line


def test_agreement_ends_the_game(tmp_path: Path) -> None:
    script = play(tmp_path, *DICE_FIRST, "agree", "no", "agree", "y")
    assert "Final scores." in script.said
    (saved,) = (tmp_path / "games").glob("*.rcg")
    assert "\nagreed\n" in saved.read_text(encoding="utf-8")


def test_ivans_whole_turn_is_described(tmp_path: Path) -> None:
    """Also that a card of his found nothing to do; the next turn is announced once."""
    games = [Game(solo=True, seed=seed) for seed in range(40)]
    game = next(game for game in games if game.state.ivan_card(0) == IVAN_BUILD_CARD)
    script = play(
        tmp_path, "claim 1.1 inventory", "claim 3.1 beside", "1", "tile red down", "", game=game
    )
    ivan = next(line for line in script.said if line.startswith("Ivan starts a turn. "))
    assert ivan.endswith("Ivan has no materials on his Build card.")
    assert script.said.count("Turn 3. Red to move.") == 1


# --- files


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "my game.rcg"
    script = play(
        tmp_path, "die white +0", f"save {file}", "end", f"save {file}", "", f"load {file}", "end"
    )
    assert script.said.count(f"Saved as {file}.") == 1
    assert f"Not saved; {file} is unchanged." in script.said
    assert "The previous game is kept as unfinished and will be offered again later." in script.said
    assert script.said.count("Turn 2. Blue to move.") == 2
    assert len(list((tmp_path / "games").glob("unfinished-*.rcg"))) == 2
    overwritten = play(tmp_path, f"save {file}", "y")
    assert f"Saved as {file}." in overwritten.said


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file"),
        (b"", "my.rcg"),
        (b"\x00\xff\xfe nonsense", "my.rcg"),
        (b"redcathedral-record 1\nedition reconstructed-2020\nseat red\nseat red\n", "my.rcg:4"),
    ],
)
def test_a_broken_file_is_not_loaded_and_the_game_continues(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "my.rcg"
    if content is not None:
        file.write_bytes(content)
    script = play(tmp_path, f"load {file}", "die white +0")
    assert reason in script.text
    assert "Nothing was loaded; the current game continues." in script.said
    assert any(line.startswith("Red moves the white die") for line in script.said)


def test_a_cut_record_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "my.rcg"
    play(tmp_path, "die white +0", f"save {file}")
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines, "take 999", ""]), encoding="utf-8")
    script = play(tmp_path, f"load {file}")
    assert f"my.rcg:{len(lines) + 1}: " in script.text


def test_a_finished_game_is_not_loaded_over_the_current_one(tmp_path: Path) -> None:
    play(tmp_path, *DICE_FIRST, "agree", "y")
    (saved,) = (tmp_path / "games").glob("*.rcg")
    script = play(tmp_path, f"load {saved}")
    assert any(line.startswith("That game is over;") for line in script.said)


@pytest.mark.parametrize("name", ["no/such/folder/x.rcg", "."])
def test_a_file_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    script = play(tmp_path, f"save {tmp_path / name}", "y", "die white +0")
    assert any(line.startswith("Not saved") for line in script.said)
    assert any(line.startswith("Red moves the white die") for line in script.said)


def test_every_decision_is_saved(tmp_path: Path) -> None:
    script = Script(*DICE_FIRST, "claim 1.1 inventory")
    with table(script, tmp_path) as at, pytest.raises(EOFError):
        run(at)
    (saved,) = (tmp_path / "games").glob("unfinished-*.rcg")
    assert [move.text for move in Game.load(saved).history] == [*DICE_FIRST, "claim 1.1 inventory"]
    assert [file.name for file in (tmp_path / "games").iterdir()] == [saved.name]


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be", encoding="utf-8")
    script = play(tmp_path, *DICE_FIRST)
    said = [line for line in script.said if line.startswith("The game cannot be saved: ")]
    assert len(said) == 1
    assert script.said[-1] == "The game could not be saved."
    assert "Turn 2. Blue to move." in script.said


def test_saving_that_works_again_is_said(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.write_text("", encoding="utf-8")

    def clear(_: list[str]) -> str:
        if games.is_dir():
            return "quit"
        games.unlink()
        return "die white +0"

    script = Script(then=clear)
    with table(script, tmp_path) as at, pytest.raises(Quit):
        run(at)
    assert "Saving works again: the game is saved after every decision." in script.said
    assert list(games.glob("unfinished-*.rcg"))


def test_an_interrupted_save_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails after writing, before the new file takes the old one's place."""
    script = Script(*DICE_FIRST)

    def fail(_: int) -> None:
        raise KeyboardInterrupt

    with table(script, tmp_path) as at:
        with pytest.raises(EOFError):
            run(at)
        (saved,) = (tmp_path / "games").glob("unfinished-*.rcg")
        before = saved.read_bytes()
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(KeyboardInterrupt):
            at.play(at.game.legal_ids[0])
        assert saved.read_bytes() == before
        assert [file for file in saved.parent.iterdir() if file.suffix != ".lock"] == [saved]


# --- bots


def test_a_bots_turn_is_described(tmp_path: Path) -> None:
    game = Game(players=2, names=("", "bot:greedy"), seed=5)
    script = play(tmp_path, *DICE_FIRST, game=game)
    assert "At the table, in turn order: Red, Blue (Greedy)." in script.said
    start = script.said.index("Turn 2. Blue (Greedy) to move.")
    assert any(line.startswith("Greedy ") for line in script.since(start + 1))
    assert "Turn 3. Red to move." in script.said


def test_undo_beyond_goes_over_a_bots_turn(tmp_path: Path) -> None:
    game = Game(players=2, names=("", "bot:greedy"), seed=5)
    script = play(tmp_path, *DICE_FIRST, "undo beyond", game=game)
    assert script.said.count("Turn 1. Red to move.") == 2


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    game = Game(players=2, names=("bot:greedy", "bot:greedy"), seed=5)
    assert "Final scores." in play(tmp_path, game=game).said


def test_a_bot_that_thinks_long_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks until that is said."""
    announced = threading.Event()

    class Slow:
        def choose(self, state: State) -> int:
            assert announced.wait(60)
            return rules.legal(state)[0]

    class Listening(Script):
        def say(self, line: str = "") -> None:
            super().say(line)
            if line == "Greedy is thinking.":
                announced.set()

    monkeypatch.setattr("redcathedral.cli.terminal.game_loop.THINKING_NOTICE_SECONDS", 0.01)
    game = Game(players=2, names=("", "bot:greedy"), seed=5)
    script = Listening(*DICE_FIRST)
    with table(script, tmp_path, game) as at:
        at.bots[1] = Slow()
        with pytest.raises(EOFError):
            run(at)
    assert "Greedy is thinking." in script.said


def test_a_bot_that_is_not_known_here_is_replaced(tmp_path: Path) -> None:
    game = Game(players=2, names=("", "bot:builder-1"), seed=5)
    script = play(tmp_path, *DICE_FIRST, game=game)
    first = script.said[0]
    assert first.startswith("bot:builder-1 cannot play here: there is no bot 'builder-1'; ")
    assert first.endswith(" bot:journeyman plays instead.")
