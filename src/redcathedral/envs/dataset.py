"""A data set of games: what is played, its shards in a folder, its manifest and hashes.

A *shard* is a folder with the records and the two tables of some games.  It is made as a whole by
one process, is there whole or not at all, and depends on the settings alone: the same settings and
the same release of Arrow give the same bytes.  ``manifest.json`` has the sha256 of every file, and
one over all of them.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from redcathedral import __version__
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.envs import DECISIONS, VERSION
from redcathedral.envs.dataset_card import card
from redcathedral.envs.dataset_shard import ShardFiles, arrow_version, make_shard_worker
from redcathedral.envs.manifest import DatasetSettings, Manifest, ShardEntry
from redcathedral.files import json_text, lock_folder, write_text
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.survey import MODES, SurveyFixture
from redcathedral.play.process_pool import in_order
from redcathedral.record.header import RULES

MANIFEST: Final = "manifest.json"
CARD: Final = "card.md"
SHARDS: Final = "shards"
SCHEMA: Final = 1  # of the files
SHARD_GAMES: Final = 50
_PART: Final = ".part"  # how the name of a shard ends that is being written

ShardWorkerFactory: TypeAlias = Callable[[], Callable[[int], tuple[int, ShardFiles]]]
ShardExecutor: TypeAlias = Callable[
    [ShardWorkerFactory, Iterable[int]], Generator[tuple[int, ShardFiles]]
]


class DatasetError(ResultsError):
    """A data set that cannot be made or used: which file, why, and the way out."""


def settings_of(bot: str, games: int, seed: int, shard: int = SHARD_GAMES) -> DatasetSettings:
    """The settings of games of a bot by this program.  Raises DatasetError without Arrow."""
    edition = load_edition()
    return DatasetSettings(
        schema=SCHEMA,
        bot=bot,
        spec=bot_spec(bot),
        games=games,
        seed=seed,
        shard=shard,
        edition=edition.id,
        edition_hash=edition.hash,
        weights=fingerprint(packaged()),
        rules=RULES,
        decisions=DECISIONS,
        observation=VERSION,
        program=__version__,
        arrow=arrow_version(),
    )


def shard_name(number: int) -> str:
    """The folder of a shard below ``shards``."""
    return f"{number:05}"


def fixtures(settings: DatasetSettings, number: int) -> dict[int, SurveyFixture]:
    """The games of a shard by their numbers: the modes come in turn, each game has its own seed."""
    first = number * settings.shard
    last = min(first + settings.shard, settings.games)
    return {
        game: SurveyFixture(MODES[game % len(MODES)], settings.seed + game)
        for game in range(first, last)
    }


def _maker(settings: DatasetSettings) -> Callable[[int], tuple[int, ShardFiles]]:
    make = make_shard_worker(settings.bot, settings.spec)
    return lambda number: (number, make(fixtures(settings, number)))


def make(
    folder: Path,
    settings: DatasetSettings,
    executor: ShardExecutor,
    watch: Callable[[Generator[ShardEntry], int], Iterable[ShardEntry]],
) -> Manifest:
    """Make the shards that a folder lacks, then its card; what is there is checked, not made again.

    ``watch`` gets the shards as they come, and their number.  Raises DatasetError where the folder
    holds something else, or a shard that is not what it was.
    """
    _claim(folder)
    with lock_folder(folder, DatasetError(f"{folder} is being written by another process")):
        manifest = _resumed(folder, settings)
        there = {shard.name for shard in manifest.shards}
        missing = [n for n in range(settings.shard_count) if shard_name(n) not in there]
        with closing(_made(folder, settings, missing, executor)) as shards:
            for entry in watch(shards, len(missing)):
                manifest = manifest.with_shard(entry)
                write_text(folder / MANIFEST, json_text(manifest))
        write_text(folder / CARD, card(manifest))
    return manifest


def _claim(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    strangers = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    if strangers and MANIFEST not in strangers:
        reason = f"{folder} holds {min(strangers)} and no {MANIFEST}"
        raise DatasetError(f"{reason}: name a new folder, or one with a data set")


def _resumed(folder: Path, settings: DatasetSettings) -> Manifest:
    """The manifest as far as it has come; what was being written is removed."""
    (folder / SHARDS).mkdir(exist_ok=True)
    manifest = Manifest(settings)
    if (folder / MANIFEST).exists():
        manifest = load_manifest(folder)
        if differences := settings.differences(manifest.settings):
            told = "; ".join(differences)
            raise DatasetError(
                f"{folder} was begun otherwise ({told}): repeat that, or name another folder"
            )
    else:
        write_text(folder / MANIFEST, json_text(manifest))
    known = {shard.name for shard in manifest.shards}
    for path in (folder / SHARDS).iterdir():
        if path.name.endswith(_PART) or (_is_shard(path.name) and path.name not in known):
            shutil.rmtree(path)  # of a run that was ended before it could take note of it
    for shard in manifest.shards:
        if found := _changes(folder, shard):
            raise DatasetError(
                f"{folder}: {found[0]}; remove {folder / SHARDS / shard.name} and its entry in "
                f"{MANIFEST} to have it made again, or name another folder"
            )
    return manifest


def _is_shard(name: str) -> bool:
    return re.fullmatch(r"\d{5}", name) is not None


def _made(
    folder: Path, settings: DatasetSettings, missing: Sequence[int], executor: ShardExecutor
) -> Generator[ShardEntry]:
    with closing(executor(partial(_maker, settings), missing)) as shards:
        for number, made in shards:
            name = shard_name(number)
            _write(folder / SHARDS / name, made.files)
            yield entry_of(name, made)


def entry_of(name: str, made: ShardFiles) -> ShardEntry:
    """What the manifest has of a shard."""
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in made.files.items()}
    size = sum(map(len, made.files.values()))
    return ShardEntry(name, made.counts, size, dict(sorted(sums.items())))


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write a shard whole, or not at all."""
    beside = folder.with_name(folder.name + _PART)
    shutil.rmtree(beside, ignore_errors=True)
    for name, data in files.items():
        path = beside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    beside.rename(folder)


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a data set.  Raises DatasetError."""
    path = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror}"
        raise DatasetError(f"{reason}; name the folder of a data set") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fix = "put the right one in its place, or name another folder"
        raise DatasetError(f"{path} is damaged: {error}; {fix}") from None
    if manifest.settings.schema != SCHEMA:
        forms = f"{manifest.settings.schema}, this program reads {SCHEMA}"
        raise DatasetError(f"{path} is of form {forms}: take the program that made it")
    return manifest


# --- checking it ---------------------------------------------------------------------------------


def check(folder: Path) -> list[str]:
    """What in a folder differs from its manifest, each in a line; nothing where it is as made."""
    manifest = load_manifest(folder)
    found = [line for shard in manifest.shards for line in _changes(folder, shard)]
    names = {shard.name for shard in manifest.shards}
    wanted = {shard_name(number) for number in range(manifest.settings.shard_count)}
    found += [f"{SHARDS}/{name} has not been made yet" for name in sorted(wanted - names)]
    there = {path.name for path in (folder / SHARDS).glob("*")}
    found += [f"{SHARDS}/{name} is not of the data set" for name in sorted(there - names)]
    if names == wanted:
        path = folder / CARD
        if not path.is_file():
            found.append(f"{CARD} is missing")
        elif path.read_text("utf-8") != card(manifest):
            found.append(f"{CARD} differs")
    return found


def _changes(folder: Path, shard: ShardEntry) -> list[str]:
    below = folder / SHARDS / shard.name
    told = f"{SHARDS}/{shard.name}"
    if not below.is_dir():
        return [f"{told} is missing"]
    there = {
        path.relative_to(below).as_posix(): path for path in below.rglob("*") if path.is_file()
    }
    found = [f"{told}/{name} is missing" for name in shard.files if name not in there]
    found += [f"{told}/{name} is not of the data set" for name in there if name not in shard.files]
    for name, path in there.items():
        if name in shard.files:
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != shard.files[name]:
                    found.append(f"{told}/{name} differs")
    return sorted(found)


def check_again(
    folder: Path,
    shards: int,
    executor: ShardExecutor,
    watch: Callable[[Generator[tuple[int, ShardFiles]], int], Iterable[tuple[int, ShardFiles]]],
) -> list[str]:
    """Make the first shards again; a line for each difference.  Raises DatasetError."""
    manifest = load_manifest(folder)
    settings = manifest.settings
    ours = settings_of(settings.bot, settings.games, settings.seed, settings.shard)
    if differences := ours.differences(settings):
        told = "; ".join(differences)
        raise DatasetError(f"{folder} was made otherwise ({told}), so it is not made again here")
    known = {shard.name: shard for shard in manifest.shards}
    numbers = [n for n in range(settings.shard_count) if shard_name(n) in known][:shards]
    found: list[str] = []
    with closing(executor(partial(_maker, settings), numbers)) as making:
        for number, made in in_order(
            (numbers.index(made[0]), made) for made in watch(making, len(numbers))
        ):
            name = shard_name(number)
            again, old = entry_of(name, made).files, known[name].files
            found += [
                f"{SHARDS}/{name}/{path} comes out differently"
                for path in sorted({*again, *old})
                if again.get(path) != old.get(path)
            ]
    return found
