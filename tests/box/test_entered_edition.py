"""A box that an owner enters becomes an edition, a file and a code."""

from __future__ import annotations

import random
import re
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from redcathedral.box import EditionError, edition_text, load_edition, parse_edition
from redcathedral.box import vocabulary as v
from redcathedral.box.entered_box import (
    EnteredAction,
    EnteredBoard,
    EnteredBox,
    EnteredCard,
    EnteredInfluence,
    EnteredTile,
    EntryProgress,
)
from redcathedral.box.entered_edition import EnteredEdition, edition_of
from redcathedral.box.entries import entered_box
from redcathedral.box.share_code import ShareCodeError, read_share_code, share_code
from redcathedral.box.toml_writer import toml_from_json

INVENTED = (Path(__file__).parent / "invented" / "invented.toml").read_text()
WWB, SSG = EnteredCard(["W", "W", "B"], 2, 2), EnteredCard(["S", "S", "G"], 1, 2)
BARE_BOARD = EnteredBoard({}, {}, dict.fromkeys(v.COLOURS, "none"))
TILE = EnteredTile("gold", None, 3, many=False, count=27)
KNOWN = EnteredAction("gain-recognition")
# Codes of problems that only an entered box can have, with their values.
ENTERED_CODES = {
    "too-many": {"of": 3, "entered": 4},
    "unusual-cost": {"low": 3, "high": 4},
    "plan-twice": {},
    "plan-sum": {"sections": 11, "of": 12, "players": 2},
}


def codes(result: EnteredEdition) -> list[tuple[str, str]]:
    return [(problem.place, problem.code) for problem in (*result.problems, *result.notes)]


def shuffled(box: EnteredBox) -> EnteredBox:
    """Return the same box, entered in another order."""
    values: Any = msgspec.to_builtins(box)
    lists = [*values["cards"].values(), *values["influence"].values(), *values["plans"].values()]
    for entries in (
        *lists,
        values["tiles"],
        *(card["actions"] for card in values["influence"]["clergy"]),
    ):
        random.Random(1).shuffle(entries)
    return msgspec.convert(values, EnteredBox)


def test_an_empty_box_is_the_packaged_edition() -> None:
    result = edition_of(EnteredBox())
    assert result.edition is not None
    assert result.edition.hash == load_edition().hash
    assert result.edition.id == f"box-{load_edition().hash[7:15]}"
    assert (len(result.read), len(result.unread)) == (0, 97)


def test_a_whole_box_has_the_hash_of_its_file_in_any_order() -> None:
    box = entered_box(INVENTED)
    for entered in (box, shuffled(box)):
        result = edition_of(entered)
        assert result.edition is not None
        assert result.edition.hash == parse_edition(INVENTED).hash
        assert (len(result.read), result.unread, result.notes) == (97, set(), [])
    assert shuffled(box) != box


def test_an_equal_card_confirms_its_row_and_another_gets_a_free_one() -> None:
    result = edition_of(EnteredBox(cards={"bases": [SSG, WWB]}))
    assert result.ticked["cards.bases"] == ["b1"]
    assert result.rows["cards.bases"] == ["b2", "b1"]
    assert result.edition is not None
    assert result.edition.marks["bases.b1"] == result.edition.marks["bases.b2"] == "printed"
    assert result.edition.marks["bases.b3"] == "reconstructed"


