"""The manifest of a data set: its settings, its shards, and their hashes."""

import hashlib
from collections.abc import Iterable
from typing import Final

import msgspec

RECORDS_FOLDER: Final = "records/"  # in a shard


class DatasetSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings on which the bytes of a data set depend.

    ``weights`` is the fingerprint of the weights that the bot plays with and that evaluate the
    positions.  ``decisions``, ``observation`` and ``rules`` are the versions of the decision ids,
    the observation and the rulings; ``arrow`` is the release that wrote the tables.
    """

    schema: int
    bot: str
    spec: str
    games: int
    seed: int
    shard: int
    edition: str
    edition_hash: str
    weights: str
    rules: int
    decisions: int
    observation: int
    program: str
    arrow: str

    @property
    def shard_count(self) -> int:
        """The number of shards."""
        return -(-self.games // self.shard)

    def differences(self, other: "DatasetSettings") -> list[str]:
        """Describe each setting that is different in ``other``."""
        return [
            f"{name} {theirs} in place of {ours}"
            for name in self.__struct_fields__
            if (theirs := getattr(other, name)) != (ours := getattr(self, name))
        ]


class ShardCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of games, positions, forced decisions and games that the cap ended (R7.7)."""

    games: int = 0
    positions: int = 0
    forced: int = 0
    capped: int = 0

    def __add__(self, other: "ShardCounts") -> "ShardCounts":
        return ShardCounts(
            self.games + other.games,
            self.positions + other.positions,
            self.forced + other.forced,
            self.capped + other.capped,
        )


class ShardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shard: its folder, counts, size in bytes, and the sha256 of each file."""

    name: str
    counts: ShardCounts
    bytes: int
    files: dict[str, str]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a data set, and the shards made so far.

    ``sha256`` is the hash of the names and hashes of all files.  ``records_sha256`` is the same for
    the records only, which do not depend on the release of Arrow.
    """

    settings: DatasetSettings
    sha256: str = ""
    records_sha256: str = ""
    shards: tuple[ShardEntry, ...] = ()

    @property
    def counts(self) -> ShardCounts:
        """The counts of all shards together."""
        return sum((shard.counts for shard in self.shards), ShardCounts())

    @property
    def bytes(self) -> int:
        """The size of all shards."""
        return sum(shard.bytes for shard in self.shards)

    def with_shard(self, entry: ShardEntry) -> "Manifest":
        """Return the manifest with another shard, sorted by name."""
        shards = tuple(sorted((*self.shards, entry), key=lambda shard: shard.name))
        files = {
            f"{shard.name}/{name}": sha for shard in shards for name, sha in shard.files.items()
        }
        records = {name: sha for name, sha in files.items() if f"/{RECORDS_FOLDER}" in name}
        return Manifest(self.settings, _hash(files.items()), _hash(records.items()), shards)


def _hash(files: Iterable[tuple[str, str]]) -> str:
    """Return the sha256 of lines as ``sha256sum`` writes them."""
    text = "".join(f"{sha}  {name}\n" for name, sha in sorted(files))
    return hashlib.sha256(text.encode()).hexdigest()
