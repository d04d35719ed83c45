"""Make and check data sets of games: shards in a folder, with a manifest and hashes.

A *shard* is a folder with the records and the two tables of some games, made by one process and
written atomically.  The same settings and the same release of Arrow give the same bytes.
``manifest.json`` has the sha256 of every file, and one of all files together.
"""

import hashlib
import re
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from redcathedral import __version__
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.envs import DECISIONS_VERSION, VERSION
from redcathedral.files import json_text, lock_folder, write_text
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.survey import MODES, SurveyFixture
from redcathedral.play.process_pool import Executor, Tracker, in_order
from redcathedral.record.header import RULES
from tools.dataset.card import card
from tools.dataset.manifest import DatasetSettings, Manifest, ShardEntry
from tools.dataset.shard import ShardFiles, arrow_version, make_shard_worker

MANIFEST: Final = "manifest.json"
CARD: Final = "card.md"
SHARDS: Final = "shards"
SCHEMA: Final = 1  # version of the file format
SHARD_GAMES: Final = 50
_PARTIAL_SUFFIX: Final = ".part"  # of the folder of a shard that is being written


class DatasetError(ResultsError):
    """A data set cannot be made or used; the message has the file, the reason and a fix."""


def settings_of(bot: str, games: int, seed: int, shard: int = SHARD_GAMES) -> DatasetSettings:
    """Return the settings for a new data set.  Raises ResultsError without Arrow."""
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
        decisions=DECISIONS_VERSION,
        observation=VERSION,
        program=__version__,
        arrow=arrow_version(),
    )


def shard_name(number: int) -> str:
    """Return the name of a shard's folder in ``shards``."""
    return f"{number:05}"


def fixtures(settings: DatasetSettings, number: int) -> dict[int, SurveyFixture]:
    """Return the games of a shard by number; the modes take turns, and no two seeds are equal."""
    first = number * settings.shard
    return {
        game: SurveyFixture(MODES[game % len(MODES)], settings.seed + game)
        for game in range(first, min(first + settings.shard, settings.games))
    }


def _make_worker(settings: DatasetSettings) -> Callable[[int], tuple[int, ShardFiles]]:
    make_shard = make_shard_worker(settings.bot, settings.spec)
    return lambda number: (number, make_shard(fixtures(settings, number)))


def make(
    folder: Path, settings: DatasetSettings, executor: Executor, progress: Tracker
) -> Manifest:
    """Check the existing shards of a data set, make the missing ones, and write its card.

    ``progress`` wraps the iterator of new shards, and gets their number.  Raises DatasetError if
    the folder has other files, or a shard has changed.
    """
    _check_folder(folder)
    with lock_folder(folder, DatasetError(f"{folder} is being written by another process")):
        manifest = _load_or_create_manifest(folder, settings)
        existing = {shard.name for shard in manifest.shards}
        missing = [n for n in range(settings.shard_count) if shard_name(n) not in existing]
        with closing(_make_shards(folder, settings, missing, executor)) as shards:
            for entry in progress(shards, len(missing)):
                manifest = manifest.with_shard(entry)
                write_text(folder / MANIFEST, json_text(manifest))
        write_text(folder / CARD, card(manifest))
    return manifest


def _check_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    if names and MANIFEST not in names:
        reason = f"{folder} holds {min(names)} and no {MANIFEST}"
        raise DatasetError(f"{reason}: name a new folder, or one with a data set")


def _load_or_create_manifest(folder: Path, settings: DatasetSettings) -> Manifest:
    """Return the manifest so far; remove shards that were not completely written."""
    (folder / SHARDS).mkdir(exist_ok=True)
    manifest = Manifest(settings)
    if (folder / MANIFEST).exists():
        manifest = load_manifest(folder)
        if differences := settings.differences(manifest.settings):
            raise DatasetError(
                f"{folder} was begun with other settings ({'; '.join(differences)}): repeat those, "
                "or name another folder"
            )
    else:
        write_text(folder / MANIFEST, json_text(manifest))
    complete = {shard.name for shard in manifest.shards}
    for path in (folder / SHARDS).iterdir():
        is_unlisted = re.fullmatch(r"\d{5}", path.name) and path.name not in complete
        if is_unlisted or path.name.endswith(_PARTIAL_SUFFIX):
            shutil.rmtree(path)  # left by an interrupted run
    for shard in manifest.shards:
        if differences := _shard_differences(folder, shard):
            raise DatasetError(
                f"{folder}: {differences[0]}; remove {folder / SHARDS / shard.name} and its entry "
                f"in {MANIFEST} to have it made again, or name another folder"
            )
    return manifest


