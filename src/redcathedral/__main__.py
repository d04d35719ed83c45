"""``python -m redcathedral`` is the command ``redcathedral``."""

from redcathedral.cli import main

main()
