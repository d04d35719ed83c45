"""The picture of the chances."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from redcathedral.ai.analysis.value import Value
from redcathedral.ai.analysis.win_chart import Curve, plot

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*lines: Curve, title: str = "A game") -> ET.Element:
    return ET.fromstring(plot(title, "turns", lines))


def values(*shares: float, error: float = 0.0) -> list[Value]:
    return [Value(share, 0.0, error, 0.0) for share in shares]


def curves(picture: ET.Element) -> list[list[tuple[float, float]]]:
    """The points of each seat's line."""
    paths = [path.get("d", "") for path in picture.iter(f"{SVG}path") if path.get("fill") == "none"]
    return [
        [(float(x), float(y)) for x, y in (point.split() for point in path[1:].split("L"))]
        for path in paths
        if "h" not in path
    ]


def test_a_line_for_each_seat() -> None:
    red = Curve("red", "Red (Ana)", values(0.5, 0.75, 1.0), [(1, "Turn 1, Red: 5.0 %")])
    picture = drawn(red, Curve("blue", "Blue", values(0.5, 0.25, 0.0)))
    first, second = curves(picture)
    assert len(first) == len(second) == 3
    assert first[0] == second[0]
    assert first[1][1] < second[1][1]
    assert first[0][1] - first[2][1] == pytest.approx(second[2][1] - second[0][1])
    (mark,) = picture.iter(f"{SVG}circle")
    assert (float(mark.get("cx", "")), float(mark.get("cy", ""))) == first[1]
    titles = [text.text for text in mark.iter(f"{SVG}title")]
    assert titles == ["Turn 1, Red: 5.0 %"]


def test_its_interval_lies_around_a_line_and_within_the_picture() -> None:
    picture = drawn(Curve("red", "Red", values(0.5, 0.9, error=0.2)))
    (line,) = curves(picture)
    (band,) = (path for path in picture.iter(f"{SVG}path") if path.get("fill-opacity"))
    way = band.get("d", "").strip("Mz").split("L")
    heights = [float(point.split()[1]) for point in way]
    whole = 2 * (line[0][1] - line[1][1]) / 0.8  # from 0 to 1
    assert [line[0][1] - heights[0], heights[3] - line[0][1]] == pytest.approx([0.2 * whole] * 2)
    assert line[1][1] - heights[1] == pytest.approx(0.1 * whole)
    assert heights[2] - line[1][1] == pytest.approx(0.2 * whole)


def test_names_are_text_and_never_marks_of_the_file() -> None:
    picture = drawn(Curve("red", "<Ana> & " + "x" * 80, values(0.5, 0.5)), title="a<b")
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert "a<b" in texts
    assert any(text is not None and text.startswith("<Ana> & x") for text in texts)
    assert max(len(text or "") for text in texts) < 70


@pytest.mark.parametrize("turns", [0, 1, 12, 13, 63, 800])
def test_the_turns_are_marked_at_round_numbers(turns: int) -> None:
    picture = drawn(Curve("green", "Green", values(0.5) * (turns + 1)))
    ticks = [
        int(text.text or "") for text in picture.iter(f"{SVG}text") if (text.text or "").isdigit()
    ]
    assert ticks[0] == 0
    assert len(ticks) <= 13
    assert ticks[-1] <= turns
    assert len({after - before for before, after in pairwise(ticks)}) <= 1
