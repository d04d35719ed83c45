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

import numpy as np
from numpy.typing import NDArray

from redcathedral.batch.batch import default_turns, episode_dice
from redcathedral.batch.observation import decider
from redcathedral.box.edition import Edition
from redcathedral.box.options import Options
from redcathedral.engine import ivan, rules
from redcathedral.engine.chance import sample
from redcathedral.engine.decisions import DECISION_COUNT
from redcathedral.engine.phases import CHOOSE_PLAN, TURN
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import MASK, Rng, resumed
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs import saved
from redcathedral.envs.drawing import svg, text
from redcathedral.envs.kind import components, kind_of_game, packaged
from redcathedral.envs.observation import compact, unpack
from redcathedral.record.game_record import Ending, Record
from redcathedral.record.header import Header, Seat
from redcathedral.record.notation import decision_text
from redcathedral.record.position import to_json
from redcathedral.record.position_reader import from_json
from redcathedral.record.replay import read
from redcathedral.record.setup_code import SetupCodeError, read_setup_code

Mask: TypeAlias = NDArray[np.int8]
Seen: TypeAlias = NDArray[Any]
Chance: TypeAlias = Literal["sampled", "listed"]
CLONES: Final = 1 << 15  # the stream of the dice of a clone that has its own


class Episode:
    """One game: a position, the dice to come, and a cap on turns (R7.7).

    ``setting`` says what kind of game (``kind_of_game``), a basic one of two players where none is
    given.  The dice are those of the vector environment's game ``number`` in row ``row`` with that
    ``seed``, 0 to 2**32 - 1; without one they cannot be foreseen.  With a ``setup`` code the game
    begins as the one it is of, and where no setting is given it is for as many as that; raises
    SetupCodeError for one that cannot be used.  ``turns`` is the cap, all seats together.

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
        turns: int | None = None,
        chance: Chance = "sampled",
        skip_forced: bool = False,
    ) -> None:
        outcomes: tuple[int, ...] = ()
        if setup is not None:
            setting, outcomes = _drawn(setup, setting)
        elif setting is None:
            setting = kind_of_game()
        self._start(new_state(setting), _dice(seed, row, number), turns, chance, skip_forced)
        for outcome in outcomes:
            self._settle(outcome)
        self._go_on()

    def _start(
        self, state: State, dice: Rng, turns: int | None, chance: Chance, skip_forced: bool
    ) -> None:
        if chance not in get_args(Chance):
            raise ValueError(f"chance={chance!r}; take 'sampled' or 'listed'")
        cap = default_turns(state.setting) if turns is None else turns
        if cap < 1:
            raise ValueError(f"a cap of {cap} turns; it is at least 1 (R7.7)")
        self.state = state
        self.dice = dice
        self.turns = cap
        self.chance: Chance = chance
        self.skip_forced = skip_forced
        self.decisions = 0  # made so far
        self.steps: list[int] = []  # decisions and chance outcomes since the origin
        self._origin = state.copy()

    @classmethod
    def from_state(
        cls,
        state: State,
        *,
        seed: int | None = None,
        turns: int | None = None,
        chance: Chance = "sampled",
        skip_forced: bool = False,
    ) -> Episode:
        """A game that goes on from a position, of which it takes a copy."""
        episode = cls.__new__(cls)
        episode._start(state.copy(), _dice(seed, 0, 0), turns, chance, skip_forced)
        episode._go_on()
        return episode

    @classmethod
    def from_position(
        cls,
        text: str,
        setting: Setting | None = None,
        *,
        seed: int | None = None,
        turns: int | None = None,
        chance: Chance = "sampled",
        skip_forced: bool = False,
    ) -> Episode:
        """A game that goes on from a position in the record's JSON, the start of a turn.

        ``setting`` has the seats and options.  Raises PositionError for a position that is not
        sound; where Ivan is to move, he does.
        """
        state = from_json(text, kind_of_game() if setting is None else setting)
        episode = cls.__new__(cls)
        episode._start(state, _dice(seed, 0, 0), turns, chance, skip_forced)
        if state.is_ivan(state.seat):
            ivan.play(state)
        episode._go_on()
        return episode

    @classmethod
    def from_record(
        cls,
        source: Record | str | Path,
        after: int | None = None,
        *,
        seed: int | None = None,
        turns: int | None = None,
        chance: Chance = "sampled",
        edition: Edition | None = None,
    ) -> Episode:
        """A recorded game after so many decisions, all of them by default.

        ``source`` is a record, its text, or the path of its file.  Raises RecordError for one that
        cannot be followed, ValueError where it has not so many decisions.
        """
        record = source if isinstance(source, Record) else read(source, edition)
        kept = record.steps[: None if after is None else record.steps_to(after)]
        episode = cls.__new__(cls)
        state = record.walk(0).state
        episode._start(state, _dice(seed, 0, 0), turns, chance, skip_forced=False)
        episode._origin = record.first_state()
        for step in kept:
            if state.is_chance:
                episode._settle(step)
            else:
                episode._apply(step)
        episode._go_on()
        return episode

    def __repr__(self) -> str:
        seats = int(self.setting.seat_count)
        how = "over" if self.is_over else "chance is due" if self.is_chance else "a decision is due"
        return f"<Episode: {seats} seats, {self.decisions} decisions, turn {self.state.turn}, {how}>"

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
        """What may come at a chance node with its probability; nothing elsewhere.

        ``engine.chance`` says what the numbers stand for, ``outcome_text`` tells it.
        """
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
        """Go on to what is due next."""
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
        """A game of its own that goes on as this one would, dice included.

        With a ``seed`` the copy has other dice: a search has to look ahead with such a one, since
        it may not know what will fall.
        """
        twin = type(self).__new__(type(self))
        twin.state = self.state.copy()
        twin.turns = self.turns
        twin.chance = self.chance
        twin.skip_forced = self.skip_forced
        twin.decisions = self.decisions
        twin.steps = self.steps[:]
        twin._origin = self._origin  # never changed
        if seed is None:
            dice = self.dice
            twin.dice = resumed(dice.a, dice.b, dice.c, dice.counter)
        else:
            twin.dice = Rng(_checked(seed), CLONES)
        return twin

    def __copy__(self) -> Episode:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Episode:
        return self.clone()

    def afterstate(self, decision: int) -> Episode:
        """A copy after a decision and before what then falls; in it chance is listed.

        Raises what ``play`` raises.
        """
        twin = self.clone()
        twin.chance = "listed"
        twin.play(decision)
        return twin

    def save(self) -> bytes:
        """Position, dice and manner, to go on from later or elsewhere: see ``envs.saved``.

        The way here is not in it: keep ``record`` for that.
        """
        manner = saved.Manner(self.turns, self.chance == "listed", self.skip_forced, self.decisions)
        return saved.save(self.state, self.dice, manner)

    @classmethod
    def restore(cls, data: bytes, edition: Edition | None = None) -> Episode:
        """The episode that was saved.

        Raises SavedEpisodeError for bytes that are broken or something else, and for those of
        another edition than ``edition``, the packaged one where none is named.
        """
        state, dice, manner = saved.restore(data, edition)
        episode = cls.__new__(cls)
        chance: Chance = "listed" if manner.listed else "sampled"
        episode._start(state, dice, manner.turns, chance, manner.skip_forced)
        episode.decisions = manner.decisions
        return episode

    def __reduce__(
        self,
    ) -> tuple[Callable[[bytes, Edition | None], Episode], tuple[bytes, Edition | None]]:
        own = None if self.edition.hash == packaged().hash else self.edition
        return type(self).restore, (self.save(), own)

    def hash(self) -> str:
        """A hash of the position, edition and options included, dice and cap not.

        It is the same in every process, interpreter and machine, compiled or not.
        """
        return saved.digest(self.state)

    def record(self, names: tuple[str, ...] = ()) -> Record:
        """The way here as a record: ``record().save(path)`` writes a file that others open.

        ``names`` are texts for the seats.  Raises ValueError where the episode began in the middle
        of a turn, or stops in the middle of a roll.
        """
        setting = self.setting
        origin = self._origin
        if origin.phase not in (CHOOSE_PLAN, TURN):
            raise ValueError("this episode began in the middle of a turn, and no record does")
        if self.is_chance:
            raise ValueError("chance is due: settle it before you ask for the record")
        colours = [int(colour) for colour in setting.colours]
        people = colours[:1] if setting.solo else colours
        header = Header(
            edition=self.edition.id,
            edition_hash=self.edition.hash,
            seats=tuple(
                Seat(colour, names[seat] if seat < len(names) else "")
                for seat, colour in enumerate(people)
            ),
            ivan=colours[1] if setting.solo else None,
            options=setting.options,
        )
        start = None if origin.phase == CHOOSE_PLAN else to_json(origin)
        ending = Ending.UNFINISHED
        if self.is_terminated:
            ending = Ending.FINISHED
        elif self.is_truncated:
            ending = Ending.CAPPED
        return Record(header, setting.components, start, self.steps[:], ending)

    # --- what is seen

    def words(self, seat: int | None = None) -> Seen:
        """The compact observation: what a seat sees, the one to decide where none is named."""
        sees = self.seat if seat is None else seat
        if not 0 <= sees < self.seat_count:
            raise ValueError(f"seat {sees}; there are 0 to {self.seat_count - 1}")
        return compact(self.state, sees).copy()  # the caller may write into it

    def observation(self, seat: int | None = None) -> Seen:
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




def _checked(seed: int) -> int:
    if not 0 <= seed <= MASK:
        raise ValueError(f"seed {seed}; it is 0 to 2**32 - 1")
    return seed


def _dice(seed: int | None, row: int, number: int) -> Rng:
    return episode_dice(secrets.randbits(32) if seed is None else _checked(seed), row, number)


def _drawn(setup: str, setting: Setting | None) -> tuple[Setting, tuple[int, ...]]:
    """The setting of a set-up code's game, and what was drawn there."""
    laid_out = components() if setting is None else setting.components
    drawn = read_setup_code(setup, laid_out)
    if setting is None:
        options = Options(first_game=drawn.first_game)
        solo = drawn.players == 1
        return kind_of_game(drawn.players, solo=solo, options=options), drawn.outcomes
    people = 1 if setting.solo else int(setting.seat_count)
    if (people, setting.first_game) != (drawn.players, drawn.first_game):
        told, wanted = (
            f"{count} players{', a first game' if first else ''}"
            for count, first in ((drawn.players, drawn.first_game), (people, setting.first_game))
        )
        reason = f"this set-up code is for {told}, not for {wanted}"
        raise SetupCodeError("players", reason, "take a setting of that kind, or none", people)
    return setting, drawn.outcomes
