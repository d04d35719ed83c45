"""Play, copy, save and observe one game, with chance outcomes that are sampled or chosen.

>>> episode = Episode(seed=7)
>>> episode.seat, episode.legal[:3]
(0, [17, 18, 19])
>>> clone = episode.clone()
>>> episode.play(17)
>>> clone.play(17)
>>> episode.hash() == clone.hash()
True
"""

import operator
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from redcathedral.box.edition import Edition
from redcathedral.engine import ivan, rules
from redcathedral.engine.chance import sample
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import CHOOSE_PLAN, TURN
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng, restore_rng
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs import snapshot
from redcathedral.envs.arguments import choice, whole
from redcathedral.envs.batch.batch import default_turns
from redcathedral.envs.batch.observation import decider
from redcathedral.envs.batch.seeds import episode_dice
from redcathedral.envs.drawing import svg, text
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.settings import make_setting, setting_from_code
from redcathedral.extras import needs
from redcathedral.play.seating import make_header
from redcathedral.play.seed import EPISODE_SEED_BITS, checked_seed
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.notation import decision_text
from redcathedral.record.position import to_json
from redcathedral.record.position_reader import from_json
from redcathedral.record.replay import read

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.int8]
Observation: TypeAlias = NDArray[Any]
ChanceMode: TypeAlias = Literal["sampled", "listed"]
CLONE_STREAM: Final = 1 << 15  # random stream of the dice of a clone with its own seed


