"""Draw the invented box as pictures, for a person or a test that has only its components.

``python tests/box/invented/draw.py FOLDER`` writes them as SVG, and as PNG if there is Chromium.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

sys.path.insert(0, str(Path(__file__).parents[3]))

from redcathedral.box import Edition, load_edition
from redcathedral.box import vocabulary as v
from tests.box.invented import components
from tests.box.invented.picture import Picture, Piece

BOX: Final = Path(__file__).with_name("invented.toml")
COINS: Final = {1: 22, 3: 18}  # how many coins of each value

T = TypeVar("T")


def draw_box(edition: Edition) -> dict[str, str]:
    """Return the pictures of a box as SVG documents, by their names."""
    pictures = {
        "influence": _pile("12 influence cards", edition.influence, components.influence_card, 3),
        "boards-basic": _boards(edition, advanced=False),
        "boards-advanced": _boards(edition, advanced=True),
        "plans": _plans(edition.plans),
        "tiles": _tiles(edition),
        "track": _pile("The score track", [edition], components.score_track, 1),
        "market-and-coins": _market(edition),
        "first-game": _first_game(edition),
    }
    for section, name in enumerate(v.SECTIONS):
        cards = [card for card in edition.cards if card.section == section]
        pictures[f"{name}s"] = _pile(f"{len(cards)} {name} cards", cards, components.card, 5)
    return {name: picture.svg() for name, picture in pictures.items()}


def _pile(note: str, items: Sequence[T], draw: Callable[[T], Piece], columns: int) -> Picture:
    """Draw components of one kind in no order, so that nobody can copy the order of the file."""
    picture = Picture(note)
    picture.add_rows([draw(item) for item in _shuffled(items)], columns)
    return picture


def _shuffled(items: Sequence[T]) -> list[T]:
    return random.Random(len(items)).sample(items, len(items))


def _boards(edition: Edition, *, advanced: bool) -> Picture:
    side = "advanced" if advanced else "basic"
    picture = Picture(f"Workshop boards, {side} side")
    for color in range(v.COLOUR_COUNT):
        picture.add_row([components.board(edition, color, advanced=advanced)], gap=40)
    return picture


def _plans(plans: Mapping[int, Sequence[tuple[int, ...]]]) -> Picture:
    picture = Picture("Building plans for 2, 3 and 4 players")
    for players, rows in plans.items():
        picture.add_row([components.plan(heights, players) for heights in _shuffled(rows)])
    return picture


def _tiles(edition: Edition) -> Picture:
    tiles = [tile for tile in edition.workshop_tiles for _ in range(tile.count)]
    note = f"{len(tiles)} workshop tiles (✱ = only for 3 or more players)"
    return _pile(note, tiles, components.workshop_tile, 7)


def _market(edition: Edition) -> Picture:
    picture = Picture("Resource tiles of the market, and all coins")
    picture.add_rows([components.resource_tile(tile) for tile in edition.resource_tiles], 4)
    for value, count in COINS.items():
        picture.add_rows([components.coin(value)] * count, count // 2, gap=12)
    return picture


def _first_game(edition: Edition) -> Picture:
    picture = Picture("A page of the rulebook")
    cards = [card for card in edition.influence if card.id in edition.first_game]
    picture.add_row([components.first_game(cards)])
    return picture


def main() -> None:
    """Write the pictures into a folder."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in draw_box(load_edition(BOX)).items():
        (folder / f"{name}.svg").write_text(document, encoding="utf-8")
    _photograph(folder)


def _photograph(folder: Path) -> None:
    """Write a PNG next to each SVG of a folder."""
    from tests.e2e.browser import find_chromium, launch_chromium

    program = find_chromium()
    if program is None:
        print("There is no Chromium here, so there are no PNG files.", file=sys.stderr)
        return
    with launch_chromium(program) as browser:
        page = browser.new_page()
        for path in sorted(folder.glob("*.svg")):
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block}}</style>{path.read_text()}"
            )
            page.locator("svg").first.screenshot(path=path.with_suffix(".png"))
            print(path.with_suffix(".png"))


if __name__ == "__main__":
    main()
