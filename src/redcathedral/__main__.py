"""Run the command ``redcathedral`` as ``python -m redcathedral``."""

from redcathedral.cli import main

main()
