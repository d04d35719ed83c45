"""The native vector environment, which steps thousands of games in one call with numpy arrays.

::

    env = VectorEnv(1024, players=2, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(100):
        env.step(env.random_actions(rng))  # then read env.observations, env.masks, env.rewards
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

import msgspec

from redcathedral.box.edition import Edition
from redcathedral.box.loader import load_edition
from redcathedral.box.options import BoardSide, Options
from redcathedral.engine import rules
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs import vector_snapshot
from redcathedral.envs.batch.batch import MASK_SIZE, MAX_STORED_IDS, Batch, default_turns
from redcathedral.envs.batch.words import WORDS
from redcathedral.envs.observation import SIZE, unpack
from redcathedral.envs.reward import Scheme, scheme_number
from redcathedral.envs.settings import make_setting, setting_from_code
from redcathedral.envs.vector_snapshot import Arguments
from redcathedral.extras import needs
from redcathedral.play.seed import EPISODE_SEED_BITS, checked_seed
from redcathedral.record.components import components_of

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
ObservationKind: TypeAlias = Literal["compact", "full"]
OBSERVATIONS: Final[dict[ObservationKind, int]] = {"compact": WORDS, "full": SIZE}


def observation_bounds(kind: ObservationKind) -> tuple[int, int, type]:
    """Return the lowest and highest number of an observation, and its numpy type."""
    return (0, 255, np.uint8) if kind == "full" else (0, (1 << 63) - 1, np.int64)


@dataclass
class Arrays:
    """Arrays of the caller to which a step writes; None for arrays that are not needed.

    The arrays can have any type that numpy casts to with ``same_kind`` (such as float32 for
    rewards), and can be rows of larger arrays.
    """

    observations: Array | None = None
    masks: Array | None = None
    rewards: Array | None = None
    terminations: Array | None = None
    truncations: Array | None = None
    seats: Array | None = None


_ARRAY_NAMES: Final = tuple(field.name for field in fields(Arrays))


class VectorEnv:
    """Games with the same setting that are stepped together; a new game follows each one that ends.

    The arrays are read-only views of the games' memory, with one row for each game, and change with
    every step:

    - ``observations`` of the seat that decides next (compact: int64 words; full: uint8 numbers)
    - ``masks``: bool, for each of the 834 decision ids
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
        side: BoardSide = "basic",
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
    ) -> None:
        if observation not in OBSERVATIONS:
            kinds = ", ".join(OBSERVATIONS)
            raise ValueError(f"there is no observation {observation!r}; use one of: {kinds}")
        if illegal not in ("error", "end"):
            raise ValueError(f"illegal={illegal!r}; use 'error' or 'end'")
        self.edition = load_edition() if edition is None else edition
        setting = make_setting(
            players, solo=solo, side=side, options=options, colours=colours, edition=self.edition
        )
        self.batch = Batch(
            setting,
            games,
            checked_seed(seed, EPISODE_SEED_BITS),
            default_turns(setting) if turns is None else turns,
            scheme_number(reward),
            discount,
            skip_forced,
            illegal == "end",
        )
        batch = self.batch
        self._arguments = Arguments(
            games,
            int(setting.seat_count),
            solo,
            setting.options,
            tuple(int(setting.colours[seat]) for seat in range(int(setting.seat_count))),
            observation,
            reward,
            discount,
            skip_forced,
            illegal,
            int(batch.turns),
        )
        self.games = games
        self.players = int(setting.seat_count)
        self.observation: ObservationKind = observation
        self.words = np.frombuffer(batch.observations, np.int64).reshape(games, WORDS)
        self.masks = np.frombuffer(batch.masks, np.bool_).reshape(games, MASK_SIZE)
        self.legal_counts = np.frombuffer(batch.legal_counts, np.int64)
        self._legal_ids = np.frombuffer(batch.legal_ids, np.int16).reshape(games, MAX_STORED_IDS)
        self._choices = np.frombuffer(batch.choices, np.int64)
        self.rewards = np.frombuffer(batch.rewards, np.float64).reshape(games, self.players)
        self.terminations = np.frombuffer(batch.terminated, np.bool_)
        self.truncations = np.frombuffer(batch.truncated, np.bool_)
        self.seats = np.frombuffer(batch.seats, np.uint8)
        self.final_words = np.frombuffer(batch.final_observations, np.int64).reshape(games, WORDS)
        self.final_totals = np.frombuffer(batch.final_totals, np.int64).reshape(games, self.players)
        self.final_lengths = np.frombuffer(batch.final_lengths, np.int64)
        self.decisions = np.frombuffer(batch.decisions, np.int64)
        self.episodes = np.frombuffer(batch.episodes, np.int64)
        self.observations = self.words
        if observation == "full":
            self._full = np.empty((games, SIZE), np.uint8)
            self.observations = self._full.view()
            self.observations.flags.writeable = False
            self._update_full()

    def __repr__(self) -> str:
        return f"VectorEnv({self.games} games, {self.players} players)"

    @property
    def final_observations(self) -> Array:
        """The last observation of the last game that ended in each row; 0 before the first."""
        if self.observation == "full":
            return unpack(self.final_words, self.edition)
        return self.final_words

    def reset(self, seed: int | None = None, out: Arrays | None = None) -> None:
        """Start the first games of a seed; without a seed, abort all games and start the next."""
        if seed is None:
            for game in range(self.games):
                self.batch.restart(game)
        else:
            self.batch.reset(checked_seed(seed, EPISODE_SEED_BITS))
        self._update_full()
        if out is not None:
            self.write(out)

    def restart(self, game: int, start: State | str | None = None) -> None:
        """Abort a game without a reward, and start the next one in its row.

        ``start`` is a position to continue from, or a set-up code; without it the set-up is random.
        Raises SetupCodeError for an invalid code, and ValueError for a position with other seats,
        of another edition or after the end; no game has changed then.
        """
        if start is None:
            self.batch.restart(game)
        else:
            self.batch.continue_from(game, self._first_state(start))
        self._update_full()

    def _first_state(self, start: State | str) -> State:
        if isinstance(start, State):
            return start
        setting, outcomes = setting_from_code(start, self.batch.setting)
        state = new_state(setting)
        for outcome in outcomes:
            rules.settle(state, outcome)
        return state

    def save(self) -> bytes:
        """Return all games and results of last steps as bytes; ``restore`` continues exactly."""
        return vector_snapshot.save(self.batch, self._arguments)

    @classmethod
    def restore(cls, data: bytes, edition: Edition | None = None) -> VectorEnv:
        """Return a saved environment.

        Raises SavedEpisodeError if the bytes are invalid, or if the games have another edition than
        ``edition``, by default the packaged one.
        """
        saved = vector_snapshot.read(data)
        arguments = msgspec.structs.asdict(saved.arguments)
        env = cls(**arguments, edition=edition)
        vector_snapshot.restore(env.batch, saved, edition)
        env._update_full()
        return env

    def clone(self) -> VectorEnv:
        """Return a copy whose games have the same future chance."""
        return type(self).restore(self.save(), self.edition)

    def __deepcopy__(self, memo: object) -> VectorEnv:
        return self.clone()

    def __reduce__(
        self,
    ) -> tuple[Callable[[bytes, Edition | None], VectorEnv], tuple[bytes, Edition | None]]:
        edition = None if self.edition.hash == components_of().edition.hash else self.edition
        return type(self).restore, (self.save(), edition)

    def step(self, actions: Array | Sequence[int], out: Arrays | None = None) -> int:
        """Make one decision in each game; return the number of games that ended.

        ``actions`` has a decision id for each game, of any integer type.  The results are also
        written to ``out``.  Raises IllegalAction (see above), TypeError for other types and
        ValueError for another number of actions; no game has changed then.
        """
        decisions = np.ascontiguousarray(actions)
        if decisions.dtype.kind not in "iu":
            raise TypeError(f"actions of type {decisions.dtype}; they must be integer ids")
        if decisions.shape != (self.games,):
            shape = f"({self.games},), an action for each game"
            raise ValueError(f"actions of shape {decisions.shape}; the shape must be {shape}")
        ended: int = self.batch.step(decisions.astype(np.int64, copy=False))
        if self.observation == "full":
            self._update_full()
        if out is not None:
            self.write(out)
        return ended

    def write(self, out: Arrays) -> None:
        """Copy the current arrays into the caller's arrays."""
        for name in _ARRAY_NAMES:
            array = getattr(out, name)
            if array is not None:
                np.copyto(array, getattr(self, name))

    def arrays(self) -> Arrays:
        """Return new arrays to write to."""
        return Arrays(**{name: np.empty_like(getattr(self, name)) for name in _ARRAY_NAMES})

    def random_actions(self, rng: np.random.Generator) -> Array:
        """Return a random legal decision for each game, all with equal probability."""
        self.batch.choose(rng.random(self.games))
        return self._choices.copy()

    def legal(self, game: int) -> Array:
        """Return the legal decisions of a game, ascending."""
        count = self.legal_counts[game]
        if count > MAX_STORED_IDS:
            return np.flatnonzero(self.masks[game])
        return self._legal_ids[game, :count].astype(np.int64)

    def state(self, game: int) -> State:
        """Return a copy of the position in a game."""
        return self.batch.state(game)

    def _update_full(self) -> None:
        if self.observation == "full":
            unpack(self.words, self.edition, self._full)
