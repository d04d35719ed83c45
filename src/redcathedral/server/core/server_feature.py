"""The base class of the features of a server, and the context that all features share."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, TypeVar

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.game_quota import NewGameQuota
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.table_feature import TableFeature
from redcathedral.server.core.tables import Tables
from redcathedral.server.core.workers import Workers, WorkersFactory

Settings = TypeVar("Settings")


class ServerContext:
    """The tables of one server and the settings of its features."""

    def __init__(
        self,
        repository: GameRepository,
        workers: WorkersFactory,
        *,
        is_club: bool = False,
        in_browser: bool = False,
        heartbeat: float,
        settings: Sequence[object] = (),
    ) -> None:
        """``settings`` has at most one object of each type; features find theirs by type."""
        self.repository = repository
        self.thread = repository.thread
        self.tables = Tables(repository)
        self._make_workers = workers
        self._workers: list[Workers] = []
        self.game_quota = NewGameQuota(self.thread)
        self.is_club = is_club
        self.in_browser = in_browser
        self.heartbeat = heartbeat  # seconds between the heartbeats of sockets
        self.features: list[ServerFeature] = []
        self._settings = {type(value): value for value in settings}

    def make_features(self, classes: Iterable[type["ServerFeature"]]) -> None:
        """Make the features; raises TypeError if there are settings that no feature has used."""
        self.features += [feature(self) for feature in classes]
        if self._settings:
            raise TypeError(
                f"no feature has settings of type {next(iter(self._settings)).__name__}"
            )
        self.tables.features += [
            feature.at_table for feature in self.features if feature.table_feature is not None
        ]

    async def start(self) -> None:
        await self.tables.start()
        for feature in self.features:
            await feature.start()

    async def stop(self) -> None:
        for feature in self.features:
            await feature.stop()
        await self.tables.close()
        for workers in self._workers:
            await workers.close()

    def workers(self, count: int, name: str, nice: int = 0) -> Workers:
        """Return new workers, which are closed with the server."""
        self._workers.append(self._make_workers(count, name, nice))
        return self._workers[-1]

    @cached_property
    def commands(self) -> tuple[type, ...]:
        """The commands of all features; read it when the features are complete."""
        parts = (feature.table_feature for feature in self.features)
        return tuple(chain.from_iterable(part.commands for part in parts if part is not None))

    def settings(self, kind: type[Settings]) -> Settings:
        value: Any = self._settings.pop(kind, None)
        return kind() if value is None else value


class ServerFeature:
    """A feature of one server.

    Subclasses declare methods with routes (``core.route``).  If ``table_feature`` is set,
    ``at_table`` makes one for each table.  The other methods do nothing by default.
    """

    table_feature: ClassVar[type[TableFeature] | None] = None

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.repository = context.repository
        self.tables = context.tables
        self.thread = context.thread

    def at_table(self, table: Actor) -> TableFeature:
        raise NotImplementedError

    async def start(self) -> None:
        """Start with the server."""

    async def stop(self) -> None:
        """Stop what watches the tables; they close after it."""

    async def rematch_begun(self, game: str, rematch: str) -> None:
        """Copy to a rematch what the feature stores about the game before."""

    async def forget_seats(self, table: str, seats: frozenset[int]) -> None:
        """Delete the texts that people wrote at these seats of a table."""

    async def remove_texts(self, table: str, seats: frozenset[int]) -> None:
        """Delete those of these texts that other people can read."""

    async def forget_device(self, device: str) -> None:
        """Delete the stored data of a device, except its seats."""

    def texts_of(self, table: str, seat: int) -> Mapping[str, object]:  # noqa: ARG002 # for subclasses
        """Return the texts written at a seat, for an export; called in the store's thread."""
        return {}
