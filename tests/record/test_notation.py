"""Decisions as text: one exact form, a tolerant reader, and helpful errors."""

from __future__ import annotations

import pytest

from redcathedral.box.vocabulary import PLACE_COUNT
from redcathedral.record.notation import (
    NotationError,
    decision_text,
    decisions_text,
    place_text,
    read_decision,
    read_place,
)


@pytest.mark.parametrize(
    ("read", "exact"),
    [
        ("  DELIVER   wood\t2.1 ", "deliver W 2.1"),
        ("deliver Green-Gem 2.1", "deliver E 2.1"),
        ("sell purple gem", "sell P"),
        ("buy w", "buy W"),
        ("trade stone gold", "trade S G"),
        ("swap 7 3", "swap 3 7"),
        ("discard ebw", "discard WBE"),
        ("discard gold wood brick", "discard WBG"),
        ("Ornament 2.1 pe", "ornament 2.1 EP"),
        ("ornament 2.1 -", "ornament 2.1 -"),
        ("die White 3", "die white +3"),
        ("die white +0", "die white +0"),
        ("take 03", "take 3"),
        ("TILE Blue Down", "tile blue down"),
        ("claim 2.1 WHITE1", "claim 2.1 white1"),
        ("prestige  Reroll 5", "prestige reroll 5"),
        ("Ivan Claim 2.2", "ivan claim 2.2"),
        ("END", "end"),
    ],
)
def test_the_reader_is_tolerant(read: str, exact: str) -> None:
    assert decision_text(read_decision(read)) == exact


@pytest.mark.parametrize(
    ("text", "reason", "fix"),
    [
        ("", "nothing is written", "deliver W 2.1"),
        ("delver W 2.1", "`delver` is not a decision", "did you mean deliver?"),
        ("xyzzy", "`xyzzy` is not a decision", "write one of: claim, tile"),
        ("deliver wod 2.1", "`wod` is not a material", "did you mean wood?"),
        ("deliver X 2.1", "`x` is not a material", "write one of: W (wood)"),
        ("deliver W 7.1", "`7.1` is not a cathedral card's place", "such as 2.1"),
        ("deliver W", "deliver takes 2 words more, not 1", "deliver W 2.1"),
        ("sell", "sell takes 1 word more, not 0", "sell W"),
        ("end now", "end takes nothing more, not 1", "end"),
        ("claim 2.1 besides", "`besides` is not a place of a banner", "did you mean beside?"),
        ("tile purple up", "`purple` is not a workshop space", "red, blue"),
        ("tile blue left", "`left` is not a side of a tile", "up, down"),
        ("ornament 2.1 EEE", "`eee` is not a set of gems", "EP"),
        ("die wwhite +1", "`wwhite` is not a die", "did you mean white?"),
        ("die white +8", "`8` is not a number of extra steps", "0 to 7"),
        ("take 13", "`13` is not a number of units", "1 to 12"),
        ("take \u0663", "is not a number of units", "1 to 12"),
        ("influence 3", "`3` is not an influence action", "1 to 2"),
        ("swap 3 3", "swap needs two different ones", "swap 3 7"),
        ("swap 3 9", "`9` is not a market space", "1 to 8"),
        ("trade W wood", "trade needs two different ones", "trade W E"),
        ("discard WWB", "`wwb` is not three different materials", "WBSGEP"),
        ("discard W B", "`WB` is not three different materials", "WBSGEP"),
        ("discard WBX", "`wbx` is not three different materials", "WBSGEP"),
        ("prestige", "prestige needs another word", "prestige rubles or prestige reroll 5"),
        ("prestige rubels", "`rubels` is not a word after prestige", "did you mean rubles?"),
        ("ivan build 1.1", "`build` is not a word after ivan", "claim, ornament"),
    ],
)
def test_error_names_the_wrong_word_and_valid_words(text: str, reason: str, fix: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_decision(text)
    assert reason in caught.value.reason
    assert fix in caught.value.fix
    assert caught.value.text == text


def test_an_error_is_safe_to_print() -> None:
    with pytest.raises(NotationError) as caught:
        read_decision("\x1b[31m\ud800" + "x" * 1000)
    assert str(caught.value).startswith(r"`\x1b[31m\ud800xxx")
    assert len(str(caught.value)) < 400


def test_a_list_of_decisions_is_cut() -> None:
    names = [decision_text(number) for number in range(10)]
    assert decisions_text(range(3)) == ", ".join(names[:3])
    assert decisions_text(range(8)) == ", ".join(names[:8])
    assert decisions_text(range(10)) == ", ".join(names[:8]) + " and 2 more"


def test_a_place_is_read_as_it_is_written() -> None:
    assert [read_place(place_text(place)) for place in range(PLACE_COUNT)] == [*range(PLACE_COUNT)]
