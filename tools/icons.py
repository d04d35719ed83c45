"""Draw the page's icons as PNG from ``web/public/icon.svg``, and the picture for link previews.

``python tools/icons.py`` writes them to the same folder.  It uses the browser of the tests and the
built page.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))

from tests.e2e.browser import NO_BROWSER, find_chromium, launch_chromium  # noqa: E402
from tests.server.harness import serving  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = HERE / "web" / "public"
BACKGROUND = "#2b1d16"  # of the icon that systems cut to a shape
# By name: the width in pixels, and the share of it that the drawing fills.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable": (512, 0.72)}
EVENING = datetime(2026, 6, 1, 17, 40, tzinfo=UTC)  # the sky of the picture
PREVIEW_STYLE = """
    .art { height: 520px !important; }
    .head { zoom: 1 !important; justify-content: center !important; height: 110px; }
    .head h1 { font-size: 66px !important; }
    main { display: none !important; }
"""


def draw(browser: Browser, drawing: str, pixels: int, share: float) -> bytes:
    """Return a PNG with the drawing in the middle of a square."""
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    square = f"width:{pixels}px;height:{pixels}px;display:grid;place-content:center"
    background = f";background:{BACKGROUND}" if share < 1 else ""
    size = f'<svg width="{pixels * share}" height="{pixels * share}" '
    page.set_content(
        f'<body style="margin:0;{square}{background}">{drawing.replace("<svg ", size, 1)}</body>'
    )
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def draw_preview(browser: Browser) -> bytes:
    """Return a JPEG with the skyline of the start page above the name of the game."""
    page = browser.new_page(
        viewport={"width": 1200, "height": 630},
        bypass_csp=True,
        locale="en",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        page.clock.set_fixed_time(EVENING)
        page.goto(f"{server.url}/#/join/none")
        page.get_by_test_id("invitation").get_by_role("alert").wait_for()
        page.add_style_tag(content=PREVIEW_STYLE)
        picture = page.screenshot(type="jpeg", quality=85)
        page.close()
    return picture


def main() -> int:
    """Write all icons and the picture."""
    program = find_chromium()
    if program is None:
        print(NO_BROWSER, file=sys.stderr)
        return 1
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with launch_chromium(program) as browser:
        for name, (pixels, share) in ICONS.items():
            (FOLDER / f"{name}.png").write_bytes(draw(browser, drawing, pixels, share))
        (FOLDER / "preview.jpg").write_bytes(draw_preview(browser))
    return 0


if __name__ == "__main__":
    sys.exit(main())
