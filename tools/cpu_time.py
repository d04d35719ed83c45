"""Print the CPU time of the make process that runs this module, including its children.

The time is the sum of the user and system times that ``/usr/bin/time make ...`` reports.  Nothing
is printed on systems without ``/proc``.  Usage in a recipe, with a limit in
seconds: ``exec python tools/cpu_time.py LIMIT``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

# The fields of /proc/PID/stat after the name with the user and system times of a process and of its
# ended children.
TIME_FIELDS = slice(11, 15)


def cpu_seconds(process: int) -> float | None:
    """Return the CPU time of a process and of its ended children, or ``None``."""
    try:
        text = Path(f"/proc/{process}/stat").read_text("utf-8")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[TIME_FIELDS])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    used = cpu_seconds(os.getppid())
    if used is not None:
        print(f"CPU time: {used:.0f} seconds of {int(sys.argv[1])}")
