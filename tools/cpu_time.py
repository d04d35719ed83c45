"""Print the CPU time that the make which runs this has used so far, with all it has run.

It is what ``/usr/bin/time make ...`` reports as user and system time.  Prints nothing where the
system does not show it.  Usage, in a recipe: ``exec python tools/cpu_time.py LIMIT``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

# In /proc/PID/stat, after the name: the user and system time of a process, then those of its
# children that have ended.
TIMES = slice(11, 15)


def cpu_seconds(process: int) -> float | None:
    """Return the CPU time of a process and of its ended children, or ``None``."""
    try:
        text = Path(f"/proc/{process}/stat").read_text("utf-8")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[TIMES])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    used = cpu_seconds(os.getppid())
    if used is not None:
        print(f"CPU time: {used:.0f} seconds of {int(sys.argv[1])}")
