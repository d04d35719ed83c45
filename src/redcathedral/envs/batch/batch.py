"""Many games stepped in one call: observations, masks, rewards and ends in flat vectors.

A vector is seen from outside without a copy (buffer protocol, read only), and stays the same one
for the life of a batch.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from redcathedral.engine import rules
from redcathedral.engine.phases import OVER
from redcathedral.engine.playout import TURNS_PER_SEAT, is_capped
from redcathedral.engine.rng import MASK, Rng
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs.batch import observation as o
from redcathedral.envs.batch import reward

EPISODES: Final = 1 << 16  # the stream of a first game's dice; those of policies lie below
MASK_SIZE: Final = 834  # DECISION_COUNT, as a number that mypyc folds
REMEMBERED_DECISIONS: Final = (
    96  # legal decisions of a game that are remembered; with more its mask is cleared
)
MAX_TURN_CAP: Final = 30_000  # of a cap


class IllegalAction(rules.IllegalDecision):
    """An action that the rules do not allow in its game of a batch; nothing has changed."""

    def __init__(self, game: int, decision: int, moves: list[int]) -> None:
        super().__init__(decision, moves)
        self.game = game

    def __str__(self) -> str:
        return (
            f"game {self.game}: decision {self.decision} is not legal here; legal are {self.moves}"
        )

    def __reduce__(  # type: ignore[override]  # it is made of one part more
        self,
    ) -> "tuple[type[IllegalAction], tuple[int, int, list[int]], dict[str, tuple[object, ...]]]":
        return IllegalAction, (self.game, self.decision, self.moves), {"args": self.args}


def episode_dice(seed: int, game: int, episode: int) -> Rng:
    """The dice of a batch's game: all its chance, set-up included, comes from this generator.

    ``seed`` is 0 to 2**32 - 1; ``game`` counts the games of a batch, ``episode`` those that one of
    them has played before.
    """
    low: i64 = seed
    high: i64 = game
    return Rng(low + (high << 32), EPISODES + episode)


@final
class Batch:
    """Games of one kind, stepped together; one that ends is followed by the next at once.

    Flat vectors, one row a game: ``observations`` (words of ``batch.observation``, as the seat
    that is to decide sees it), ``masks`` (1 for each legal decision id), ``rewards`` (one a seat,
    see ``batch.reward``), ``terminated`` and ``truncated`` (whether the last step ended the game,
    and whether by the cap on turns, R7.7), ``seats`` (who is to decide).  Of the last game that
    ended in a row ``final_observations``, ``final_totals`` (prestige, one a seat) and
    ``final_lengths`` (decisions) are kept.  ``decisions`` counts those of the game in progress,
    ``episodes`` the games before it, ``played`` all decisions and ``finished`` all games.

    ``turns`` is the cap (all seats together).  With ``skip_forced`` a decision without a choice is
    made at once.  A wrong action raises IllegalAction, and nothing has changed in any game; with
    ``penalise`` it ends its game, which is terminated: the seat gets ``reward.PENALTY``.
    """

    def __init__(
        self,
        setting: Setting,
        games: int,
        seed: int,
        turns: int,
        scheme: int = reward.WIN,
        discount: float = 1.0,
        skip_forced: bool = False,
        penalise: bool = False,
    ) -> None:
        if games < 1:
            raise ValueError(f"{games} games; a batch has at least one")
        if not 1 <= turns <= MAX_TURN_CAP:
            raise ValueError(f"a cap of {turns} turns; it is 1 to {MAX_TURN_CAP:,} (R7.7)")
        if not 0 <= scheme < len(reward.SCHEMES):
            raise ValueError(f"reward scheme {scheme}; there are 0 to {len(reward.SCHEMES) - 1}")
        if not 0.0 < discount <= 1.0:
            raise ValueError(f"a discount of {discount}; it is more than 0 and at most 1")
        count = int(setting.seat_count)
        self.setting = setting
        self.games: i64 = games
        self.seat_count: i64 = count
        self.seed: i64 = 0
        self.turns: i64 = turns
        self.scheme: i64 = scheme
        self.discount = discount
        self.skip_forced = skip_forced
        self.penalise = penalise
        self.observations = vec[i64]([0] * (games * o.WORDS))
        self.masks = vec[u8]([0] * (games * MASK_SIZE))
        self.rewards = vec[float]([0.0] * (games * count))
        self.terminated = vec[u8]([0] * games)
        self.truncated = vec[u8]([0] * games)
        self.seats = vec[u8]([0] * games)
        self.final_observations = vec[i64]([0] * (games * o.WORDS))
        self.final_totals = vec[i64]([0] * (games * count))
        self.final_lengths = vec[i64]([0] * games)
        self.decisions = vec[i64]([0] * games)
        self.episodes = vec[i64]([0] * games)
        self.played: i64 = 0
        self.finished: i64 = 0
        self._potentials = vec[float]([0.0] * (games * count))
        self._listed = vec[i16]([0] * (games * REMEMBERED_DECISIONS))
        self._lengths = vec[i64]([0] * games)
        self._room = rules.move_buffer()
        self._skipped = False
        self._states: list[State] = []
        self._dice: list[Rng] = []
        o.check(new_state(setting))
        self.reset(seed)

    def __repr__(self) -> str:
        return f"Batch(games={self.games}, seats={self.seat_count}, seed={self.seed})"

    def reset(self, seed: int) -> None:
        """Begin anew with the first game of each row."""
        if not 0 <= seed <= MASK:
            raise ValueError(f"seed {seed}; it is 0 to 2**32 - 1")
        self.seed = seed
        self.played = 0
        self.finished = 0
        self._states = []
        self._dice = []
        i: i64
        for i in range(self.games):
            self.episodes[i] = -1
            self._states.append(new_state(self.setting))
            self._dice.append(episode_dice(seed, i, 0))
            self.restart(i)

    def restart(self, game: int) -> None:
        """Break a game off, without reward, and begin the next one in its row."""
        if not 0 <= game < self.games:
            raise IndexError(f"game {game}; there are 0 to {self.games - 1}")
        i: i64 = game
        seat: i64
        for seat in range(self.seat_count):
            self.rewards[i * self.seat_count + seat] = 0.0
        self.terminated[i] = 0
        self.truncated[i] = 0
        self._show(i, self._begin(i))

    def state(self, game: int) -> State:
        """A copy of the position in a game."""
        return self._states[game].copy()

    def step(self, actions: object) -> int:
        """Make one decision in each game; how many games ended.

        ``actions`` has a decision id for each: a buffer of int64 in C order (an array of numpy), or
        a list.  Raises IllegalAction for the first wrong one, TypeError and ValueError for what
        is no such buffer; nothing has changed then.
        """
        # Without its type told it would be an object, and never freed.
        chosen: vec[i64] = vec[i64](actions)  # type: ignore[call-overload]  # any buffer, says librt
        count: i64 = len(chosen)
        if count != self.games:
            raise ValueError(f"{count} actions for {self.games} games; there is one for each")
        masks = self.masks
        i: i64
        if not self.penalise:
            for i in range(count):
                decision = chosen[i]
                if decision < 0 or decision >= MASK_SIZE or masks[i * MASK_SIZE + decision] == 0:
                    raise IllegalAction(i, decision, self.legal(i))
        ended: i64 = 0
        for i in range(count):
            ended += self._step(i, chosen[i])
        self.finished += ended
        return ended

    def legal(self, game: int) -> list[int]:
        """The legal decisions of a game, ascending."""
        first = game * MASK_SIZE
        return [move for move in range(MASK_SIZE) if self.masks[first + move] == 1]

    def _step(self, i: i64, decision: i64) -> i64:
        """One decision in one game; 1 if that ended it."""
        count = self.seat_count
        seat: i64
        if self.terminated[i] | self.truncated[i]:
            self.terminated[i] = 0
            self.truncated[i] = 0
            for seat in range(count):
                self.rewards[i * count + seat] = 0.0
        state = self._states[i]
        if self.penalise:
            if decision < 0 or decision >= MASK_SIZE or self.masks[i * MASK_SIZE + decision] == 0:
                self._finish(i, state, True)
                return 1
        turn = state.turn
        mover = state.seat
        saw = o.decider(state)
        claim = state.claim
        self._skipped = False
        rules.apply(state, decision)
        n = self._go_on(i, state)
        if n == 0:
            self._finish(i, state, False)
            return 1
        out = self.observations
        start = i * o.WORDS
        seat = o.decider(state)
        if self._skipped or (self.setting.solo and (mover != seat or state.turn != turn)):
            o.write_table(state, out, start)
            while saw != seat:
                o.pass_on(count, out, start)
                saw = (saw + 1) % count
            o.write_seats(state, seat, out, start)
        else:
            o.write_step(state, saw, out, start, decision, claim)
            if saw != seat:
                o.pass_on(count, out, start)
        o.write_turn(state, seat, out, start)
        self.seats[i] = u8(seat)
        self._list(i, n)
        if self.scheme == reward.POTENTIAL:
            self._promise(i, state)
        return 0

    def _go_on(self, i: i64, state: State) -> i64:
        """Go on to the next decision; how many are legal there, 0 when the game has ended."""
        dice = self._dice[i]
        room = self._room
        self.decisions[i] += 1
        self.played += 1
        while True:
            rules.roll(state, dice)
            if state.phase == OVER or is_capped(state, self.turns):
                return 0
            n = rules.find_moves(state, room)
            if n > 1 or not self.skip_forced:
                return n
            self._skipped = True
            self.decisions[i] += 1
            self.played += 1
            rules.apply(state, room[0])

    def _promise(self, i: i64, state: State) -> None:
        """The reward of a step by the potential-based scheme, in a game that goes on."""
        count = self.seat_count
        potentials = self._potentials
        seat: i64
        for seat in range(i * count, i * count + count):
            self.rewards[seat] = -potentials[seat]
        reward.write_potentials(state, potentials, i * count)
        for seat in range(i * count, i * count + count):
            self.rewards[seat] += self.discount * potentials[seat]

    def _finish(self, i: i64, state: State, wrong: bool) -> None:
        """A game has ended: rewards, what is kept of it, and the next one."""
        count = self.seat_count
        rewards = self.rewards
        first = i * count
        seat = o.decider(state)
        o.write(state, seat, self.final_observations, i * o.WORDS)
        reward.write_totals(state, self.final_totals, first)
        self.final_lengths[i] = self.decisions[i]
        if wrong:
            self.terminated[i] = 1
            self._break_promise(i)
            rewards[first + seat] += reward.PENALTY
        elif state.phase == OVER:
            self.terminated[i] = 1
            reward.write_result(state, self.scheme, rewards, first)
            if self.scheme == reward.POTENTIAL:
                for seat in range(first, first + count):
                    rewards[seat] -= self._potentials[seat]
        else:
            self.truncated[i] = 1
            if self.scheme == reward.POTENTIAL:
                self._promise(i, state)
        self._show(i, self._begin(i))

    def _break_promise(self, i: i64) -> None:
        """A game is broken off: nothing is promised any more."""
        count = self.seat_count
        seat: i64
        for seat in range(i * count, i * count + count):
            self.rewards[seat] = 0.0
            if self.scheme == reward.POTENTIAL:
                self.rewards[seat] -= self._potentials[seat]

    def _begin(self, i: i64) -> i64:
        """The next game of a row, up to its first decision; how many are legal there."""
        self.episodes[i] += 1
        self.decisions[i] = 0
        dice = episode_dice(self.seed, i, self.episodes[i])
        state = new_state(self.setting)
        self._dice[i] = dice
        self._states[i] = state
        room = self._room
        while True:
            rules.roll(state, dice)
            n = rules.find_moves(state, room)
            if n > 1 or not self.skip_forced:
                return n
            self.decisions[i] += 1
            self.played += 1
            rules.apply(state, room[0])

    def _show(self, i: i64, n: i64) -> None:
        """Everything that is seen of a game that has just begun."""
        state = self._states[i]
        seat = o.decider(state)
        o.write(state, seat, self.observations, i * o.WORDS)
        self.seats[i] = u8(seat)
        self._list(i, n)
        if self.scheme == reward.POTENTIAL:
            reward.write_potentials(state, self._potentials, i * self.seat_count)

    def _list(self, i: i64, n: i64) -> None:
        """The mask: the first ``n`` in the room are legal, those remembered no more."""
        masks = self.masks
        listed = self._listed
        room = self._room
        row = i * MASK_SIZE
        start = i * REMEMBERED_DECISIONS
        k: i64
        last = self._lengths[i]
        if last > REMEMBERED_DECISIONS:
            for k in range(row, row + MASK_SIZE):
                masks[k] = 0
        else:
            for k in range(last):
                masks[row + i64(listed[start + k])] = 0
        self._lengths[i] = n
        if n > REMEMBERED_DECISIONS:
            for k in range(n):
                masks[row + room[k]] = 1
        else:
            for k in range(n):
                move = room[k]
                masks[row + move] = 1
                listed[start + k] = i16(move)


def default_turns(setting: Setting) -> int:
    """The cap on turns of a game, all seats together (R7.7)."""
    return TURNS_PER_SEAT * int(setting.seat_count)
