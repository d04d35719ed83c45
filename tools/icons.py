"""Draw the page's icons as PNG from ``web/public/icon.svg``, for systems without SVG.

``python tools/icons.py`` writes the icons to the same folder.  It uses the browser of the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))

from tests.e2e.browser import NO_BROWSER, find_chromium, launch_chromium  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = HERE / "web" / "public"
BACKGROUND = "#2b1d16"  # of the icon that systems cut to a shape
# By name: the width in pixels, and the share of it that the drawing fills.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable": (512, 0.72)}


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


def main() -> int:
    """Write all icons."""
    program = find_chromium()
    if program is None:
        print(NO_BROWSER, file=sys.stderr)
        return 1
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with launch_chromium(program) as browser:
        for name, (pixels, share) in ICONS.items():
            (FOLDER / f"{name}.png").write_bytes(draw(browser, drawing, pixels, share))
    return 0


if __name__ == "__main__":
    sys.exit(main())
