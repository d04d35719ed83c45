"""A table as one page sees it: the game's position, decisions and log as a message."""

from __future__ import annotations

from functools import cache
from typing import Final, cast

import msgspec

from redcathedral.box.vocabulary import DICE, WORKSHOP_SPACES
from redcathedral.engine import rules, scoring, track
from redcathedral.engine.decisions import DIE, TAKE, TAKE_LIMIT, TILE
from redcathedral.engine.goods import free_slots
from redcathedral.engine.layout import SCORE, SEAT_SIZE
from redcathedral.engine.phases import (
    BUILDING,
    CHOOSE_CLAIM,
    CHOOSE_ORNAMENT,
    DONE,
    EFFECT,
    MARKET,
    PLACE_TILE,
    TURN,
)
from redcathedral.engine.state import Event, State
from redcathedral.engine.turn import stays_open
from redcathedral.play.game import Game
from redcathedral.record.game_record import Ending
from redcathedral.record.notation import decision_text, place_text
from redcathedral.record.position import view
from redcathedral.server.table.seated_game import Part, Sitting
from redcathedral.server.wire.events import colour_of, messages
from redcathedral.server.wire.protocol import (
    Can,
    Colour,
    Costs,
    Due,
    EditionRef,
    Legal,
    LogEntry,
    Over,
    Phase,
    Position,
    Reason,
    Refused,
    Seat,
    SeatScore,
    Table,
    WorkshopSpace,
)
from redcathedral.server.wire.targets import elements, orders
from redcathedral.words import AnyOf, Term, Value, Words

PHASES: Final[dict[int, Phase]] = {
    TURN: "turn",
    PLACE_TILE: "place-tile",
    BUILDING: "building",
    MARKET: "market",
    EFFECT: "effect",
    DONE: "done",
    CHOOSE_CLAIM: "choose-claim",
    CHOOSE_ORNAMENT: "choose-ornament",
}
REASONS: Final[dict[Ending, Reason]] = {
    Ending.FINISHED: "finished",
    Ending.AGREED: "agreed",
    Ending.CAPPED: "capped",
}


@cache
def words_in(language: str) -> Words:
    """The words of a language."""
    return Words(language)


def over_reason(sitting: Sitting) -> Reason | None:
    """How the game ended; None while it goes on."""
    return REASONS.get(sitting.game.record.ending)