def _make_shards(
    folder: Path, settings: DatasetSettings, missing: Sequence[int], executor: Executor
) -> Generator[ShardEntry]:
    with closing(executor(partial(_make_worker, settings), missing)) as shards:
        for number, shard in shards:
            name = shard_name(number)
            _write_shard(folder / SHARDS / name, shard.files)
            yield shard_entry(name, shard)


def shard_entry(name: str, shard: ShardFiles) -> ShardEntry:
    """Return the manifest's entry for a shard."""
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in shard.files.items()}
    size = sum(map(len, shard.files.values()))
    return ShardEntry(name, shard.counts, size, dict(sorted(hashes.items())))


def _write_shard(folder: Path, files: dict[str, bytes]) -> None:
    partial_folder = folder.with_name(folder.name + _PARTIAL_SUFFIX)
    shutil.rmtree(partial_folder, ignore_errors=True)
    for name, data in files.items():
        path = partial_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    partial_folder.rename(folder)


def load_manifest(folder: Path) -> Manifest:
    """Return the manifest of a data set.  Raises DatasetError."""
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
        versions = f"{manifest.settings.schema}, this program reads {SCHEMA}"
        raise DatasetError(f"{path} has format version {versions}: use the program that made it")
    return manifest


def check(folder: Path) -> list[str]:
    """Return a line for each difference between a folder and its manifest."""
    manifest = load_manifest(folder)
    differences = [line for shard in manifest.shards for line in _shard_differences(folder, shard)]
    names = {shard.name for shard in manifest.shards}
    planned = {shard_name(number) for number in range(manifest.settings.shard_count)}
    differences += [f"{SHARDS}/{name} has not been made yet" for name in sorted(planned - names)]
    folders = {path.name for path in (folder / SHARDS).glob("*")}
    differences += [
        f"{SHARDS}/{name} is not part of the data set" for name in sorted(folders - names)
    ]
    if names == planned:
        path = folder / CARD
        if not path.is_file():
            differences.append(f"{CARD} is missing")
        elif path.read_text("utf-8") != card(manifest):
            differences.append(f"{CARD} differs")
    return differences


def _shard_differences(folder: Path, shard: ShardEntry) -> list[str]:
    shard_folder = folder / SHARDS / shard.name
    label = f"{SHARDS}/{shard.name}"
    if not shard_folder.is_dir():
        return [f"{label} is missing"]
    paths = {
        path.relative_to(shard_folder).as_posix(): path
        for path in shard_folder.rglob("*")
        if path.is_file()
    }
    differences = [f"{label}/{name} is missing" for name in shard.files if name not in paths]
    differences += [
        f"{label}/{name} is not part of the data set" for name in paths if name not in shard.files
    ]
    for name, path in paths.items():
        if name in shard.files:
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != shard.files[name]:
                    differences.append(f"{label}/{name} differs")
    return sorted(differences)


def check_again(folder: Path, shards: int, executor: Executor, progress: Tracker) -> list[str]:
    """Make the first shards again; return a line for each difference.  Raises DatasetError."""
    manifest = load_manifest(folder)
    settings = manifest.settings
    own_settings = settings_of(settings.bot, settings.games, settings.seed, settings.shard)
    if differences := own_settings.differences(settings):
        raise DatasetError(
            f"{folder} was made with other settings ({'; '.join(differences)}), so it cannot be "
            "made again here"
        )
    entries = {shard.name: shard for shard in manifest.shards}
    numbers = [n for n in range(settings.shard_count) if shard_name(n) in entries][:shards]
    with closing(executor(partial(_make_worker, settings), numbers)) as results:
        for number, shard in in_order(
            (numbers.index(result[0]), result) for result in progress(results, len(numbers))
        ):
            name = shard_name(number)
            new, old = shard_entry(name, shard).files, entries[name].files
            differences += [
                f"{SHARDS}/{name}/{path} is different when made again"
                for path in sorted({*new, *old})
                if new.get(path) != old.get(path)
            ]
    return differences
