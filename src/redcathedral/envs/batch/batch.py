"""Step many games in one call; observations, masks, rewards and terminations are flat vectors.

Callers read the vectors without a copy (buffer protocol, read-only).  A batch keeps the same
vectors for its whole life.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from redcathedral.engine import rules
from redcathedral.engine.phases import OVER
from redcathedral.engine.playout import TURNS_PER_SEAT, is_capped
from redcathedral.engine.rng import MASK, Rng, restore_rng
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs.batch import observation as compact
from redcathedral.envs.batch import reward
from redcathedral.envs.batch.words import WORDS

# The random stream of the dice in the first game of a row; policies use lower streams.
FIRST_EPISODE_STREAM: Final = 1 << 16
MASK_SIZE: Final = 834  # DECISION_COUNT, as a literal that mypyc folds
# The ids of up to this number of legal decisions are stored, for random actions, and so that the
# next step clears only their entries in the mask.  With more legal decisions, it clears all of it.
MAX_STORED_IDS: Final = 96
MAX_TURN_CAP: Final = 30_000


class IllegalAction(rules.IllegalDecision):
    """An action is not legal in its game of the batch; no game has changed."""

    def __init__(self, game: int, decision: int, moves: list[int]) -> None:
        super().__init__(decision, moves)
        self.game = game

    def __str__(self) -> str:
        return (
            f"game {self.game}: decision {self.decision} is not legal here; legal are {self.moves}"
        )

    def __reduce__(  # type: ignore[override]  # one more argument than in the base class
        self,
    ) -> "tuple[type[IllegalAction], tuple[int, int, list[int]], dict[str, tuple[object, ...]]]":
        return IllegalAction, (self.game, self.decision, self.moves), {"args": self.args}


def episode_dice(seed: int, game: int, episode: int) -> Rng:
    """Return the generator of all chance in a game, including the set-up.

    ``seed`` is 0 to 2**32 - 1; ``game`` is the row in the batch, and ``episode`` the number of
    earlier games in that row.
    """
    low: i64 = seed
    high: i64 = game
    return Rng(low + (high << 32), FIRST_EPISODE_STREAM + episode)


@final
class Batch:
    """Games with the same setting that are stepped together; when a game ends, the next one starts.

    The flat vectors have one row for each game:

    - ``observations``: words of ``batch.observation``, for the seat that decides next
    - ``masks``: 1 for each legal decision id
    - ``legal_counts``: the number of legal decisions; ``legal_ids``: their ids, ascending, of
      MAX_STORED_IDS; undefined if there are more
    - ``rewards``: one for each seat, see ``batch.reward``
    - ``terminated``, ``truncated``: whether the last step ended the game by the rules, or by the
      cap on turns (R7.7); the rewards are the result in both cases
    - ``seats``: the seat that decides next
    - ``final_observations``, ``final_totals`` (prestige of each seat), ``final_lengths``
      (decisions): of the last game that ended in this row
    - ``decisions``: decisions of the current game; ``episodes``: games before it

    ``played`` counts all decisions, ``finished`` all games that have ended.

    ``turns`` is the cap on turns of all seats together.  With ``skip_forced``, forced decisions are
    made automatically.  An illegal action raises IllegalAction, and no game changes; with
    ``penalise`` it terminates its game instead, and the seat gets ``reward.PENALTY``.
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
            raise ValueError(f"{games} games: a batch needs at least one")
        if not 1 <= turns <= MAX_TURN_CAP:
            raise ValueError(f"turns must be 1 to {MAX_TURN_CAP:,}, not {turns} (R7.7)")
        if not 0 <= scheme < len(reward.SCHEMES):
            raise ValueError(f"scheme must be 0 to {len(reward.SCHEMES) - 1}, not {scheme}")
        if not 0.0 < discount <= 1.0:
            raise ValueError(f"discount must be above 0 and at most 1, not {discount}")
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
        self.observations = vec[i64]([0] * (games * WORDS))
        self.masks = vec[u8]([0] * (games * MASK_SIZE))
        self.rewards = vec[float]([0.0] * (games * count))
        self.terminated = vec[u8]([0] * games)
        self.truncated = vec[u8]([0] * games)
        self.seats = vec[u8]([0] * games)
        self.final_observations = vec[i64]([0] * (games * WORDS))
        self.final_totals = vec[i64]([0] * (games * count))
        self.final_lengths = vec[i64]([0] * games)
        self.decisions = vec[i64]([0] * games)
        self.episodes = vec[i64]([0] * games)
        self.played: i64 = 0
        self.finished: i64 = 0
        self._potentials = vec[float]([0.0] * (games * count))
        self.legal_ids = vec[i16]([0] * (games * MAX_STORED_IDS))
        self.legal_counts = vec[i64]([0] * games)
        self.choices = vec[i64]([0] * games)
        self._moves_buffer = rules.move_buffer()
        self._skipped = False
        self._states: list[State] = []
        self._dice: list[Rng] = []
        compact.check(new_state(setting))
        self.reset(seed)

    def __repr__(self) -> str:
        return f"Batch(games={self.games}, seats={self.seat_count}, seed={self.seed})"

    def reset(self, seed: int) -> None:
        """Restart all rows with the first game of a seed."""
        if not 0 <= seed <= MASK:
            raise ValueError(f"seed must be 0 to 2**32 - 1, not {seed}")
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
        """Abort a game without a reward, and start the next one in its row."""
        i = self._row(game)
        self._clear_result(i)
        self._write_game(i, self._start_game(i))

    def continue_from(
        self, game: int, state: State, dice: Rng | None = None, decisions: int = 0
    ) -> None:
        """Abort a game without a reward, and continue from a copy of a position in its row.

        ``dice`` is the generator of its chance, by default that of the row's next game;
        ``decisions`` is the number of decisions so far.  Raises ValueError for a position with
        other seats or another edition, or without a decision; the games are not changed then.
        """
        i = self._row(game)
        setting, own = state.setting, self.setting
        if setting.components.edition.hash != own.components.edition.hash:
            raise ValueError(
                f"a position of the edition {setting.components.edition.id}; "
                f"these games are of {own.components.edition.id}"
            )
        if setting.seat_count != own.seat_count or setting.solo != own.solo:
            raise ValueError("a position with other seats than these games")
        before = (self._states[i], self._dice[i])
        counts = (self.decisions[i], self.played)
        if dice is None:
            dice = episode_dice(self.seed, i, self.episodes[i] + 1)
        self._states[i] = state.copy()
        self._dice[i] = restore_rng(dice.a, dice.b, dice.c, dice.counter)
        self.decisions[i] = decisions
        n = self._next_decision(i, self._states[i])
        if n == 0:
            self._states[i], self._dice[i] = before
            self.decisions[i], self.played = counts
            raise ValueError("a position in which nobody decides: the game is over")
        self.episodes[i] += 1
        self._clear_result(i)
        self._write_game(i, n)

    def state(self, game: int) -> State:
        """Return a copy of the position in a game."""
        return self._states[self._row(game)].copy()

    def dice(self, game: int) -> Rng:
        """Return a copy of the generator of a game's chance."""
        dice = self._dice[self._row(game)]
        return restore_rng(dice.a, dice.b, dice.c, dice.counter)

    def _row(self, game: int) -> i64:
        if not 0 <= game < self.games:
            raise IndexError(f"game must be 0 to {self.games - 1}, not {game}")
        return game

    def _clear_result(self, i: i64) -> None:
        seat: i64
        for seat in range(self.seat_count):
            self.rewards[i * self.seat_count + seat] = 0.0
        self.terminated[i] = 0
        self.truncated[i] = 0

    def restore(
        self,
        numbers: tuple[int, int, int],
        episodes: object,
        rewards: object,
        ends: object,
        final_observations: object,
        final_numbers: object,
    ) -> None:
        """Restore what the positions do not tell, as the vectors of a saved batch had it.

        ``numbers`` are ``seed``, ``played`` and ``finished``; ``ends`` are ``terminated`` and then
        ``truncated``, ``final_numbers`` are ``final_totals`` and then ``final_lengths``.  All but
        ``numbers`` are buffers.
        """
        self.seed, self.played, self.finished = numbers
        saved_episodes: vec[i64] = vec[i64](episodes)  # type: ignore[call-overload]  # as in step
        saved_rewards: vec[float] = vec[float](rewards)  # type: ignore[call-overload]
        saved_ends: vec[u8] = vec[u8](ends)  # type: ignore[call-overload]
        saved_words: vec[i64] = vec[i64](final_observations)  # type: ignore[call-overload]
        saved_finals: vec[i64] = vec[i64](final_numbers)  # type: ignore[call-overload]
        i: i64
        games = self.games
        for i in range(games):
            self.episodes[i] = saved_episodes[i]
            self.terminated[i] = saved_ends[i]
            self.truncated[i] = saved_ends[games + i]
            self.final_lengths[i] = saved_finals[games * self.seat_count + i]
        for i in range(games * self.seat_count):
            self.rewards[i] = saved_rewards[i]
            self.final_totals[i] = saved_finals[i]
        for i in range(games * WORDS):
            self.final_observations[i] = saved_words[i]

    def step(self, actions: object) -> int:
        """Make one decision in each game; return the number of games that ended.

        ``actions`` has a decision id for each game: a buffer of int64 in C order (such as a numpy
        array), or a list.  Raises IllegalAction for the first illegal action, and TypeError or
        ValueError if the argument has a wrong type or length; no game has changed then.
        """
        # Without the annotation, mypyc makes this an object that is never freed.
        decisions: vec[i64] = vec[i64](actions)  # type: ignore[call-overload]  # librt's types omit buffers
        count: i64 = len(decisions)
        if count != self.games:
            raise ValueError(f"{count} actions for {self.games} games: pass one for each game")
        masks = self.masks
        i: i64
        if not self.penalise:
            for i in range(count):
                decision = decisions[i]
                if decision < 0 or decision >= MASK_SIZE or masks[i * MASK_SIZE + decision] == 0:
                    raise IllegalAction(i, decision, self.legal(i))
        ended: i64 = 0
        for i in range(count):
            ended += self._step(i, decisions[i])
        self.finished += ended
        return ended

    def choose(self, numbers: object) -> None:
        """Write a legal decision of each game to ``choices``, by a number from 0 to below 1.

        ``numbers`` is a buffer of float64 with a number for each game.
        """
        fractions: vec[float] = vec[float](numbers)  # type: ignore[call-overload]  # as in step
        i: i64
        for i in range(self.games):
            wanted = i64(fractions[i] * float(self.legal_counts[i]))
            if self.legal_counts[i] <= MAX_STORED_IDS:
                self.choices[i] = i64(self.legal_ids[i * MAX_STORED_IDS + wanted])
                continue
            move: i64 = -1
            while wanted >= 0:
                move += 1
                wanted -= i64(self.masks[i * MASK_SIZE + move])
            self.choices[i] = move

    def legal(self, game: int) -> list[int]:
        """Return the legal decision ids of a game, ascending."""
        first = self._row(game) * MASK_SIZE
        return [move for move in range(MASK_SIZE) if self.masks[first + move] == 1]

    def _step(self, i: i64, decision: i64) -> i64:
        """Make one decision in one game; return 1 if it ended the game, else 0."""
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
        observer = compact.decider(state)
        claim = state.claim
        self._skipped = False
        rules.apply(state, decision)
        self.decisions[i] += 1
        self.played += 1
        n = self._next_decision(i, state)
        if n == 0:
            self._finish(i, state, False)
            return 1
        out = self.observations
        start = i * WORDS
        seat = compact.decider(state)
        if self._skipped or (self.setting.solo and (mover != seat or state.turn != turn)):
            compact.write_table(state, out, start)
            while observer != seat:
                compact.rotate_seats(count, out, start)
                observer = (observer + 1) % count
            compact.write_seats(state, seat, out, start)
        else:
            compact.write_step(state, observer, out, start, decision, claim)
            if observer != seat:
                compact.rotate_seats(count, out, start)
        compact.write_turn(state, seat, out, start)
        self.seats[i] = u8(seat)
        self._write_mask(i, n)
        if self.scheme == reward.POTENTIAL:
            self._write_potential_rewards(i, state)
        return 0

    def _next_decision(self, i: i64, state: State) -> i64:
        """Advance to a decision; return the number of legal ids, or 0 if the game has ended."""
        dice = self._dice[i]
        moves_buffer = self._moves_buffer
        while True:
            rules.roll(state, dice)
            if state.phase == OVER or is_capped(state, self.turns):
                return 0
            n = rules.find_moves(state, moves_buffer)
            if n > 1 or not self.skip_forced:
                return n
            self._skipped = True
            self.decisions[i] += 1
            self.played += 1
            rules.apply(state, moves_buffer[0])

    def _write_potential_rewards(self, i: i64, state: State) -> None:
        """Write the rewards of the potential-based scheme for a step without a result."""
        count = self.seat_count
        potentials = self._potentials
        seat: i64
        for seat in range(i * count, i * count + count):
            self.rewards[seat] = -potentials[seat]
        reward.write_potentials(state, potentials, i * count)
        for seat in range(i * count, i * count + count):
            self.rewards[seat] += self.discount * potentials[seat]

    def _finish(self, i: i64, state: State, is_illegal: bool) -> None:
        """Write the rewards and final values of a game that has ended, and start the next one."""
        count = self.seat_count
        rewards = self.rewards
        first = i * count
        seat = compact.decider(state)
        compact.write(state, seat, self.final_observations, i * WORDS)
        reward.write_totals(state, self.final_totals, first)
        self.final_lengths[i] = self.decisions[i]
        if is_illegal:
            self.terminated[i] = 1
            self._write_forfeit_rewards(i)
            rewards[first + seat] += reward.PENALTY
        else:
            at_cap = state.phase != OVER
            if at_cap:
                self.truncated[i] = 1
            else:
                self.terminated[i] = 1
            reward.write_result(state, self.scheme, rewards, first, at_cap)
            if self.scheme == reward.POTENTIAL:
                for seat in range(first, first + count):
                    rewards[seat] -= self._potentials[seat]
        self._write_game(i, self._start_game(i))

    def _write_forfeit_rewards(self, i: i64) -> None:
        """Write the rewards of a game that an illegal action ended, without the penalty."""
        count = self.seat_count
        seat: i64
        for seat in range(i * count, i * count + count):
            self.rewards[seat] = 0.0
            if self.scheme == reward.POTENTIAL:
                self.rewards[seat] -= self._potentials[seat]

    def _start_game(self, i: i64) -> i64:
        """Start the next game of a row; return the number of legal ids of its first decision."""
        self.episodes[i] += 1
        self.decisions[i] = 0
        self._dice[i] = episode_dice(self.seed, i, self.episodes[i])
        self._states[i] = new_state(self.setting)
        return self._next_decision(i, self._states[i])

    def _write_game(self, i: i64, n: i64) -> None:
        """Write the vectors of a game that has just started, with ``n`` legal decisions."""
        state = self._states[i]
        seat = compact.decider(state)
        compact.write(state, seat, self.observations, i * WORDS)
        self.seats[i] = u8(seat)
        self._write_mask(i, n)
        if self.scheme == reward.POTENTIAL:
            reward.write_potentials(state, self._potentials, i * self.seat_count)

    def _write_mask(self, i: i64, n: i64) -> None:
        """Write the mask: clear the ids of the last mask, set the first ``n`` ids of the buffer."""
        masks = self.masks
        legal_ids = self.legal_ids
        moves_buffer = self._moves_buffer
        row = i * MASK_SIZE
        start = i * MAX_STORED_IDS
        k: i64
        old_count = self.legal_counts[i]
        if old_count > MAX_STORED_IDS:
            for k in range(row, row + MASK_SIZE):
                masks[k] = 0
        else:
            for k in range(old_count):
                masks[row + i64(legal_ids[start + k])] = 0
        self.legal_counts[i] = n
        if n > MAX_STORED_IDS:
            for k in range(n):
                masks[row + moves_buffer[k]] = 1
        else:
            for k in range(n):
                move = moves_buffer[k]
                masks[row + move] = 1
                legal_ids[start + k] = i16(move)


def default_turns(setting: Setting) -> int:
    """Return the default cap on turns, all seats together (R7.7)."""
    return TURNS_PER_SEAT * int(setting.seat_count)