class Views:
    """Messages about one table; what is costly is worked out once for each number."""

    def __init__(self, id: str, sitting: Sitting, edition: EditionRef) -> None:  # noqa: A002
        self._id = id
        self._sitting = sitting
        self._edition = edition
        self._number = -1
        self._legal: dict[str, list[Legal]] = {}
        self._entries: dict[str, list[tuple[Part, LogEntry]]] = {}

    def table(
        self, language: str, seats: frozenset[int], since: int = -1, notice: Term | None = None
    ) -> Table:
        """Everything about the table for a page that plays these seats and knows ``since``."""
        sitting = self._sitting
        game = sitting.game
        state = game.state
        words = words_in(language)
        start = sitting.log_from(since)
        return Table(
            id=self._id,
            number=sitting.number,
            lang=language,
            edition=self._edition,
            options=game.header.options,
            turn=int(state.turn) + 1,
            position=msgspec.convert(view(state), Position),
            seats=self._seats(words),
            tower_pay=_tower_pay(state),
            due=self._due(seats),
            prompt=self._prompt(words, seats),
            legal=self.legal(language, seats),
            can=Can(
                undo=sitting.can_undo(seats),
                redo=sitting.can_redo(seats),
                undo_beyond=sitting.can_undo_beyond(seats),
                agree=sitting.can_agree(seats),
            ),
            agreed=[colour_of(state.setting, seat) for seat in sorted(sitting.agreed)],
            auto_end=sitting.auto_end,
            log_from=start,
            log=self._log(words)[start:],
            notice=None if notice is None else words.say(notice),
            over=self._over(words),
        )

    def refused(self, language: str, seats: frozenset[int], code: str, **values: Value) -> Refused:
        """A command that is not carried out, in the page's language, with what is legal."""
        words = words_in(language)
        return Refused(
            code=code,
            reason=words.text(f"refused.{code}", **values),
            fix=words.text(f"refused.{code}.fix", **values),
            number=self._sitting.number,
            legal=self.legal(language, seats),
        )

    # --- who is to decide what

    def legal(self, language: str, seats: frozenset[int]) -> list[Legal]:
        """The legal decisions, for a page that plays the seat whose decision is due."""
        game = self._sitting.game
        if game.is_over or game.seat not in seats:
            return []
        if self._number != self._sitting.number:
            self._number = self._sitting.number
            self._legal.clear()
        known = self._legal.get(language)
        if known is None:
            words = words_in(language)
            known = [self._decision(number, words) for number in self._sitting.legal()]
            self._legal[language] = known
        return known

    def _decision(self, number: int, words: Words) -> Legal:
        game = self._sitting.game
        on = elements(number, game.state)
        return Legal(
            id=number,
            text=decision_text(number),
            on=on,
            also=orders(number, on),
            label=words.decision(number, game.state),
            effect=words.join(words.effect(number, game.state)),
            gains=messages(foreseen(game, number), game.state.setting),
        )

    def _due(self, seats: frozenset[int]) -> Due | None:
        game = self._sitting.game
        if game.is_over:
            return None
        state = game.state
        edition = state.setting.components.edition
        at_market = state.phase in (MARKET, EFFECT)
        action = None
        if state.phase == EFFECT:
            card = edition.influence[state.action // 2]
            action = f"{card.id}.{state.action % 2 + 1}"
        return Due(
            seat=colour_of(state.setting, game.seat),
            kind=self._sitting.players[game.seat].kind,
            yours=game.seat in seats,
            phase=PHASES[state.phase],
            space=state.space + 1 if at_market else None,
            die=DICE[state.die] if at_market else None,
            action=action,
            claim=place_text(state.claim) if state.phase == PLACE_TILE else None,
            left=state.left if state.phase in (BUILDING, EFFECT) and state.left else None,
            stays_open=stays_open(state),
        )

    def _prompt(self, words: Words, seats: frozenset[int]) -> str:
        game = self._sitting.game
        state = game.state
        if game.is_over:
            return words.text("table.over")
        names = [player.name for player in self._sitting.players]
        who = words.player(state.setting, game.seat, names)
        if game.seat not in seats:
            return words.text("bot.thinks" if self._sitting.bot else "table.waiting", who=who)
        verbs = dict.fromkeys(decision_text(n).split()[0] for n in self._sitting.legal())
        told = sorted(verbs, key=_RANK.index)
        if stays_open(state):
            told = [f"{verb}-market" if verb == "end" else verb for verb in told]
        ways = AnyOf(tuple(Term(f"table.do.{verb}") for verb in told))
        return words.text("table.prompt", who=who, ways=ways)

    # --- how everybody stands

    def _seats(self, words: Words) -> list[Seat]:
        game = self._sitting.game
        state = game.state
        setting = state.setting
        components = setting.components
        result = []
        for seat, score in enumerate(game.scores()):
            player = self._sitting.players[seat]
            position = state.seats[seat * SEAT_SIZE + SCORE]
            is_ivan = player.kind == "ivan"
            result.append(
                Seat(
                    colour=colour_of(setting, seat),
                    name=words.player(setting, seat) if is_ivan else player.name,
                    kind=player.kind,
                    bot=player.bot,
                    side="advanced" if setting.advanced[seat] else "basic",
                    prestige=score.track,
                    to_next=track.ahead(components, position) - position,
                    towers=score.towers,
                    goods=score.goods,
                    total=score.total,
                    cards=score.cards,
                    ornaments=score.ornaments,
                    free=0 if is_ivan else free_slots(state, seat),
                    costs=None if is_ivan else _costs(state, seat),
                )
            )
        return result

    def _over(self, words: Words) -> Over | None:
        reason = over_reason(self._sitting)
        if reason is None:
            return None
        game = self._sitting.game
        setting = game.state.setting
        winners = [] if reason == "capped" else game.winners()
        return Over(
            reason=reason,
            winners=[colour_of(setting, seat) for seat in winners],
            text=words.text("table.capped") if reason == "capped" else words.result(game.state),
            scores=[
                SeatScore(
                    colour=colour_of(setting, seat),
                    track=score.track,
                    goods=score.goods,
                    towers=_standing(game.state, score.by_tower),
                    total=score.total,
                    cards=score.cards,
                    ornaments=score.ornaments,
                )
                for seat, score in enumerate(game.scores())
            ],
        )

    # --- what happened

    def _log(self, words: Words) -> list[LogEntry]:
        """The whole log; entries are told once in each language."""
        parts = self._sitting.parts
        told = self._entries.setdefault(words.language, [])
        same = 0
        while same < min(len(parts), len(told)) and told[same][0] is parts[same]:
            same += 1
        del told[same:]
        told += [
            (part, _entry(index, part, words)) for index, part in enumerate(parts[same:], same)
        ]
        return [entry for _, entry in told]


_RANK: Final = (
    "claim",
    "tile",
    "deliver",
    "ornament",
    "die",
    "take",
    "influence",
    "activate",
    "sell",
    "buy",
    "trade",
    "give",
    "get",
    "swap",
    "discard",
    "pay",
    "ivan",
    "prestige",
    "stop",
    "end",
)


def _entry(index: int, part: Part, words: Words) -> LogEntry:
    """A piece of the log in words; the sentences that a turn begins are left out."""
    setting = part.before.setting
    told = [*part.events, part.closing] if part.closing else list(part.events)
    if part.decision is None:
        sentences = words.events(told, setting, part.before)
    else:
        sentences = words.told(part.decision, told, part.before)
    sentences = sentences[int(part.opens) : len(sentences) - int(part.closing is not None)]
    return LogEntry(
        index=index,
        turn=part.turn,
        seat=colour_of(setting, part.seat),
        decision=None if part.decision is None else decision_text(part.decision),
        text=words.join(sentences),
        events=messages(part.events, setting),
    )


def _costs(state: State, seat: int) -> Costs:
    setting = state.setting
    return {
        cast("WorkshopSpace", name): setting.components.cost(
            setting.advanced[seat], setting.colours[seat], space
        )
        for space, name in enumerate(WORKSHOP_SPACES)
    }


def _standing(state: State, by_tower: list[int]) -> list[int]:
    """The numbers of the towers that there are."""
    return [worth for tower, worth in enumerate(by_tower) if state.setting.heights[tower]]


def _tower_pay(state: State) -> list[dict[Colour, int]]:
    """What each tower would pay now, and to whom (R7.4)."""
    setting = state.setting
    return [
        {
            colour_of(setting, seat): worth
            for seat, worth in enumerate(scoring.tower_worth(state, tower))
            if worth
        }
        for tower, height in enumerate(setting.heights)
        if height
    ]


def foreseen(game: Game, number: int) -> list[Event]:
    """What a decision would bring about, and what a moved die could take where it lands (R6.5)."""
    trial = game.state.copy()
    journal: list[Event] = []
    trial.journal = journal
    rules.play(trial, number)
    takes = [move for move in rules.legal(trial) if TAKE <= move < TAKE + TAKE_LIMIT]
    if DIE <= number < TILE and takes:
        rules.play(trial, takes[-1])
    return journal
