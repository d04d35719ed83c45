"""Convert between the set-up lines of a record and chance outcomes (R2, R8.2)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from redcathedral.box import vocabulary as v
from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.engine import phases, rules
from redcathedral.engine.components import Components
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import State
from redcathedral.record.header import Header
from redcathedral.record.lines import Line, LineError
from redcathedral.record.notation import place_text

_PHASES: Final = {
    phases.CHOOSE_PLAN: "plan",
    phases.DRAW_CARD: "cards",
    phases.DRAW_TILE: "tiles",
    phases.DRAW_RESOURCE: "resources",
    phases.DRAW_INFLUENCE: "influence",
    phases.DRAW_DIE: "dice",
    phases.DRAW_IVAN_CARD: "ivan-cards",
    phases.DRAW_IVAN_TILE: "ivan-tiles",
}
KEYS: Final = (*_PHASES.values(), "ivan-start")
_BY_TOWER: Final = ("cards", "tiles")
_DIE_FACE_AND_SPACE: Final = re.compile(r"([a-z]+)=([1-6])@([1-8])")


def outcome_names(components: Components, key: str) -> list[str]:
    """Return the names of the outcomes 0, 1, 2, ... in one kind of set-up line."""
    edition = components.edition
    match key:
        case "plan":
            return ["-".join(str(height) for height in plan if height) for plan in components.plans]
        case "cards":
            return [card.id for card in edition.cards]
        case "resources":
            return [tile.id for tile in edition.resource_tiles]
        case "influence":
            return [card.id for card in edition.influence]
        case "dice":
            return [f"{die}={face + 1}" for die in v.DICE for face in range(v.DIE_FACES)]
        case "ivan-cards":
            return list(v.IVAN_CARDS)
        case _:
            return [tile.id for tile in edition.workshop_tiles]


def possible_names(state: State) -> list[str]:
    """Return the names of the possible outcomes at a chance node of the set-up."""
    names = outcome_names(state.setting.components, _PHASES[int(state.phase)])
    return [names[outcome] for outcome, _ in rules.outcomes(state)]


def outcome_name(state: State, outcome: int) -> str:
    """Return the name of an outcome at a chance node of the set-up."""
    return outcome_names(state.setting.components, _PHASES[int(state.phase)])[outcome]


def read_ids(words: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the index in ``names`` of each word; raises ParseError."""
    result = []
    lower = [name.casefold() for name in names]
    for word in words:
        if word.casefold() not in lower:
            raise ParseError(f"{quote(word)} is unknown", did_you_mean(word, names))
        result.append(lower.index(word.casefold()))
    return result


class SetupLine(NamedTuple):
    """A line of the set-up, and the numbers of its outcomes."""

    line: Line
    outcomes: list[int]


