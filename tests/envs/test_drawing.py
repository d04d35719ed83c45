"""The picture of a position: it shows all components, as SVG and as pixels."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)
pytest.importorskip("resvg_py", reason=REASON)

from redcathedral.box.vocabulary import COLOURS  # noqa: E402  # after the skip
from redcathedral.engine import arrange  # noqa: E402
from redcathedral.envs import drawing  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from tests.properties.modes import EIGHT, Mode  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
modes = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def played(mode: Mode, decisions: int = 150) -> Episode:
    episode = Episode(mode.start().setting, seed=2)
    choice = random.Random(2)
    for _ in range(decisions):
        if not episode.is_over:
            episode.play(choice.choice(episode.legal))
    return episode


def uses(picture: str) -> list[str]:
    return [use.attrib["href"][1:] for use in ET.fromstring(picture).iter(f"{SVG}use")]


@modes
def test_picture_contains_all_components(mode: Mode) -> None:
    state = played(mode).state
    picture = drawing.svg(state)
    found = uses(picture)
    defined = {symbol.attrib["id"] for symbol in ET.fromstring(picture).iter(f"{SVG}symbol")}
    assert {*found} == defined
    assert "var(" not in picture
    dice = [name for name in found if re.fullmatch(r"die-[1-6]-in-\w+", name)]
    faces = [f"die-{state.die_face(die)}" for die in range(5)]
    assert sorted(dice) == sorted(
        f"{face}-in-{colour}" for face, colour in zip(faces, ("white", *COLOURS), strict=True)
    )
    for seat in range(state.setting.seat_count):
        colour = state.setting.colour(seat)
        banners = (
            2 + state.claimed(seat) + state.decorated(seat)
        )  # next to the name, and those left
        assert found.count(f"banner-in-{colour}") == banners


@modes
def test_every_position_can_be_drawn(mode: Mode) -> None:
    """In the set-up too, and at the end."""
    episode = Episode(mode.start().setting, seed=1, chance="listed")
    while episode.is_chance:
        assert ET.fromstring(drawing.svg(episode.state)).tag == f"{SVG}svg"
        assert drawing.text(episode.state)
        episode.settle(episode.draw())
    end = played(mode, 5000)
    assert end.is_over
    assert ET.fromstring(end.svg()).tag == f"{SVG}svg"


def test_pixels_show_the_picture() -> None:
    episode = played(EIGHT[4])
    picture = episode.svg()
    array = drawing.pixels(picture)
    height = int(ET.fromstring(picture).attrib["height"])
    assert (array.shape, array.dtype) == ((height, drawing.WIDTH, 3), np.dtype(np.uint8))
    ground = [int(drawing.COLORS["ground"][at : at + 2], 16) for at in (1, 3, 5)]
    assert array[2, 2].tolist() == ground
    small = drawing.pixels(picture, 200)
    assert small.shape[1] == 200
    state = episode.state.copy()
    arrange.set_die(state, 0, 1 if state.die_face(0) > 1 else 2, (state.die_space(0) + 4) % 8)
    other = drawing.pixels(drawing.svg(state))
    rows = np.flatnonzero((other != array).any(axis=(1, 2)))
    assert 60 < rows.min() < rows.max() < 100  # only where dice lie


def test_the_seat_that_decides_has_a_thick_frame() -> None:
    episode = played(EIGHT[2], 20)
    thick = re.findall(r'<rect x="([\d.]+)"[^>]*stroke-width="4"', episode.svg())
    assert [round((float(x) - 12) / (drawing._SEAT_SIZE[0] + 3)) for x in thick] == [episode.seat]


def test_modes_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    state = played(EIGHT[6]).state
    assert drawing.render(state, "human") is None
    assert capsys.readouterr().out == f"{drawing.render(state, 'ansi')}\n"
    assert drawing.render(state, "svg") == drawing.svg(state)
    assert np.array_equal(drawing.render(state, "rgb_array"), drawing.pixels(drawing.svg(state)))
    assert "Ivan" in drawing.text(state)
    assert "La partie est terminée" in drawing.text(state, "fr")
