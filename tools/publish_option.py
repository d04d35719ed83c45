"""The option ``--publish`` of commands that write a page of figures."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer


def _checked_markdown_path(path: Path | None) -> Path | None:
    if path is not None and path.suffix != ".md":
        raise typer.BadParameter(f"the page is Markdown: name it {path.with_suffix('.md')}")
    return path


Publish: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.md",
        callback=_checked_markdown_path,
        help="Also write the page to this file, and its images next to it.",
    ),
]