class SetupReader:
    """Reads set-up lines in any order; ``outcomes`` returns them in the order of the engine."""

    def __init__(self, header: Header, components: Components) -> None:
        self.header = header
        self.components = components
        self.rows: dict[tuple[str, int], SetupLine] = {}  # by key and tower
        self._spaces: dict[int, int] = {}  # die -> space

    def feed(self, line: Line) -> None:
        """Read a line; raises ParseError."""
        key = line.words[0].casefold()
        words = line.words[1:]
        if key.startswith("ivan-") and self.header.ivan is None:
            raise ParseError("Ivan plays in solo games only", "add an `ivan` line to the header")
        tower = 0
        if key in _BY_TOWER:
            tower = self._tower(words)
            words = words[1:]
        if (key, tower) in self.rows:
            earlier = self.rows[key, tower].line.number
            raise ParseError(f"line {earlier} has this already", "keep one of the lines")
        if key == "ivan-start":
            outcomes = []
        elif key == "plan":
            outcomes = [self._plan(words)]
        elif key == "dice":
            outcomes = self._dice(words)
        else:
            outcomes = read_ids(words, outcome_names(self.components, key))
            expected_count = _COUNTS.get(key, len(words))
            if len(words) != expected_count:
                raise ParseError(f"{len(words)} ids", f"write {expected_count}")
        self.rows[key, tower] = SetupLine(line, outcomes)

    def _tower(self, words: list[str]) -> int:
        if not words or re.fullmatch("[1-6]", words[0]) is None:
            fix = f"write its number 1 to {v.TOWER_COUNT}, then the ids from the base up"
            raise ParseError("which tower is not said", fix)
        return int(words[0])

    def _plan(self, words: list[str]) -> int:
        names = outcome_names(self.components, "plan")
        seats = len(self.header.colours)
        weights = self.components.plan_weight[seats]
        fitting = [number for number, weight in enumerate(weights) if weight]
        for number in fitting:
            if words == [names[number]]:
                return number
        fix = did_you_mean(" ".join(words), [names[number] for number in fitting])
        raise ParseError(f"this is not a plan for {seats} players", fix)

    def _dice(self, words: list[str]) -> list[int]:
        faces: dict[int, int] = {}
        for word in words:
            match = _DIE_FACE_AND_SPACE.fullmatch(word.casefold())
            if match is None or match[1] not in v.DICE:
                raise ParseError(f"{quote(word)} is not a die on a space", "write DIE=FACE@SPACE")
            die = v.DICE.index(match[1])
            faces[die] = int(match[2])
            self._spaces[die] = int(match[3]) - 1
        if not len(words) == len(faces) == v.DIE_COUNT:
            raise ParseError("not each die once", "name each of " + ", ".join(v.DICE))
        return [die * v.DIE_FACES + face - 1 for die, face in faces.items()]

    def outcomes(self) -> Iterator[tuple[int, Line]]:
        """Yield outcomes with their lines, in the engine's order; ParseError if one is missing."""
        plan = self.components.plans[self._setup_line("plan", 0).outcomes[0]]
        for key, tower, count in _setup_line_keys(plan, self.header.ivan is not None):
            row = self._setup_line(key, tower)
            if len(row.outcomes) != count:
                reason = f"{len(row.outcomes)} ids for a tower of {count} cards"
                raise LineError(row.line, reason, "write one id a card, or correct the plan")
            if key == "resources":
                self._check_tower_numbers(sum(height > 0 for height in plan))
            outcomes = self._dice_in_order(row) if key == "dice" else row.outcomes
            yield from ((outcome, row.line) for outcome in outcomes)

    def _setup_line(self, key: str, tower: int) -> SetupLine:
        row = self.rows.get((key, tower))
        if row is None:
            name = f"{key} {tower}" if tower else key
            raise ParseError(f"the set-up has no `{name}` line", "add it before the first `turn`")
        return row

    def _check_tower_numbers(self, count: int) -> None:
        for (_, tower), row in self.rows.items():
            if tower > count:
                reason = f"the plan has {count} towers only"
                raise LineError(row.line, reason, "correct the plan, or remove the line")

    def _dice_in_order(self, row: SetupLine) -> list[int]:
        """Return the outcomes of the dice, beginning at the recognition tile (R2.7)."""
        start = _first_die_space(self.components, self.rows["resources", 0].outcomes)
        drawn = {
            (self._spaces[die // v.DIE_FACES] - start) % v.SPACE_COUNT: die for die in row.outcomes
        }
        if sorted(drawn) != list(range(v.DIE_COUNT)):
            spaces = [str((start + n) % v.SPACE_COUNT + 1) for n in range(v.DIE_COUNT)]
            fix = f"put one die on each of the spaces {', '.join(spaces)} (R2.7)"
            raise LineError(row.line, "the dice do not follow the recognition tile", fix)
        return [drawn[offset] for offset in range(v.DIE_COUNT)]


def _setup_line_keys(plan: Iterable[int], solo: bool) -> Iterator[tuple[str, int, int]]:
    """Yield key, tower (0: none) and number of outcomes of each line, in the engine's order."""
    yield "plan", 0, 1
    for key in _BY_TOWER:
        yield from ((key, tower, height) for tower, height in enumerate(filter(None, plan), 1))
    yield "resources", 0, v.SPACE_COUNT
    yield "influence", 0, v.QUADRANT_COUNT
    yield "dice", 0, v.DIE_COUNT
    if solo:
        yield "ivan-cards", 0, v.IVAN_ROW
        yield "ivan-tiles", 0, v.IVAN_ROW


# The number of outcomes in each line that is not about a tower.
_COUNTS: Final = {key: count for key, _, count in _setup_line_keys((), solo=True)}


def _first_die_space(components: Components, tiles: Sequence[int]) -> int:
    """Return the space of the recognition tile, where the dice begin (R2.7)."""
    gives = components.resource_gives
    return next((space for space, tile in enumerate(tiles) if gives[tile] == v.RECOGNITION), 0)


def ivan_start_place(state: State) -> int:
    """Return the place of Ivan's only card at the start of a game."""
    return next(place for place in range(v.PLACE_COUNT) if state.owner(place) == IVAN)


def setup_lines(state: State, steps: Sequence[int]) -> list[str]:
    """Return the set-up lines of ``steps``; ``state`` is the position after them."""
    components = state.setting.components
    remaining = iter(steps)
    start = 0
    result = []
    for key, tower, count in _setup_line_keys(components.plans[steps[0]], state.setting.solo):
        outcomes = [next(remaining) for _ in range(count)]
        names = outcome_names(components, key)
        ids = [names[outcome] for outcome in outcomes]
        if key == "resources":
            start = _first_die_space(components, outcomes)
        if key == "dice":
            ids = [f"{die}@{(start + n) % v.SPACE_COUNT + 1}" for n, die in enumerate(ids)]
        result.append(" ".join([key, *([str(tower)] if tower else []), *ids]))
    if state.setting.solo:
        result.append(f"ivan-start {place_text(ivan_start_place(state))}")
    return result
