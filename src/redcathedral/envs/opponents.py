"""Decide for the seats of opponents: with bots, or with policies of the user."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, cast

from redcathedral.ai import bots
from redcathedral.box.quoting import shorten
from redcathedral.envs.arguments import hashed, whole
from redcathedral.envs.arrays import Array
from redcathedral.envs.batch.batch import DRAWN_AGENT, Batch
from redcathedral.extras import needs
from redcathedral.play.bot import Bot
from redcathedral.play.match import decide

with needs("research"):
    import numpy as np

# Gets the observations and masks of many positions; returns a legal decision for each.
Policy: TypeAlias = Callable[[Array, Array], Array]
Opponent: TypeAlias = str | Bot | Policy
SeatChoice: TypeAlias = int | Literal["drawn"]


class AgentOpponents:
    """The opponents of an agent, in turn order after it, or one for all other seats.

    An opponent is the spec of a bot, which is made again for each turn; an object with ``choose``;
    or a policy.
    """

    def __init__(self, opponents: Opponent | Sequence[Opponent], seat: SeatChoice, people: int):
        is_list = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        listed = list(cast("Sequence[Opponent]", opponents)) if is_list else []
        self.opponents = listed if is_list else [cast("Opponent", opponents)] * (people - 1)
        if len(self.opponents) != people - 1:
            count = len(self.opponents)
            raise ValueError(f"{count} opponents for {people - 1} other seats; name one for each")
        for opponent in self.opponents:
            if isinstance(opponent, str):
                bots.make(opponent, 0)
            elif isinstance(opponent, type) or not (is_bot(opponent) or callable(opponent)):
                raise TypeError(
                    f"opponents has {shorten(repr(opponent))}; use the spec of a bot, an object "
                    "with a method `choose`, or a function of observations and masks"
                )
        self.agent = agent_number(seat, people)
        # The policies, each with the distances of its seats from the agent.
        self._policies: dict[int, tuple[Policy, list[int]]] = {}
        for distance, opponent in enumerate(self.opponents, 1):
            if not isinstance(opponent, str) and not is_bot(opponent):
                policy = cast("Policy", opponent)
                self._policies.setdefault(id(policy), (policy, []))[1].append(distance)
        self._bots: dict[int, tuple[tuple[int, ...], Bot]] = {}

    def bot(self, distance: int, row: int, *key: int) -> Bot | None:
        """Return the bot that is ``distance`` seats after the agent; None for a policy.

        ``key`` identifies the turn: the seed and number of the game, the seat, and the turn.
        """
        opponent = self.opponents[distance - 1]
        if not isinstance(opponent, str):
            return cast(Bot, opponent) if is_bot(opponent) else None
        if row not in self._bots or self._bots[row][0] != key:
            self._bots[row] = (key, bots.make(opponent, hashed(*key) >> 1, key[2]))
        return self._bots[row][1]

    def begin(self) -> None:
        """Forget the bots of earlier turns."""
        self._bots.clear()

    def decisions(self, batch: Batch, rows: Array, observations: Array, masks: Array) -> Array:
        """Return the decisions for some games of a batch, in which opponents decide next."""
        seats = [np.array(numbers)[rows].astype(int) for numbers in (batch.seats, batch.agents)]
        distances = (seats[0] - seats[1]) % (len(self.opponents) + 1)
        is_asked = np.zeros(len(rows), np.bool_)
        actions = np.empty(len(rows), np.int64)
        for policy, its_distances in self._policies.values():
            asked = np.isin(distances, its_distances)
            is_asked |= asked
            if asked.any():
                actions[asked] = ask(policy, observations[rows[asked]], masks[rows[asked]])
        for index in np.flatnonzero(~is_asked):
            row = int(rows[index])
            state = batch.state(row)
            game = (int(batch.seeds[row]), int(batch.episodes[row]))
            bot = self.bot(int(distances[index]), row, *game, int(seats[0][index]), int(state.turn))
            assert bot is not None
            actions[index] = decide(bot, state)
        return actions


def ask(policy: Policy, observations: Array, masks: Array) -> Array:
    """Return a policy's decisions.  Raises TypeError unless there is an id for each position."""
    decisions = np.asarray(policy(observations, masks))
    if decisions.dtype.kind not in "iu" or decisions.shape != (len(masks),):
        kind = f"{decisions.dtype} of shape {decisions.shape}"
        raise TypeError(f"{policy!r} returned {kind}; it must return {len(masks)} integer ids")
    return decisions.astype(np.int64)


def is_bot(opponent: object) -> bool:
    """Return whether an opponent decides by a method ``choose``."""
    return callable(getattr(opponent, "choose", None))


def agent_number(seat: object, people: int) -> int:
    """Return an agent's seat, or DRAWN_AGENT.  Raises TypeError and ValueError."""
    if isinstance(seat, str) and seat == "drawn":
        return DRAWN_AGENT
    return whole("seat ('drawn' or a number)", seat, 0, people - 1)
