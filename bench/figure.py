"""The interface of figures, and a run that measures its sides in turns.

A figure is a function that takes a ``Run`` and returns rows.  The name of each row is that of the
figure, or begins with it and a slash.  Figures are decorated functions in ``bench/figures``::

    @figure("engine/copy")
    def copy(run: Run) -> list[Row]: ...
"""

from __future__ import annotations

import importlib
import pkgutil
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from bench.side import Measured, Side, SideError


@dataclass(frozen=True)
class Row:
    """One measured value.

    ``ratio`` is how many times better than the peer it is, so bigger is better for every unit.  The
    first six fields are written to ``build/bench.json``, all of them to the table.
    """

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    noise: str = ""
    peer_noise: str = ""
    floor: str = ""


@dataclass
class Run:
    """The sides of this run: the installed package, the interpreted source, and the peer.

    ``peer`` and ``pure`` are None if they could not be started; ``missing`` says why.  ``base`` is
    another version of the package, or None.
    """

    ours: Side
    pure: Side | None
    peer: Side | None
    rounds: int
    say: Callable[[str], None]
    missing: list[str] = field(default_factory=list)
    base: Side | None = None

    def sides(self) -> dict[str, Side]:
        """Return the running sides, in the order of their turns."""
        sides = {"ours": self.ours, "base": self.base, "peer": self.peer, "pure": self.pure}
        return {name: side for name, side in sides.items() if side is not None}

    def alternate(
        self, task: Mapping[str, str], rounds: int | None = None
    ) -> dict[str, list[Measured]]:
        """Run the tasks of the sides in turns, A B C A B C ..., and return their measurements.

        ``task`` names a function for each side, as ``module:function``; it is called with the
        number of the round.  A side that fails is skipped from then on.
        """
        sides = self.sides().items()
        return self.take_turns(
            {name: (side, task[name], ()) for name, side in sides if name in task}, rounds
        )

    def take_turns(
        self, tasks: Mapping[str, Task], rounds: int | None = None
    ) -> dict[str, list[Measured]]:
        """Run several tasks in turns, and return their measurements.

        A task that fails is skipped from then on; if one of ours fails, the run ends.
        """
        measured: dict[str, list[Measured]] = {}
        broken: set[str] = set()
        for number in range(rounds or self.rounds):
            for name, (side, task, arguments) in tasks.items():
                if name in broken:
                    continue
                try:
                    measured.setdefault(name, []).append(side.call(task, number, *arguments))
                except SideError as error:
                    if side is self.ours:
                        raise
                    broken.add(name)
                    measured.pop(name, None)
                    self.missing.append(str(error))
            self.say(f" {number + 1}")
        return measured


# A side, its task, and the arguments of the task after the number of the round.
Task = tuple[Side, str, tuple[int, ...]]
Figure = Callable[[Run], list[Row]]
_FIGURES: dict[str, Figure] = {}


def figure(name: str) -> Callable[[Figure], Figure]:
    """Register a figure under its name."""

    def register(function: Figure) -> Figure:
        if name in _FIGURES:
            raise ValueError(f"there are two figures called {name}")
        _FIGURES[name] = function
        return function

    return register


def figures() -> dict[str, Figure]:
    """Return all figures by name, in alphabetical order."""
    import bench.figures

    for module in pkgutil.iter_modules(bench.figures.__path__):
        importlib.import_module(f"bench.figures.{module.name}")
    return dict(sorted(_FIGURES.items()))


def owns(name: str, row: str) -> bool:
    """Return whether a row belongs to the figure with this name."""
    return row == name or row.startswith(f"{name}/")


def compare(
    name: str,
    unit: str,
    values: list[float],
    peer: str | None = None,
    peer_values: list[float] | None = None,
    *,
    smaller_is_better: bool = False,
) -> Row:
    """Make a row of medians, with the spread of the rounds as noise."""
    value = statistics.median(values)
    if not peer or not peer_values:
        return Row(name, value, unit, noise=spread(values))
    other = statistics.median(peer_values)
    ratio = other / value if smaller_is_better else value / other
    return Row(name, value, unit, peer, other, ratio, spread(values), spread(peer_values))


def compare_with_base(
    name: str, unit: str, measured: Mapping[str, list[Measured]], key: str
) -> Row:
    """Make a row of a measured value with the base version of the package as the peer."""
    base = "base" if "base" in measured else None
    ours, base_values = column(measured["ours"], key), column(measured.get("base", []), key)
    return compare(name, unit, ours, base, base_values, smaller_is_better=True)


def column(results: Iterable[Measured], key: str) -> list[float]:
    """Return one value of each measurement."""
    return [result[key] for result in results]


def spread(values: list[float]) -> str:
    """Return the smallest and the largest value as text."""
    return f"{number(min(values))}..{number(max(values))}" if len(values) > 1 else ""


def number(value: float) -> str:
    """Format a number with three significant digits, and with commas for thousands."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def floor(row: Row, limit: str, *, reached: bool) -> Row:
    """Return the row with its limit, and whether it was reached."""
    return replace(row, floor=f"{limit}: {'reached' if reached else 'MISSED'}")