def test_incomplete_components_are_not_yet_used() -> None:
    tiles = [TILE, structs.replace(TILE, amount=2, count=0)]
    board = structs.replace(BARE_BOARD, ornaments={})
    result = edition_of(
        EnteredBox(tiles=tiles, prestige=[4, 9], resources={"gold": 2}, boards={"red": board})
    )
    assert result.edition is not None
    assert result.edition.hash == load_edition().hash
    assert result.progress["tiles"] == EntryProgress(27, 28)
    assert result.progress["prestige"] == EntryProgress(2, 40)


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        (EnteredBox(cards={"domes": [EnteredCard([])]}), ("cards.domes.0", "no-material")),
        (EnteredBox(cards={"bases": [WWB] * 11}), ("cards.bases", "too-many")),
        (EnteredBox(cards={"bases": [EnteredCard(["W"])]}), ("cards.bases.0", "unusual-cost")),
        (EnteredBox(plans={"plans_2": [[3, 3, 3, 3]] * 2}), ("plans.plans_2.1", "plan-twice")),
        (EnteredBox(plans={"plans_2": [[3, 3, 3, 2]]}), ("plans.plans_2.0", "plan-sum")),
        (EnteredBox(plans={"plans_2": [[3, 3, 3, 9]]}), ("plans.plans_2.0", "tower-height")),
        (
            EnteredBox(influence={"craftsmen": [EnteredInfluence([EnteredAction("sell"), KNOWN])]}),
            ("influence.craftsmen.0", "no-material"),
        ),
        (
            EnteredBox(influence={"clergy": [EnteredInfluence([KNOWN])]}),
            ("influence.clergy.0", "action-count"),
        ),
        (EnteredBox(tiles=[structs.replace(TILE, count=29)]), ("tiles", "too-many")),
        (EnteredBox(prestige=[*range(40, 79), 80]), ("prestige", "prestige-gap")),
        (EnteredBox(prestige=[*range(1, 42)]), ("prestige", "too-many")),
        (EnteredBox(resources=dict.fromkeys(v.RESOURCES, 9)), ("resources", "tile-amount")),
        (EnteredBox(boards={"red": BARE_BOARD}), ("boards.red", "board-ornaments")),
        (EnteredBox(rubles=3), ("rubles", "bank")),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_problems_are_at_the_entry(box: EnteredBox, problem: tuple[str, str]) -> None:
    result = edition_of(box)
    places = [(place.removesuffix(".gold"), code) for place, code in codes(result)]
    assert problem in places
    is_note = any(problem[1] == note.code for note in result.notes)
    assert (result.edition is None) != is_note


def test_a_file_is_read_back() -> None:
    partly = EnteredBox(
        "Anna", {"bases": [SSG, WWB]}, rubles=70, boards=entered_box(INVENTED).boards
    )
    text = edition_of(partly).text
    assert edition_of(entered_box(text)).text == text
    assert edition_of(entered_box(edition_text("reconstructed-2020"))).read == set()


@pytest.mark.parametrize(
    "change", ["W = { pieces = 2", '"wood"         = { gives = "', 'craftsmen = { card = "C']
)
def test_a_file_with_other_changes_is_refused(change: str) -> None:
    text = edition_text("reconstructed-2020")
    assert change in text
    with pytest.raises(EditionError, match="cannot be entered"):
        entered_box(re.sub(re.escape(change) + "[0-9]", f"{change}3", text))


def test_an_edition_travels_as_json() -> None:
    tables = msgspec.toml.decode(INVENTED)
    text = toml_from_json(msgspec.json.encode(tables).decode())
    assert parse_edition(text).hash == parse_edition(INVENTED).hash
    with pytest.raises(EditionError, match="not an edition"):
        toml_from_json('{"bases": 1}')


def test_a_whole_box_fits_in_a_code() -> None:
    box = structs.replace(entered_box(INVENTED), name="Ångström’s Schachtel № 7")
    code = share_code(box)
    assert read_share_code(code) == box
    assert len(f"https://redcathedral.a-club-somewhere.example/#/box/{code}") <= 600
    assert len(share_code(EnteredBox())) < 15


def code_of(data: bytes) -> str:
    check = zlib.crc32(data).to_bytes(4, "big")[:3]
    return "box." + urlsafe_b64encode(data + check).decode().rstrip("=")


def test_a_code_of_a_later_version_is_refused() -> None:
    with pytest.raises(ShareCodeError, match="later version") as error:
        read_share_code(code_of(b"\x02\x00"))
    assert error.value.is_newer


WHOLE_CODE = share_code(entered_box(INVENTED))


@pytest.mark.parametrize(
    "code",
    [
        WHOLE_CODE[:-4],  # as messengers cut links
        WHOLE_CODE[:60] + "--" + WHOLE_CODE[62:],
        WHOLE_CODE + "AAAA",
        WHOLE_CODE.removeprefix("box."),
        "box.",
        "box.é",
        "box." + "A" * 3000,
        code_of(b"\x01\x60\xa0"),  # a name of one byte that is not UTF-8
    ],
)
def test_a_damaged_code_is_refused(code: str) -> None:
    with pytest.raises(ShareCodeError):
        read_share_code(code)
