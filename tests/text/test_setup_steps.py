"""What to lay out for a set-up: all that was drawn, in the order of the rules."""

from __future__ import annotations

import pytest

from redcathedral import Game
from redcathedral.box.vocabulary import Colour
from redcathedral.record import read, to_json
from redcathedral.record.setup_code import turn_order
from redcathedral.text import Narrator, languages
from redcathedral.text.setup_steps import setup_steps

LOT: tuple[Colour, ...] = ("green", "red", "yellow", "blue")


def game(players: int) -> Game:
    return Game(solo=True, seed=2) if players == 1 else Game(players=players, seed=2)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("language", languages())
def test_everything_that_was_drawn_is_listed(players: int, language: str) -> None:
    begun = game(players)
    parts = setup_steps(begun, Narrator(language, strict=True), LOT)
    state = begun.state
    assert len(parts) == 7
    listed = [part.lines for part in parts]
    assert len(listed[0]) == 1
    cards = sum(state.setting.heights)
    assert len(listed[1]) == cards + 1 + (players < 3)  # the marks, and the tiles left out
    assert [len(lines) for lines in listed[2:5]] == [8, 5, 5]
    assert len(listed[5]) == 3 + (players > 1)
    assert not any("{" in line for lines in listed for line in lines)
    assert all(part.title for part in parts)


def test_the_lines_name_each_place() -> None:
    begun = game(2)
    words = Narrator("en")
    plan, cathedral, resources, _, dice, everybody, first = setup_steps(begun, words, LOT)
    heights = [str(height) for height in begun.state.setting.heights if height]
    assert f"towers of {', '.join(heights[:-1])}, and {heights[-1]} cards" in plan.lines[0]
    assert cathedral.lines[0].startswith("R2.9 ")
    assert cathedral.lines[2].startswith("1.1 base: costs ")
    assert all("; workshop tile: " in line for line in cathedral.lines[2:])
    spaces = [int(line.split()[1].rstrip(":")) for line in dice.lines]
    assert spaces == sorted(spaces)
    start = next(line for line in resources.lines if "recognition" in line).partition(" (")[0]
    assert any(line.startswith(f"{start}:") for line in dice.lines)  # the first die (R2.7)
    rubles = "The first player gets 3 rubles; the others, clockwise, get 4 rubles."
    assert everybody.lines[-1] == rubles
    assert first.lines[0].endswith(": Green, Red, Yellow, Blue.")
    four = setup_steps(game(4), words, LOT)[5].lines[-1]
    assert four.endswith("clockwise, get 4 rubles, 4 rubles, 5 rubles.")


def test_ivans_first_claim_is_listed_without_its_tile() -> None:
    begun = game(1)
    *others, ivan = setup_steps(begun, Narrator("en"), LOT)
    assert [line.split()[0] for line in ivan.lines[:3]] == ["R8.1", "R8.2", "R8.3"]
    assert [line.partition(",")[0] for line in ivan.lines[3:8]] == [
        f"Card {number}" for number in range(1, 6)
    ]
    claim = next(line for line in ivan.lines if line.startswith("Ivan claims"))
    place = claim.rstrip(".").split()[-1]
    (card,) = [line for line in others[1].lines if line.startswith(f"{place} base")]
    tile = card.rpartition("workshop tile: ")[2].rstrip(".")
    assert any(tile in line for line in ivan.lines[9:])


def test_it_is_the_set_up_also_later_in_the_game() -> None:
    begun = game(3)
    before = setup_steps(begun, Narrator("en"), LOT)
    for _ in range(12):
        begun.play(begun.legal_ids[0])
    assert setup_steps(begun, Narrator("en"), LOT) == before


def test_a_game_that_began_with_a_position_has_nothing_to_lay_out() -> None:
    begun = game(2)
    text = "\n".join([*begun.header.lines(), f"start {to_json(begun.state)}"])
    with pytest.raises(ValueError, match="starts from a position"):
        setup_steps(Game(record=read(text)), Narrator("en"), turn_order("X"))