class Episode:
    """One game: a position, the generator of its chance, and a cap on turns (R7.7).

    ``setting`` has the players and options (``make_setting``); the default is two players and the
    basic side.  ``setup`` is a set-up code; it also gives the number of players, unless there is a
    ``setting``; raises SetupCodeError for an invalid code.  With a ``state`` the game continues
    from a copy of that position.

    The chance of a ``seed``, 0 to 2**32 - 1, is that of game ``number`` in row ``row`` of the
    vector environment; without a seed it is unpredictable.  ``dice`` is a generator that replaces
    the seed.  ``turns`` is the cap on turns of all seats together.

    If ``chance`` is ``"sampled"``, outcomes are sampled immediately.  If it is ``"listed"``, the
    game stops at each chance node, including cards and tiles of the set-up: ``outcomes`` returns
    the possible outcomes, and ``settle`` applies one.  ``chance`` can be changed at any time.  With
    ``skip_forced`` forced decisions are made automatically.

    ``state`` is the current position: copy it before you change it.
    """

    def __init__(
        self,
        setting: Setting | None = None,
        *,
        seed: int | None = None,
        row: int = 0,
        number: int = 0,
        setup: str | None = None,
        state: State | None = None,
        dice: Rng | None = None,
        turns: int | None = None,
        chance: ChanceMode = "sampled",
        skip_forced: bool = False,
    ) -> None:
        outcomes: tuple[int, ...] = ()
        if state is None:
            if setup is not None:
                setting, outcomes = setting_from_code(setup, setting)
            state = new_state(make_setting() if setting is None else setting)
        choice("chance", chance, get_args(ChanceMode))
        cap = default_turns(state.setting) if turns is None else whole("turns", turns, 1)
        if seed is None:
            seed = secrets.randbits(32)
        if dice is None:
            dice = episode_dice(checked_seed(seed, EPISODE_SEED_BITS), row, number)
        self.state = state.copy()
        self.dice = dice
        self.turns = cap
        self.chance: ChanceMode = chance
        self.skip_forced = skip_forced
        self.decisions = 0  # number of decisions so far
        self.origin = state.copy()  # the first position
        self.steps: list[int] = []  # decisions and chance outcomes since the origin
        for outcome in outcomes:
            self._settle(outcome)
        self._advance()

    @classmethod
    def from_position(
        cls,
        text: str,
        setting: Setting | None = None,
        *,
        seed: int | None = None,
        turns: int | None = None,
        chance: ChanceMode = "sampled",
        skip_forced: bool = False,
    ) -> "Episode":
        """Return a game that continues from a position in the JSON of records, the start of a turn.

        ``setting`` has the seats and options.  If it is Ivan's turn, he plays it.  Raises
        PositionError for an invalid position.
        """
        origin = from_json(text, make_setting() if setting is None else setting)
        state = origin.copy()
        if state.is_ivan(state.seat):
            ivan.play_turn(state)
        episode = cls(state=state, seed=seed, turns=turns, chance=chance, skip_forced=skip_forced)
        episode.origin = origin
        return episode

    @classmethod
    def from_record(
        cls,
        source: Record | str | Path,
        after: int | None = None,
        *,
        seed: int | None = None,
        turns: int | None = None,
        chance: ChanceMode = "sampled",
        skip_forced: bool = False,
        edition: Edition | None = None,
    ) -> "Episode":
        """Return a recorded game after a number of decisions, by default after all of them.

        ``source`` is a record, its text, or the path of its file.  Raises RecordError for an
        invalid record, and ValueError if it has fewer decisions.
        """
        record = source if isinstance(source, Record) else read(source, edition)
        steps = record.steps[: None if after is None else record.steps_to(after)]
        decision_count = sum(
            not moment.state.is_chance for moment in record.moments() if moment.step < len(steps)
        )
        state = record.walk(len(steps)).state
        episode = cls(state=state, seed=seed, turns=turns, chance=chance, skip_forced=skip_forced)
        episode.origin = record.first_state()
        episode.steps = steps + episode.steps
        episode.decisions += decision_count
        return episode

    def __repr__(self) -> str:
        seats = int(self.setting.seat_count)
        next_step = "chance is due" if self.is_chance else "a decision is due"
        status = "over" if self.is_over else next_step
        counts = f"{seats} seats, {self.decisions} decisions, turn {self.state.turn}"
        return f"<Episode: {counts}, {status}>"

    @property
    def setting(self) -> Setting:
        """The setting: seats, options, edition, and the random results of the set-up."""
        return self.state.setting

    @property
    def edition(self) -> Edition:
        """The edition of the game, with its components."""
        return self.state.setting.components.edition

    @property
    def seat_count(self) -> int:
        """The number of seats, including Ivan's."""
        return int(self.state.setting.seat_count)

    @property
    def seat(self) -> int:
        """The seat that decides next, also after the end; the human in a solo game (R8.4)."""
        return int(decider(self.state))

    @property
    def is_terminated(self) -> bool:
        """Whether the game has ended by its rules (R7.1)."""
        return self.state.is_over

    @property
    def is_truncated(self) -> bool:
        """Whether the cap on turns has ended the game (R7.7); the leader has won."""
        return is_capped(self.state, self.turns)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.is_terminated or self.is_truncated

    @property
    def is_chance(self) -> bool:
        """Whether the game is at a chance node; never between calls if chance is sampled."""
        return self.state.is_chance

    @property
    def legal(self) -> list[int]:
        """The ids of the legal decisions, ascending; none at a chance node or after the end."""
        return [] if self.is_truncated else rules.legal(self.state)

    def mask(self) -> Mask:
        """Return an array with 1 for each legal decision id, of the type of Gymnasium's spaces."""
        mask = np.zeros(DECISION_COUNT, np.int8)
        mask[self.legal] = 1
        return mask

    def play(self, decision: int) -> None:
        """Make a decision.

        Raises IllegalDecision if it is not legal, or at a chance node or after the end, and
        TypeError for anything but an integer; the game is not changed then.
        """
        try:
            number = operator.index(decision)
        except TypeError:
            type_name = type(decision).__name__
            raise TypeError(f"a decision must be an integer id, not {type_name}") from None
        legal = self.legal
        if number not in legal:
            raise self._illegal_decision(number, legal)
        self._apply(number)
        self._advance()

    def _illegal_decision(self, number: int, legal: list[int]) -> IllegalDecision:
        error = IllegalDecision(number, legal)
        if self.is_over:
            error.args = (f"decision {number}: the game is over; start another one",)
        elif self.is_chance:
            error.args = (f"decision {number}: this is a chance node; settle one of `outcomes`",)
        elif not 0 <= number < DECISION_COUNT:
            error.args = (f"decision {number}: ids are 0 to {DECISION_COUNT - 1}",)
        return error

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes at a chance node (``engine.chance``) and their probabilities."""
        return rules.outcomes(self.state)

    def settle(self, outcome: int) -> None:
        """Apply a chance outcome; raises ImpossibleOutcome if it cannot occur."""
        self._settle(outcome)
        self._advance()

    def draw(self) -> int:
        """Sample an outcome of the chance node, but do not apply it."""
        if not self.is_chance:
            raise ImpossibleOutcome("this is not a chance node")
        return int(sample(self.state, self.dice))

    def roll(self) -> None:
        """Sample and apply outcomes until the next decision, if chance is listed."""
        while self.is_chance:
            self.settle(self.draw())

    def _apply(self, decision: int) -> None:
        rules.apply(self.state, decision)
        self.steps.append(decision)
        self.decisions += 1

    def _settle(self, outcome: int) -> None:
        rules.settle(self.state, outcome)
        self.steps.append(outcome)

    def _advance(self) -> None:
        while True:
            while self.chance == "sampled" and self.is_chance:
                self._settle(self.draw())
            if not self.skip_forced or self.is_chance or self.is_over:
                return
            legal = rules.legal(self.state)
            if len(legal) > 1:
                return
            self._apply(legal[0])

    def clone(self, seed: int | None = None) -> "Episode":
        """Return a copy with the same future chance, or with a ``seed`` for other chance."""
        clone = type(self).__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone.state = self.state.copy()
        clone.steps = self.steps[:]
        dice = self.dice
        clone.dice = restore_rng(dice.a, dice.b, dice.c, dice.counter)
        if seed is not None:
            clone.dice = Rng(checked_seed(seed, EPISODE_SEED_BITS), CLONE_STREAM)
        return clone

    def __copy__(self) -> "Episode":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Episode":
        return self.clone()

    def afterstate(self, decision: int) -> "Episode":
        """Return a copy after a decision, before its chance outcomes; raises as ``play``."""
        clone = self.clone()
        clone.chance = "listed"
        clone.play(decision)
        return clone

    def save(self) -> bytes:
        """Return the position, dice and options as bytes (``envs.snapshot``), not earlier steps."""
        options = snapshot.EpisodeOptions(
            self.turns, self.chance == "listed", self.skip_forced, self.decisions
        )
        return snapshot.save(self.state, self.dice, options)

    @classmethod
    def restore(cls, data: bytes, edition: Edition | None = None) -> "Episode":
        """Return a saved episode.

        Raises SavedEpisodeError if the bytes are invalid, or if the episode has another edition
        than ``edition``, by default the packaged one.
        """
        state, dice, options = snapshot.restore(data, edition)
        episode = cls(
            state=state,
            dice=dice,
            turns=options.turns,
            chance="listed" if options.listed else "sampled",
            skip_forced=options.skip_forced,
        )
        episode.decisions = options.decisions
        return episode

    def __reduce__(
        self,
    ) -> "tuple[Callable[[bytes, Edition | None], Episode], tuple[bytes, Edition | None]]":
        edition = None if self.edition.hash == components_of().edition.hash else self.edition
        return type(self).restore, (self.save(), edition)

    def hash(self) -> str:
        """Return a hash of position, edition and options; it is the same on every machine."""
        return snapshot.digest(self.state)

    def record(self, names: tuple[str, ...] = ()) -> Record:
        """Return the game as a record; ``record().save(path)`` writes it to a file.

        ``names`` are the names of the seats.  Raises ValueError if the episode began in the middle
        of a turn, or is at a chance node.
        """
        if self.is_chance:
            raise ValueError("this is a chance node: settle it before you request the record")
        ending = Ending.UNFINISHED
        if self.is_terminated:
            ending = Ending.FINISHED
        elif self.is_truncated:
            ending = Ending.CAPPED
        origin, setting = self.origin, self.setting
        if origin.phase not in (CHOOSE_PLAN, TURN):
            raise ValueError("this episode began in the middle of a turn: it cannot have a record")
        colours = [int(colour) for colour in setting.colours]
        player_names = names[: 1 if setting.solo else len(colours)]
        header = make_header(self.edition, colours, setting.solo, player_names, setting.options)
        start = None if origin.phase == CHOOSE_PLAN else to_json(origin)
        return Record(header, setting.components, start, [*self.steps], ending)

    def words(self, seat: int | None = None) -> Observation:
        """Return the compact observation of a seat, by default of the seat that decides next."""
        observer = self.seat if seat is None else seat
        if not 0 <= observer < self.seat_count:
            raise ValueError(f"seat {observer}: it must be 0 to {self.seat_count - 1}")
        return compact(self.state, observer).copy()  # writable

    def observation(self, seat: int | None = None) -> Observation:
        """Return the full observation: ``envs.observation.SIZE`` numbers, 0 to 255."""
        return unpack(self.words(seat), self.edition)

    def text(self, language: str = "en") -> str:
        """Describe the position in lines of text, as in the terminal."""
        return text(self.state, language)

    def svg(self) -> str:
        """Return a picture of the position as SVG."""
        return svg(self.state)

    def decision_text(self, decision: int) -> str:
        """Return a decision in the notation of records, such as ``die white +1``."""
        return decision_text(decision)
