"""Play the games of the statistics: one bot plays all seats, in all modes in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from redcathedral.box.vocabulary import WORKSHOP_COUNT
from redcathedral.engine import scoring
from redcathedral.engine.components import Components
from redcathedral.engine.state import State
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.survey import MODES, Mode, SurveyFixture
from redcathedral.lab.arena.thinking_time import TimedBot, is_timed
from redcathedral.lab.arena.tournament import PlayedFixture
from redcathedral.play.match import Match, play_seeded_match
from redcathedral.play.series import BotFactory
from redcathedral.record.components import components_of

SCHEMA: Final = 2  # version of the lines
MODES_BY_NAME: Final = {str(mode): mode for mode in MODES}


class SurveySettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of all games: the bot's name and spec, and the first seed.

    The modes take turns, so that a longer plan begins with the games of a shorter one.  Each game
    has another seed, because games with the same seed have the same plan and cards.
    """

    bot: str
    spec: str
    seed: int

    def fixture(self, index: int) -> SurveyFixture:
        return SurveyFixture(MODES[index % len(MODES)], self.seed + index)

    def fixtures(self, games: int) -> list[SurveyFixture]:
        return [self.fixture(index) for index in range(games * len(MODES))]

    def sample(self, games: int) -> Iterator[int]:
        """Return the indices of the first game of each mode; none if the bot has a time limit."""
        return iter(range(0 if is_timed(self.spec) else min(games, len(MODES))))


class PlacedTile(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A workshop tile that a seat has placed (R4.3)."""

    id: str
    is_up: bool


class SurveyGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game.  In lists by seat, the first player is first, and Ivan is last.

    ``track``, ``goods`` and ``towers`` are the prestige by source (R7.2-R7.5); ``towers`` has for
    each seat a list by tower.  In a game that the cap on turns ended (R7.7), the leader has won,
    and a tie has no winner.
    """

    mode: str
    seed: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    track: tuple[int, ...]
    goods: tuple[int, ...]
    towers: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]
    ornaments: tuple[int, ...]
    tiles: tuple[tuple[PlacedTile, ...], ...]
    plan: tuple[int, ...]
    influence: tuple[str, ...]
    turns: int
    decisions: int
    capped: bool
    checksum: int

    def __post_init__(self) -> None:
        if self.mode not in MODES_BY_NAME:
            modes = ", ".join(MODES_BY_NAME)
            raise ValueError(f"there is no mode {self.mode}; the modes are {modes}")
        seats = max(MODES_BY_NAME[self.mode].players, 2)
        by_seat = (self.totals, self.track, self.goods, self.cards, self.ornaments)
        if {*map(len, by_seat), len(self.towers), len(self.tiles)} != {seats}:
            raise ValueError(f"there must be an entry for each of {seats} seats")
        is_count_valid = len(self.winners) <= 1 if self.capped else bool(self.winners)
        if not set(self.winners) <= set(range(seats)) or not is_count_valid:
            raise ValueError("winners must be seats: at least one, in a capped game at most one")

    @property
    def people(self) -> range:
        return range(MODES_BY_NAME[self.mode].players)

    def won(self, seat: int) -> float:
        """Return a seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def mean(self) -> float:
        return sum(self.totals[seat] for seat in self.people) / len(self.people)

    @property
    def margin(self) -> int:
        """The prestige of the best seat ahead of the second; in a solo game ahead of Ivan."""
        if MODES_BY_NAME[self.mode].is_solo:
            return self.totals[0] - self.totals[1]
        first, second, *_ = sorted(self.totals, reverse=True)
        return first - second


def make_survey_worker(
    spec: str, make: BotFactory, components: Components | None = None
) -> Callable[[tuple[int, SurveyFixture]], PlayedFixture[SurveyGame]]:
    """Return a function that plays one numbered game with a bot in all seats."""
    used_components = components or components_of()

    def play(numbered_fixture: tuple[int, SurveyFixture]) -> PlayedFixture[SurveyGame]:
        number, (mode, seed) = numbered_fixture
        setting = mode.setting(used_components)
        bots = [TimedBot(make(spec, seed, seat)) for seat in range(mode.players)]
        names = [spec] * mode.players
        match = play_seeded_match(setting, seed, bots, names, f"seed {seed}, {mode}")
        return PlayedFixture(
            number, _survey_game(mode, seed, match), tuple(bot.thinking_time for bot in bots)
        )

    return play


def _survey_game(mode: Mode, seed: int, match: Match) -> SurveyGame:
    state = match.state
    setting = state.setting
    scores = scoring.scores(state)
    plan = tuple(int(height) for height in setting.heights if height)
    edition = setting.components.edition
    return SurveyGame(
        mode=str(mode),
        seed=seed,
        totals=match.totals,
        winners=match.winners,
        track=tuple(score.track for score in scores),
        goods=tuple(score.goods for score in scores),
        towers=tuple(tuple(score.by_tower[: len(plan)]) for score in scores),
        cards=tuple(score.cards for score in scores),
        ornaments=tuple(score.ornaments for score in scores),
        tiles=tuple(_tiles(state, seat) for seat in range(len(scores))),
        plan=plan,
        influence=tuple(edition.influence[card].id for card in setting.influence),
        turns=match.turns,
        decisions=match.decisions,
        capped=match.capped,
        checksum=match.checksum,
    )


def _tiles(state: State, seat: int) -> tuple[PlacedTile, ...]:
    """Return the tiles on a seat's workshop, where they stay until the end; Ivan has none."""
    kinds = state.setting.components.edition.workshop_tiles
    spaces = [int(state.workshop(seat, space)) for space in range(WORKSHOP_COUNT)]
    return tuple(PlacedTile(kinds[abs(tile) - 1].id, tile > 0) for tile in spaces if tile)


def _first_mismatch(
    settings: SurveySettings, games: Sequence[SurveyGame]
) -> tuple[int, str] | None:
    for index, game in enumerate(games):
        planned = settings.fixture(index)
        if (game.mode, game.seed) != (str(planned.mode), planned.seed):
            return index, str(planned)
    return None


SURVEY_FORMAT: Final = games_file.GamesFileFormat(
    SurveySettings, SurveyGame, SCHEMA, _first_mismatch
)
