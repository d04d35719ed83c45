"""Define the options that several commands share, and parse their values."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.box import Edition, EditionError, load_edition
from redcathedral.box.options import Options
from redcathedral.box.quoting import quote
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import UNREADABLE, exit_with, usage_error
from redcathedral.record.header import OPTIONS, HeaderError, with_option
from redcathedral.text import Narrator, languages, preferred_language

LAST_SEED: Final = 1 << 61
OPTIONS_HELP: Final = "A named option: " + ", ".join(
    f"{name}={' or '.join(values)}" for name, values in OPTIONS.items()
)

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for a program.")]
Jobs: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=256, help="Number of processes; one for each core.")
]
FirstSeed: TypeAlias = Annotated[
    int, typer.Option(callback=seed_callback(LAST_SEED), help="The first seed.")
]
RecordFile: TypeAlias = Annotated[Path, typer.Argument(help="A record: .rcg or .rcg.gz.")]
RecordEditions: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--edition", metavar="FILE", help="An edition that a record names; repeatable."),
]
PlayEdition: TypeAlias = Annotated[
    Path | None, typer.Option("--edition", metavar="FILE", help="Play with this edition.")
]
LanguageOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The language of the output, such as pl.",
        show_default="the environment's",
    ),
]
SideOption: TypeAlias = Annotated[
    str, typer.Option("--side", help="Workshop boards: basic or advanced.")
]


def process_count(jobs: int | None) -> int:
    return jobs or os.cpu_count() or 1


def load_editions(files: Iterable[Path], *, own_id: bool = False) -> list[Edition]:
    """Load editions; exit with status 2 if one is invalid.  For ``own_id`` see ``load_edition``."""
    try:
        return [load_edition(file, own_id=own_id) for file in files]
    except EditionError as error:
        exit_with(str(error), UNREADABLE)


def named_options(side: str | None, first_game: bool, texts: Sequence[str]) -> Options:
    """Return the options from texts ``NAME=VALUE`` and from two flags.  Raises HeaderError."""
    result = Options()
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator:
            fix = "write NAME=VALUE, such as first_game=true"
            raise HeaderError(f"{quote(text)} is not an option", fix)
        result = with_option(result, name.strip(), value.strip())
    if side is not None:
        result = with_option(result, "workshop_side", side)
    return with_option(result, "first_game", "true") if first_game else result


def narrator_for(language: str | None) -> Narrator:
    codes = languages()
    if language is not None and language.casefold() not in codes:
        reason = f"there is no language {quote(language)}; the languages are {', '.join(codes)}"
        usage_error("--language", reason)
    return Narrator(language.casefold() if language else preferred_language(os.environ))


@contextmanager
def refuse_unwritable(option: str, path: Path) -> Iterator[None]:
    """Turn an OSError inside into a usage error of an option."""
    try:
        yield
    except OSError as error:
        usage_error(option, f"{error.filename or path} cannot be written: {error.strerror}")


def bot_list(text: str) -> list[str]:
    """Split bot specs at commas; ``key=value`` parts belong to the bot before them."""
    specs: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part and specs:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return [spec.strip() for spec in specs]


def check_bot(bot: str, option: str) -> None:
    """Exit if a bot cannot be created."""
    try:
        make(bot_spec(bot), 1)
    except BotSpecError as error:
        usage_error(option, str(error))
