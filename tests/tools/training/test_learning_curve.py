"""The learning curve: kept as lines, and drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from redcathedral.ai.ratings.rating import wilson_interval
from tools.training.learning_curve import RoundResult, curve_lines, curve_svg, read_curve

SVG = "{http://www.w3.org/2000/svg}"


def rounds(count: int) -> list[RoundResult]:
    """Losses that fall, an exam in every fifth round, won ever more."""
    return [
        RoundResult(
            n, 100, 5000, 0.7 / n, 1.3 / n, 9.5, 3.5, min(0.02 * n, 1), 80 if n % 5 == 0 else 0
        )
        for n in range(1, count + 1)
    ]


def drawn(entries: list[RoundResult]) -> ET.Element:
    return ET.fromstring(curve_svg(entries))


def test_curve_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "curve.jsonl"
    assert read_curve(path) == []
    path.write_text(curve_lines(rounds(12)), encoding="utf-8")
    assert read_curve(path) == rounds(12)
    path.write_text(curve_lines(rounds(12))[:-30], encoding="utf-8")
    with pytest.raises(msgspec.DecodeError):
        read_curve(path)


def test_the_interval_is_wilsons() -> None:
    assert rounds(5)[4].interval == wilson_interval(8, 80)


def test_a_point_for_every_round_and_exam() -> None:
    root = drawn(rounds(40))
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert [title for title in titles if title.startswith("round 40:")] == [
        "round 40: 80",
        "round 40: 0.0175",
        "round 40: 0.0325",
    ]
    assert len(titles) == 8 + 40 + 40
    lines = [line.attrib["points"].split() for line in root.iter(f"{SVG}polyline")]
    assert [len(points) for points in lines] == [8, 40, 40]
    for points in lines:
        across = [float(point.split(",")[0]) for point in points]
        down = [float(point.split(",")[1]) for point in points]
        assert across == sorted(set(across))
        assert down == sorted(down, reverse=points is lines[0])  # wins rise, losses fall
    bars = [path for path in root.iter(f"{SVG}path") if "stroke-opacity" in path.attrib]
    assert len(bars) == 8


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5, 60, 700])
def test_the_picture_contains_all_points(count: int) -> None:
    root = drawn(rounds(count))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter(f"{SVG}circle"):
        assert 0 < float(element.attrib["cx"]) < width
        assert 0 < float(element.attrib["cy"]) < height
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "round" in texts
    assert sum(text is not None and text.isdigit() and int(text) > 100 for text in texts) <= 8


def test_losses_of_any_size_fit() -> None:
    for size in (1e-6, 0.004, 0.7, 30.0, 5000.0):
        entry = RoundResult(1, 1, 1, size, size, 0.0, 0.0, 0.0, 0)
        for circle in drawn([entry]).iter(f"{SVG}circle"):
            assert 0 < float(circle.attrib["cy"]) < 600
