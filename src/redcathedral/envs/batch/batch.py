"""Step many games in one call; observations, masks, rewards and terminations are flat vectors.

Callers read the vectors without a copy (buffer protocol, read-only).  A batch keeps the same
vectors for its whole life.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from redcathedral.engine import rules
from redcathedral.engine.phases import OVER
from redcathedral.engine.playout import TURNS_PER_SEAT, is_capped
from redcathedral.engine.rng import MASK, Rng, restore_rng
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs.batch import observation as compact
from redcathedral.envs.batch import reward
from redcathedral.envs.batch.masks import Masks
from redcathedral.envs.batch.seeds import dice_of, draw, row_seed
from redcathedral.envs.batch.words import WORDS

MAX_TURN_CAP: Final = 30_000
MAX_GAMES: Final = 1 << 20
NO_AGENT: Final = -1  # values for ``agent``: the learner decides for all seats
DRAWN_AGENT: Final = -2  # the agent's seat is random in each game


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


@final
class Batch:
    """Games with the same seats that are stepped together; when a game ends, the next one starts.

    Each game has one of the ``settings``, at random; these can have different editions.

    The flat vectors have one row for each game:

    - ``observations``: words of ``batch.observation``, for the seat that decides next
    - ``masks``: 1 for each legal decision id; with ``bits``, decision ``d`` is bit ``d % 8`` of
      byte ``d // 8``, and each row has ``masks.MASK_BYTES``
    - ``legal_counts``: the number of legal decisions; ``legal_ids``: their ids, ascending, of
      ``masks.MAX_STORED_IDS``; undefined if there are more
    - ``rewards``: one for each seat, see ``batch.reward``
    - ``terminated``, ``truncated``: whether the last step ended the game by the rules, or by the
      cap on turns (R7.7); the rewards are the result in both cases
    - ``seats``: the seat that decides next
    - ``final_observations``, ``final_totals`` (prestige of each seat), ``final_lengths``
      (decisions): of the last game that ended in this row
    - ``decisions``: decisions of the current game; ``episodes``: games before it
    - ``seeds``: of the rows; ``boxes``: numbers of settings; ``final_boxes``: of the last games

    ``played`` counts all decisions, ``finished`` all games that have ended.

    ``turns`` is the cap on turns of all seats together.  With ``skip_forced``, forced decisions are
    made automatically.  An illegal action raises IllegalAction, and no game changes; with
    ``penalise`` it terminates its game instead, and the seat gets ``reward.PENALTY``.

    ``agent`` is the seat of the agent, DRAWN_AGENT or NO_AGENT.  Final observations are those of
    the agent.  The caller decides for the other seats with ``step_on``.
    """

    def __init__(
        self,
        settings: list[Setting],
        games: int,
        seed: int,
        turns: int,
        scheme: int = reward.WIN,
        discount: float = 1.0,
        skip_forced: bool = False,
        penalise: bool = False,
        bits: bool = False,
        agent: int = NO_AGENT,
    ) -> None:
        if not 1 <= games <= MAX_GAMES:
            raise ValueError(f"games must be 1 to {MAX_GAMES:,}, not {games}")
        if not 1 <= turns <= MAX_TURN_CAP:
            raise ValueError(f"turns must be 1 to {MAX_TURN_CAP:,}, not {turns} (R7.7)")
        if not 0 <= scheme < len(reward.SCHEMES):
            raise ValueError(f"scheme must be 0 to {len(reward.SCHEMES) - 1}, not {scheme}")
        if not 0.0 < discount <= 1.0:
            raise ValueError(f"discount must be above 0 and at most 1, not {discount}")
        count = int(settings[0].seat_count)
        self.settings = settings
        self.setting = settings[0]
        self.games: i64 = games
        self.seat_count: i64 = count
        self.turns: i64 = turns
        self.skip_forced = skip_forced
        self.penalise = penalise
        self.agent: i64 = agent
        self.observations = vec[i64]([0] * (games * WORDS))
        self.terminated = vec[u8]([0] * games)
        self.truncated = vec[u8]([0] * games)
        self.seats = vec[u8]([0] * games)
        self.final_observations = vec[i64]([0] * (games * WORDS))
        self.final_totals = vec[i64]([0] * (games * count))
        self.final_lengths = vec[i64]([0] * games)
        self.decisions = vec[i64]([0] * games)
        self.episodes = vec[i64]([0] * games)
        self.seeds = vec[i64]([0] * games)
        self.boxes = vec[i64]([0] * games)
        self.final_boxes = vec[i64]([0] * games)
        self.agents = vec[u8]([0] * games)
        self.played: i64 = 0
        self.finished: i64 = 0
        self._rewards = reward.Rewards(games, count, scheme, discount)
        self.rewards = self._rewards.rewards
        self._masks = Masks(games, bits)
        self.masks = self._masks.masks
        self.legal_ids = self._masks.ids
        self.legal_counts = self._masks.counts
        self.choices = self._masks.choices
        self._moves_buffer = rules.move_buffer()
        self._skipped = False
        self._states: list[State] = []
        self._dice: list[Rng] = []
        self._box_of: dict[str, int] = {}
        for number, setting in enumerate(settings):
            compact.check(new_state(setting))
            self._box_of[setting.components.edition.hash] = number
        self.reset(seed)

    def __repr__(self) -> str:
        return f"Batch(games={self.games}, seats={self.seat_count})"

    def reset(self, seed: int) -> None:
        """Restart all rows with the first game of a seed."""
        if not 0 <= seed <= MASK:
            raise ValueError(f"seed must be 0 to 2**32 - 1, not {seed}")
        self.played = 0
        self.finished = 0
        self._states = []
        self._dice = []
        i: i64
        for i in range(self.games):
            self._states.append(new_state(self.setting))
            self._dice.append(dice_of(seed, 0))
            self.restart(i, row_seed(seed, i))

    def restart(self, game: int, seed: int = -1) -> None:
        """Abort a game without a reward, and start the next one in its row.

        With a ``seed`` of ``row_seed``, start the first game of that seed.
        """
        i = self._row(game)
        if seed >= 0:
            self.seeds[i] = seed
            self.episodes[i] = -1
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
        edition = setting.components.edition
        if edition.hash not in self._box_of:
            own_edition = own.components.edition.id
            raise ValueError(
                f"a position of the edition {edition.id}; these games are of {own_edition}"
            )
        if setting.seat_count != own.seat_count or setting.solo != own.solo:
            raise ValueError("a position with other seats than these games")
        before = (self._states[i], self._dice[i])
        counts = (self.decisions[i], self.played)
        if dice is None:
            dice = dice_of(self.seeds[i], self.episodes[i] + 1)
        self._states[i] = state.copy()
        self._dice[i] = restore_rng(dice.a, dice.b, dice.c, dice.counter)
        self.decisions[i] = decisions
        n = self._next_decision(i, self._states[i])
        if n == 0:
            self._states[i], self._dice[i] = before
            self.decisions[i], self.played = counts
            raise ValueError("a position in which nobody decides: the game is over")
        self.episodes[i] += 1
        self._draw(i)
        self.boxes[i] = self._box_of[edition.hash]
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
        self._rewards.clear(i)
        self.terminated[i] = 0
        self.truncated[i] = 0

    def restore(
        self, counts: tuple[int, int], numbers: object, rewards: object, ends: object, words: object
    ) -> None:
        """Restore what the positions do not tell, as the vectors of a saved batch had it.

        ``counts`` are ``played`` and ``finished``.  All others are buffers: ``numbers`` are
        ``seeds``, ``episodes``, ``boxes``, ``final_boxes``, ``final_lengths``, ``final_totals``;
        ``ends`` are ``terminated`` and then ``truncated``; ``words`` are ``final_observations``.
        """
        self.played, self.finished = counts
        saved: vec[i64] = vec[i64](numbers)  # type: ignore[call-overload]  # as in step
        saved_rewards: vec[float] = vec[float](rewards)  # type: ignore[call-overload]
        saved_ends: vec[u8] = vec[u8](ends)  # type: ignore[call-overload]
        saved_words: vec[i64] = vec[i64](words)  # type: ignore[call-overload]
        i: i64
        games = self.games
        for i in range(games):
            self.seeds[i] = saved[i]
            self.episodes[i] = saved[games + i]
            self.final_boxes[i] = saved[3 * games + i]
            self.final_lengths[i] = saved[4 * games + i]
            self.terminated[i] = saved_ends[i]
            self.truncated[i] = saved_ends[games + i]
            self._draw(i)  # the agent's seat, which depends on the seed
            self.boxes[i] = saved[2 * games + i]
        for i in range(games * self.seat_count):
            self.rewards[i] = saved_rewards[i]
            self.final_totals[i] = saved[5 * games + i]
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
        i: i64
        if not self.penalise:
            for i in range(count):
                if not self._masks.is_legal(i, decisions[i]):
                    raise IllegalAction(i, decisions[i], self.legal(i))
        ended: i64 = 0
        for i in range(count):
            self._begin_step(i)
            ended += self._step(i, decisions[i])
        self.finished += ended
        return ended

    def step_on(self, games: object, actions: object) -> int:
        """Make another decision in some games, as a part of the last step; return as ``step``.

        ``games`` and ``actions`` are buffers of int64.  Raises IllegalAction as ``step``.
        """
        rows: vec[i64] = vec[i64](games)  # type: ignore[call-overload]  # as in step
        decisions: vec[i64] = vec[i64](actions)  # type: ignore[call-overload]
        i: i64
        for i in range(len(rows)):
            if not self._masks.is_legal(self._row(rows[i]), decisions[i]):
                raise IllegalAction(rows[i], decisions[i], self.legal(rows[i]))
        ended: i64 = 0
        for i in range(len(rows)):
            ended += self._step(rows[i], decisions[i])
        self.finished += ended
        return ended

    def choose(self, numbers: object) -> None:
        """Write a legal decision of each game to ``choices``, by a number from 0 to below 1.

        ``numbers`` is a buffer of float64 with a number for each game.
        """
        fractions: vec[float] = vec[float](numbers)  # type: ignore[call-overload]  # as in step
        self._masks.choose(fractions)

    def legal(self, game: int) -> list[int]:
        """Return the legal decision ids of a game, ascending."""
        return self._masks.legal(self._row(game))

    def _begin_step(self, i: i64) -> None:
        """Clear the result of the last step."""
        if self.terminated[i] | self.truncated[i]:
            self._clear_result(i)
        self._rewards.begin_step(i)

    def _step(self, i: i64, decision: i64) -> i64:
        """Make one decision in one game; return 1 if it ended the game, else 0."""
        count = self.seat_count
        seat: i64
        state = self._states[i]
        if self.penalise and not self._masks.is_legal(i, decision):
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
        self._masks.write(i, self._moves_buffer, n)
        self._rewards.write_step(i, state)
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

    def _finish(self, i: i64, state: State, is_illegal: bool) -> None:
        """Write the rewards and final values of a game that has ended, and start the next one."""
        seat = compact.decider(state)
        observer = seat if self.agent == NO_AGENT else i64(self.agents[i])
        compact.write(state, observer, self.final_observations, i * WORDS)
        self.final_boxes[i] = self.boxes[i]
        reward.write_totals(state, self.final_totals, i * self.seat_count)
        self.final_lengths[i] = self.decisions[i]
        at_cap = not is_illegal and state.phase != OVER
        if at_cap:
            self.truncated[i] = 1
        else:
            self.terminated[i] = 1
        if is_illegal:
            self._rewards.forfeit(i, seat)
        else:
            self._rewards.end_game(i, state, at_cap)
        self._write_game(i, self._start_game(i))

    def _start_game(self, i: i64) -> i64:
        """Start the next game of a row; return the number of legal ids of its first decision."""
        self.episodes[i] += 1
        self.decisions[i] = 0
        self._draw(i)
        self._dice[i] = dice_of(self.seeds[i], self.episodes[i])
        self._states[i] = new_state(self.settings[self.boxes[i]])
        return self._next_decision(i, self._states[i])

    def _draw(self, i: i64) -> None:
        """Draw the box and the seat of the agent."""
        if self.agent != DRAWN_AGENT and len(self.settings) == 1:
            self.agents[i] = u8(max(self.agent, 0))
            return
        people = 1 if self.setting.solo else self.seat_count
        box, seat = draw(self.seeds[i], self.episodes[i], len(self.settings), people)
        self.boxes[i] = box
        self.agents[i] = u8(seat if self.agent == DRAWN_AGENT else max(self.agent, 0))

    def _write_game(self, i: i64, n: i64) -> None:
        """Write the vectors of a game that has just started, with ``n`` legal decisions."""
        state = self._states[i]
        seat = compact.decider(state)
        compact.write(state, seat, self.observations, i * WORDS)
        self.seats[i] = u8(seat)
        self._rewards.start_game(i, state)
        self._masks.write(i, self._moves_buffer, n)


def default_turns(setting: Setting) -> int:
    """Return the default cap on turns, all seats together (R7.7)."""
    return TURNS_PER_SEAT * int(setting.seat_count)
