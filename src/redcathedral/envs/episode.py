"""One game as a thing: played, copied, saved, looked at from any seat, its chance drawn or listed.

>>> episode = Episode(seed=7)
>>> episode.seat, episode.legal[:3]
(0, [17, 18, 19])
>>> twin = episode.clone()
>>> episode.play(17)
>>> twin.play(17)
>>> episode.hash() == twin.hash()
True
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from redcathedral.box.edition import Edition
from redcathedral.engine import ivan, rules
from redcathedral.engine.chance import sample
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng, restore_rng
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs import snapshot
from redcathedral.envs.batch.batch import default_turns, episode_dice
from redcathedral.envs.batch.observation import decider
from redcathedral.envs.drawing import svg, text
from redcathedral.envs.episode_record import record_of
from redcathedral.envs.observation import compact, unpack
from redcathedral.envs.settings import make_setting, setting_from_code
from redcathedral.extras import needs
from redcathedral.play.seed import EPISODE_SEED_BITS, checked_seed
from redcathedral.record.components import components_of
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.notation import decision_text
from redcathedral.record.position_reader import from_json
from redcathedral.record.replay import read

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.int8]
Observed: TypeAlias = NDArray[Any]
ChanceMode: TypeAlias = Literal["sampled", "listed"]
CLONES: Final = 1 << 15  # the stream of the dice of a clone that has its own


class Episode:
    """One game: a position, the dice to come, and a cap on turns (R7.7).

    ``setting`` says what kind of game (``make_setting``), a basic one of two players where none is
    given.  The dice are those of the vector environment's game ``number`` in row ``row`` with that
    ``seed``, 0 to 2**32 - 1; without one they cannot be foreseen.  With a ``setup`` code the game
    begins as the one it is of, and where no setting is given it is for as many as that; raises
    SetupCodeError for one that cannot be used.  With a ``state`` it goes on from that position, of
    which it takes a copy; ``dice`` go before a seed.  ``turns`` is the cap, all seats together.

    Chance is ``"sampled"``: what falls is drawn from the dice at once.  Or it is ``"listed"``: the
    game waits, ``outcomes`` says what may come, and ``settle`` that it came, the set-up's cards and
    tiles included.  ``chance`` may be changed at any time.  With ``skip_forced`` a decision without
    a choice is made at once.

    ``state`` is the live position: look at it, and copy it before you change it.
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
        if chance not in get_args(ChanceMode):
            raise ValueError(f"chance={chance!r}; take 'sampled' or 'listed'")
        cap = default_turns(state.setting) if turns is None else turns
        if cap < 1:
            raise ValueError(f"a cap of {cap} turns; it is at least 1 (R7.7)")
        if dice is None:
            known = secrets.randbits(32) if seed is None else checked_seed(seed, EPISODE_SEED_BITS)
            dice = episode_dice(known, row, number)
        self.state = state.copy()
        self.dice = dice
        self.turns = cap
        self.chance: ChanceMode = chance
        self.skip_forced = skip_forced
        self.decisions = 0  # made so far
        self.origin = state.copy()  # never changed
        self.steps: list[int] = []  # decisions and chance outcomes since then
        for outcome in outcomes:
            self._settle(outcome)
        self._go_on()

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
    ) -> Episode:
        """A game that goes on from a position in the record's JSON, the start of a turn.

        ``setting`` has the seats and options.  Raises PositionError for a position that is not
        sound; where Ivan is to move, he does.
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
    ) -> Episode:
        """A recorded game after so many decisions, all of them by default.

        ``source`` is a record, its text, or the path of its file.  Raises RecordError for one that
        cannot be followed, ValueError where it has not so many decisions.
        """
        record = source if isinstance(source, Record) else read(source, edition)
        kept = record.steps[: None if after is None else record.steps_to(after)]
        made = sum(
            not moment.state.is_chance for moment in record.moments() if moment.step < len(kept)
        )
        state = record.walk(len(kept)).state
        episode = cls(state=state, seed=seed, turns=turns, chance=chance, skip_forced=skip_forced)
        episode.origin = record.first_state()
        episode.steps = kept + episode.steps
        episode.decisions += made
        return episode

    def __repr__(self) -> str:
        seats = int(self.setting.seat_count)
        how = "over" if self.is_over else "chance is due" if self.is_chance else "a decision is due"
        return (
            f"<Episode: {seats} seats, {self.decisions} decisions, turn {self.state.turn}, {how}>"
        )

    # --- what is due

    @property
    def setting(self) -> Setting:
        """Seats, options, edition, and what was drawn in set-up."""
        return self.state.setting

    @property
    def edition(self) -> Edition:
        """The components it is played with."""
        return self.state.setting.components.edition

    @property
    def seat_count(self) -> int:
        """The seats, Ivan's too."""
        return int(self.state.setting.seat_count)

    @property
    def seat(self) -> int:
        """Who is to decide; alone always the human (R8.4).  At the end, whose turn it would be."""
        return int(decider(self.state))

    @property
    def is_terminated(self) -> bool:
        """Whether the last turn has ended (R7.1)."""
        return self.state.is_over

    @property
    def is_truncated(self) -> bool:
        """Whether the cap on turns has ended the game, which then has no result (R7.7)."""
        return is_capped(self.state, self.turns)

    @property
    def is_over(self) -> bool:
        """Whether no decision and no chance is due any more."""
        return self.is_terminated or self.is_truncated

    @property
    def is_chance(self) -> bool:
        """Whether a card, tile or die is due; never for long where chance is sampled."""
        return self.state.is_chance

    @property
    def legal(self) -> list[int]:
        """The ids of the legal decisions, ascending; none where chance is due or all is over."""
        return [] if self.is_truncated else rules.legal(self.state)

    def mask(self) -> Mask:
        """A 1 for each legal decision id, of the type that Gymnasium's spaces ask for."""
        mask = np.zeros(DECISION_COUNT, np.int8)
        mask[self.legal] = 1
        return mask

    # --- playing

    def play(self, decision: int) -> None:
        """Make a decision.

        Raises IllegalDecision for one that is not legal here, also at the end and where chance is
        due, and TypeError for what is no whole number; nothing has changed then.
        """
        try:
            number = operator.index(decision)
        except TypeError:
            kind = type(decision).__name__
            raise TypeError(f"a decision is a whole number, its id; this is a {kind}") from None
        legal = self.legal
        if number not in legal:
            raise self._refused(number, legal)
        self._apply(number)
        self._go_on()

    def _refused(self, number: int, legal: list[int]) -> IllegalDecision:
        error = IllegalDecision(number, legal)
        if self.is_over:
            error.args = (f"decision {number}: the game is over; begin another one",)
        elif self.is_chance:
            error.args = (f"decision {number}: chance is due first; settle one of `outcomes`",)
        elif not 0 <= number < DECISION_COUNT:
            error.args = (f"decision {number}: ids are 0 to {DECISION_COUNT - 1}",)
        return error

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes at a chance node (``engine.chance``) and their probabilities; else none."""
        return rules.outcomes(self.state)

    def settle(self, outcome: int) -> None:
        """An outcome comes about; raises ImpossibleOutcome, and changes nothing, if it cannot."""
        self._settle(outcome)
        self._go_on()

    def draw(self) -> int:
        """An outcome of the chance node, drawn from the dice but not carried out."""
        if not self.is_chance:
            raise ImpossibleOutcome("nothing is left to chance here")
        return int(sample(self.state, self.dice))

    def roll(self) -> None:
        """Draw all that is due from the dice, where chance is listed."""
        while self.is_chance:
            self.settle(self.draw())

    def _apply(self, decision: int) -> None:
        rules.apply(self.state, decision)
        self.steps.append(decision)
        self.decisions += 1

    def _settle(self, outcome: int) -> None:
        rules.settle(self.state, outcome)
        self.steps.append(outcome)

    def _go_on(self) -> None:
        while True:
            while self.chance == "sampled" and self.is_chance:
                self._settle(self.draw())
            if not self.skip_forced or self.is_chance or self.is_over:
                return
            legal = rules.legal(self.state)
            if len(legal) > 1:
                return
            self._apply(legal[0])

    # --- copies

    def clone(self, seed: int | None = None) -> Episode:
        """A copy with the same dice, or, as a search needs, with other dice from a ``seed``."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.steps = self.steps[:]
        dice = self.dice
        twin.dice = restore_rng(dice.a, dice.b, dice.c, dice.counter)
        if seed is not None:
            twin.dice = Rng(checked_seed(seed, EPISODE_SEED_BITS), CLONES)
        return twin

    def __copy__(self) -> Episode:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Episode:
        return self.clone()

    def afterstate(self, decision: int) -> Episode:
        """A copy after a decision, its chance outcomes still due; raises what ``play`` raises."""
        twin = self.clone()
        twin.chance = "listed"
        twin.play(decision)
        return twin

    def save(self) -> bytes:
        """Position, dice and manner as bytes (``envs.snapshot``); ``record`` keeps the way here."""
        manner = snapshot.EpisodeOptions(
            self.turns, self.chance == "listed", self.skip_forced, self.decisions
        )
        return snapshot.save(self.state, self.dice, manner)

    @classmethod
    def restore(cls, data: bytes, edition: Edition | None = None) -> Episode:
        """The episode that was snapshot.

        Raises SavedEpisodeError for other bytes, and for those of another edition than
        ``edition``, the packaged one where none is named.
        """
        state, dice, manner = snapshot.restore(data, edition)
        episode = cls(
            state=state,
            dice=dice,
            turns=manner.turns,
            chance="listed" if manner.listed else "sampled",
            skip_forced=manner.skip_forced,
        )
        episode.decisions = manner.decisions
        return episode

    def __reduce__(
        self,
    ) -> tuple[Callable[[bytes, Edition | None], Episode], tuple[bytes, Edition | None]]:
        own = None if self.edition.hash == components_of().edition.hash else self.edition
        return type(self).restore, (self.save(), own)

    def hash(self) -> str:
        """A hash of position, edition and options: the same in every process, on every machine."""
        return snapshot.digest(self.state)

    def record(self, names: tuple[str, ...] = ()) -> Record:
        """The way here as a record: ``record().save(path)`` writes a file that others open.

        ``names`` are texts for the seats.  Raises ValueError where the episode began in the middle
        of a turn, or stops in the middle of a roll.
        """
        if self.is_chance:
            raise ValueError("chance is due: settle it before you ask for the record")
        ending = Ending.UNFINISHED
        if self.is_terminated:
            ending = Ending.FINISHED
        elif self.is_truncated:
            ending = Ending.CAPPED
        return record_of(self.origin, self.steps, ending, names)

    # --- what is seen

    def words(self, seat: int | None = None) -> Observed:
        """The compact observation: what a seat sees, the one to decide where none is named."""
        sees = self.seat if seat is None else seat
        if not 0 <= sees < self.seat_count:
            raise ValueError(f"seat {sees}; there are 0 to {self.seat_count - 1}")
        return compact(self.state, sees).copy()  # the caller may write into it

    def observation(self, seat: int | None = None) -> Observed:
        """The full observation: ``envs.observation.SIZE`` numbers 0 to 255."""
        return unpack(self.words(seat), self.edition)

    def text(self, language: str = "en") -> str:
        """The position in lines of words, as at the table in the terminal."""
        return text(self.state, language)

    def svg(self) -> str:
        """The position as a picture in SVG."""
        return svg(self.state)

    def decision_text(self, decision: int) -> str:
        """A decision in the record's notation, such as ``die white +1``."""
        return decision_text(decision)
