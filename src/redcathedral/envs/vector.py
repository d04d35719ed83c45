"""The native vector environment, which steps thousands of games in one call with numpy arrays.

::

    env = VectorEnv(1024, players=2, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(100):
        env.step(env.random_actions(rng))  # then read env.observations, env.masks, env.rewards
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from redcathedral.box.edition import Edition
from redcathedral.box.loader import load_edition
from redcathedral.box.options import SIDES, BoardSide, Options
from redcathedral.engine import rules
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs import vector_snapshot
from redcathedral.envs.arguments import checked_discount, choice, listed, whole
from redcathedral.envs.arrays import ARRAY_NAMES, Array, Arrays, check_arrays, checked_actions
from redcathedral.envs.batch.batch import (
    DRAWN_AGENT,
    MAX_GAMES,
    MAX_TURN_CAP,
    NO_AGENT,
    Batch,
    IllegalAction,
    default_turns,
)
from redcathedral.envs.batch.seeds import row_seed
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.observation import SIZE, unpack
from redcathedral.envs.opponents import AgentOpponents, Opponent, SeatChoice
from redcathedral.envs.reward import Scheme, scheme_number
from redcathedral.envs.settings import make_setting, setting_from_code
from redcathedral.envs.vector_snapshot import Arguments
from redcathedral.extras import needs
from redcathedral.play.seed import EPISODE_SEED_BITS, checked_seed

with needs("research"):
    import numpy as np

ObservationKind: TypeAlias = Literal["compact", "full"]
MaskKind: TypeAlias = Literal["bool", "bits"]
SideChoice: TypeAlias = BoardSide | Literal["drawn"]
Seeds: TypeAlias = int | Sequence[int | None] | None
_MANY: Final = (list, tuple, np.ndarray)  # of seeds
_LAST_INT64: Final = (1 << 63) - 1
OBSERVATIONS: Final[dict[ObservationKind, int]] = {"compact": WORDS, "full": SIZE}


def observation_bounds(kind: ObservationKind) -> tuple[int, int, type]:
    """Return the lowest and highest number of an observation, and its numpy type."""
    return (0, 255, np.uint8) if kind == "full" else (0, (1 << 63) - 1, np.int64)


class VectorEnv:
    """Games with the same setting that are stepped together; a new game follows each one that ends.

    The arrays are read-only views of the games' memory, with one row for each game, and change with
    every step:

    - ``observations`` of the seat that decides next (compact: int64 words; full: uint8 numbers)
    - ``masks``: bool, for each of the 834 decision ids; with ``masks="bits"`` 112 bytes (uint8) in
      which decision ``d`` is bit ``d % 8`` of byte ``d // 8``, the lowest bit first
    - ``legal_counts``: the number of legal decisions; ``legal`` returns those of a game
    - ``rewards``: float64, for each seat
    - ``terminations``, ``truncations``: whether the last step ended the game by the rules, or by
      the cap on turns (R7.7); at the cap the rewards are the result, in which the leader has won
      and a tie has no winner
    - ``seats``: the seat that decides next

    If a game ended, its rewards, terminations and truncations are still those of that game, and all
    other arrays are those of the next game.  ``final_observations`` (for the seat that would be
    next), ``final_totals`` (prestige of each seat) and ``final_lengths`` (decisions) belong to the
    game that ended.

    With ``opponents``, a step also makes their decisions, up to the next decision of the agent,
    whose ``seat`` is fixed or ``"drawn"`` for each game.  They are one opponent for all other
    seats, or a list in turn order after the agent.  An opponent is the spec of a bot, an object
    with ``choose``, or a function that gets rows of ``observations`` and ``masks`` and returns ids.

    With ``editions``, each game has a random one of them; ``boxes`` has its number, ``final_boxes``
    that of the last game.  With ``side="drawn"``, each game has a random side of the workshops.

    A ``solo`` game has two seats, and the second is Ivan's.  The human makes every decision,
    including choices for Ivan (R8.4).

    For ``side``, ``options`` and ``colours`` see ``make_setting``.  The games of a ``seed`` do not
    depend on the number of games.  ``turns`` is the cap on turns of all seats together.  With
    ``skip_forced`` forced decisions are made automatically.  An illegal action raises
    ``IllegalAction``, and no game changes; with ``illegal="end"`` it ends its game with a penalty
    of -1.
    """

    def __init__(
        self,
        games: int,
        players: int = 2,
        *,
        solo: bool = False,
        side: SideChoice = "basic",
        options: Options | None = None,
        colours: Sequence[int] | None = None,
        seed: int = 0,
        observation: ObservationKind = "compact",
        reward: Scheme = "win",
        discount: float = 1.0,
        skip_forced: bool = False,
        illegal: Literal["error", "end"] = "error",
        turns: int | None = None,
        edition: Edition | None = None,
        editions: Sequence[Edition] | None = None,
        masks: MaskKind = "bool",
        opponents: Opponent | Sequence[Opponent] | None = None,
        seat: SeatChoice = "drawn",
    ) -> None:
        games = whole("games", games, 1, MAX_GAMES)
        choice("observation", observation, OBSERVATIONS)
        choice("illegal", illegal, ("error", "end"))
        choice("masks", masks, ("bool", "bits"))
        self.editions = tuple(
            [edition or load_edition()] if editions is None else listed("editions", editions)
        )
        if not self.editions or (edition is not None and editions is not None):
            problem = "editions must have at least one edition, without the argument edition"
            raise ValueError(problem)
        self.edition = self.editions[0]
        first_side: BoardSide = SIDES[0] if side == "drawn" else side
        game_options = make_setting(players, solo=solo, side=first_side, options=options).options
        choices = [game_options]
        if side == "drawn":
            choices = [replace(game_options, workshop_side=each) for each in SIDES]
        settings = [
            make_setting(players, solo=solo, options=each, colours=colours, edition=box)
            for each in choices
            for box in self.editions  # so that setting n has the edition n % len(editions)
        ]
        setting = settings[0]
        people = 1 if solo else int(setting.seat_count)
        cap = default_turns(setting) if turns is None else whole("turns", turns, 1, MAX_TURN_CAP)
        self.opponents = None if opponents is None else AgentOpponents(opponents, seat, people)
        if self.opponents is not None and cap < people:
            raise ValueError(f"turns is {cap} for {people} seats: some seats have no turn")
        self.batch = Batch(
            settings,
            games,
            checked_seed(seed, EPISODE_SEED_BITS),
            cap,
            scheme_number(reward),
            checked_discount(discount),
            bool(skip_forced),
            illegal == "end",
            masks == "bits",
            NO_AGENT if self.opponents is None else self.opponents.agent,
        )
        batch = self.batch
        self._arguments = Arguments(
            games,
            int(setting.seat_count),
            bool(solo),
            "drawn" if side == "drawn" else setting.options.workshop_side,
            setting.options,
            tuple(int(setting.colours[seat]) for seat in range(int(setting.seat_count))),
            observation,
            reward,
            float(discount),
            batch.skip_forced,
            illegal,
            int(batch.turns),
            masks,
            int(batch.agent),
        )
        self._given = (edition, None if editions is None else self.editions, opponents)
        self.games = games
        self.players = int(setting.seat_count)
        self.observation: ObservationKind = observation
        self.words = np.frombuffer(batch.observations, np.int64).reshape(games, WORDS)
        self.masks = np.frombuffer(batch.masks, np.uint8).reshape(games, -1)
        if masks == "bool":
            self.masks = self.masks.view(np.bool_)
        self.legal_counts = np.frombuffer(batch.legal_counts, np.int64)
        self._choices = np.frombuffer(batch.choices, np.int64)
        self.rewards = np.frombuffer(batch.rewards, np.float64).reshape(games, self.players)
        self.terminations = np.frombuffer(batch.terminated, np.bool_)
        self.truncations = np.frombuffer(batch.truncated, np.bool_)
        self.seats = np.frombuffer(batch.seats, np.uint8)
        self._agents = np.frombuffer(batch.agents, np.uint8)
        self._settings = np.frombuffer(batch.boxes, np.int64)
        self._final_settings = np.frombuffer(batch.final_boxes, np.int64)
        self.final_words = np.frombuffer(batch.final_observations, np.int64).reshape(games, WORDS)
        self.final_totals = np.frombuffer(batch.final_totals, np.int64).reshape(games, self.players)
        self.final_lengths = np.frombuffer(batch.final_lengths, np.int64)
        self.decisions = np.frombuffer(batch.decisions, np.int64)
        self.episodes = np.frombuffer(batch.episodes, np.int64)
        self.observations = self.words
        self._checked: Arrays | None = None  # the last that was checked
        if observation == "full":
            self._full = np.empty((games, SIZE), np.uint8)
            self.observations = self._full.view()
            self.observations.flags.writeable = False
        self._update()

    def __repr__(self) -> str:
        return f"VectorEnv({self.games} games, {self.players} players)"

    @property
    def boxes(self) -> Array:
        """The number of each game's edition."""
        return self._settings % len(self.editions)

    @property
    def final_boxes(self) -> Array:
        """The number of the edition of the last game that ended in each row."""
        return self._final_settings % len(self.editions)

    @property
    def final_observations(self) -> Array:
        """The last observation of the last game that ended in each row; 0 before the first."""
        if self.observation == "full":
            return self._unpack(self.final_words, self.final_boxes)
        return self.final_words

    def reset(self, seed: Seeds = None, out: Arrays | None = None, where: Any = None) -> None:
        """Start the first games of a seed; without a seed, abort all games and start the next.

        ``seed`` can have a seed for each game, which is then that of ``VectorEnv(1, seed=...)``, or
        None for the next game.  With ``where``, only the games that it marks are aborted.
        """
        seeds = self._row_seeds(seed)
        marks = np.ones(self.games, np.bool_) if where is None else np.asarray(where)
        if marks.dtype != np.bool_ or marks.shape != (self.games,):
            kind = f"{marks.dtype} of shape {marks.shape}"
            raise ValueError(f"where (reset_mask) is {kind}; it must be bool of ({self.games},)")
        self._check(out)
        if where is None and seed is not None and not isinstance(seed, _MANY):
            self.batch.reset(seeds[0])
        else:
            for game in np.flatnonzero(marks):
                self.batch.restart(int(game), seeds[game])
        self._update(np.flatnonzero(marks))
        if out is not None:
            self.write(out)

    def _row_seeds(self, seed: Any) -> list[int]:
        if seed is None:
            return [-1] * self.games
        if not isinstance(seed, _MANY):
            number = checked_seed(seed, EPISODE_SEED_BITS)
            return [row_seed(number, game) for game in range(self.games)]
        if len(seed) != self.games:
            raise ValueError(f"{len(seed)} seeds for {self.games} games; give one for each")
        return [-1 if one is None else checked_seed(one, EPISODE_SEED_BITS) for one in seed]

    def restart(self, game: int, start: State | str | None = None) -> None:
        """Abort a game without a reward, and start the next one in its row.

        ``start`` is a position to continue from, or a set-up code for the edition of the game;
        without it the set-up is random.  Raises SetupCodeError for an invalid code, and ValueError
        for a position with other seats, of another edition or after the end; no game has changed
        then.
        """
        row = self._row(game)
        if start is None:
            self.batch.restart(row)
        else:
            self.batch.continue_from(row, self._first_state(row, start))
        self._update(np.array([row]))

    def _row(self, game: int) -> int:
        try:
            return whole("game", game, 0, self.games - 1)
        except ValueError as error:
            raise IndexError(*error.args) from None

    def _first_state(self, row: int, start: State | str) -> State:
        if isinstance(start, State):
            return start
        if not isinstance(start, str):
            raise TypeError(f"start is {start!r}; it must be a position or a set-up code")
        setting, outcomes = setting_from_code(start, self.batch.settings[self._settings[row]])
        state = new_state(setting)
        for outcome in outcomes:
            rules.settle(state, outcome)
        return state

    def save(self) -> bytes:
        """Return all games and results of last steps as bytes; ``restore`` continues exactly."""
        return vector_snapshot.save(self.batch, self._arguments)

    @classmethod
    def restore(
        cls,
        data: bytes,
        edition: Edition | None = None,
        editions: Sequence[Edition] | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
    ) -> "VectorEnv":
        """Return a saved environment, with the same ``opponents`` and editions as before.

        Raises SavedEpisodeError if the bytes are invalid or the editions differ, and ValueError if
        there were opponents and none are given, or the other way around.
        """
        saved = vector_snapshot.read(data)
        arguments = msgspec.structs.asdict(saved.arguments)
        agent = arguments.pop("agent")
        if (agent == NO_AGENT) != (opponents is None):
            raise ValueError("opponents are not saved; give the same ones as before")
        arguments["seat"] = "drawn" if agent == DRAWN_AGENT else agent
        env = cls(**arguments, edition=edition, editions=editions, opponents=opponents)
        vector_snapshot.restore(env.batch, saved, env.editions)
        env._update_full()
        return env

    def clone(self) -> "VectorEnv":
        """Return a copy whose games have the same future chance; opponents are shared."""
        return type(self).restore(self.save(), *self._given)

    def __deepcopy__(self, memo: object) -> "VectorEnv":
        return self.clone()

    def __reduce__(self) -> "tuple[Callable[..., VectorEnv], tuple[object, ...]]":
        return type(self).restore, (self.save(), *self._given)

    def step(self, actions: "Array | Sequence[int]", out: Arrays | None = None) -> int:
        """Make one decision in each game; return the number of games that ended.

        ``actions`` has a decision id for each game, of any integer type.  The results are also
        written to ``out``.  Raises IllegalAction (see above), TypeError for other types and
        ValueError for another number of actions or shape of arrays; no game has changed then.
        Errors of opponents come after the agents' decisions: BotError, IllegalAction, TypeError.
        """
        decisions = checked_actions(actions, self.games)
        if decisions.dtype.kind == "u" and len(large := np.flatnonzero(decisions > _LAST_INT64)):
            if not self.batch.penalise:
                game = int(large[0])
                raise IllegalAction(game, int(decisions[game]), self.batch.legal(game))
        self._check(out)
        ended: int = self.batch.step(decisions.astype(np.int64, copy=False))
        ended += self._update()
        if out is not None:
            self.write(out)
        return ended

    def write(self, out: Arrays) -> None:
        """Copy the current arrays into the caller's.  Raises TypeError and ValueError before."""
        self._check(out)
        for name in ARRAY_NAMES:
            if getattr(out, name) is not None:
                np.copyto(getattr(out, name), getattr(self, name))

    def _check(self, out: Arrays | None) -> None:
        if out is not None and out is not self._checked:
            check_arrays(out, self)
            self._checked = out

    def arrays(self) -> Arrays:
        """Return new arrays to write to."""
        return Arrays(**{name: np.empty_like(getattr(self, name)) for name in ARRAY_NAMES})

    def random_actions(self, rng: np.random.Generator) -> Array:
        """Return a random legal decision for each game, all with equal probability."""
        self.batch.choose(rng.random(self.games))
        return self._choices.copy()

    def legal(self, game: int) -> Array:
        """Return the legal decisions of a game, ascending."""
        return np.array(self.batch.legal(self._row(game)))

    def state(self, game: int) -> State:
        """Return a copy of the position in a game."""
        return self.batch.state(self._row(game))

    def _update(self, games: "Array | None" = None) -> int:
        """Let opponents decide, and update full observations; return the number of ended games.

        Only ``games`` have changed, or all.
        """
        self._update_full(games)
        ended = 0
        if self.opponents is None:
            return ended
        self.opponents.begin()
        while len(rows := np.flatnonzero(self.seats != self._agents)):
            actions = self.opponents.decisions(self.batch, rows, self.observations, self.masks)
            ended += self.batch.step_on(rows, actions)
            self._update_full(rows)
        return ended

    def _update_full(self, rows: "Array | None" = None) -> None:
        if self.observation == "compact":
            return
        if rows is None:
            self._unpack(self.words, self.boxes, self._full)
        elif len(rows):
            self._full[rows] = self._unpack(self.words[rows], self.boxes[rows])

    def _unpack(self, words: Array, boxes: Array, out: "Array | None" = None) -> Array:
        if len(self.editions) == 1:
            return unpack(words, self.edition, out)
        full = np.empty((len(words), SIZE), np.uint8) if out is None else out
        for box in np.unique(boxes):
            rows = np.flatnonzero(boxes == box)
            full[rows] = unpack(words[rows], self.editions[box])
        return full
