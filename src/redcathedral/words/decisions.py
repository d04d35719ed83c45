"""What a decision means in a position, and what else it would bring about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from redcathedral.box.vocabulary import (
    BANNER_SOURCES,
    DIE_COUNT,
    ORNAMENT_MATERIAL,
    RUBLE,
)
from redcathedral.engine import events, rules, track
from redcathedral.engine.decisions import ACTIVATE, DIE, TAKE
from redcathedral.engine.phases import BUILDING, EFFECT, MARKET
from redcathedral.engine.state import Event, State
from redcathedral.engine.turn import stays_open
from redcathedral.record import decision as made
from redcathedral.record.notation import place_text
from redcathedral.words import position, terms
from redcathedral.words.message import AnyOf, Term, Value

AtMarket: TypeAlias = (
    made.Take
    | made.Influence
    | made.Activate
    | made.Sell
    | made.Buy
    | made.Trade
    | made.Give
    | made.Get
    | made.Discard
    | made.Swap
    | made.Pay
    | made.Stop
)

# Events that a decision's own words tell already, or that belong to the next turn.
_AFTER = (events.COMPLETED, events.GAME_ENDED)


def tried(state: State, decision: int) -> tuple[State, list[Event]]:
    """A copy of the position after a legal decision, and what happened."""
    copy = state.copy()
    copy.journal = []
    rules.apply(copy, decision)
    return copy, copy.journal


def consequences(told: list[Event]) -> list[Event]:
    """What a decision brings about beyond what its own words say."""
    for index, event in enumerate(told):
        if event.kind in _AFTER:
            return [event for event in told[index:] if event.kind != events.TURN_BEGAN]
    return []


def meaning(state: State, number: int) -> Term:
    """What a legal decision means here: its costs, its gains, where it leads."""
    after, told = tried(state, number)
    return _Meaning(state, after, told).of(made.decode(number))


def claiming(state: State, numbers: Sequence[int]) -> Term:
    """What the legal claims of one card mean together; the sources are words of the notation."""
    claims = [claim for number in numbers if isinstance(claim := made.decode(number), made.Claim)]
    sources = AnyOf(tuple(BANNER_SOURCES[claim.source] for claim in claims))
    return Term("decision.claim-card", {"sources": sources, **_claimed(state, claims[0].place)})


def _claimed(state: State, place: int) -> dict[str, Value]:
    """A card that may be claimed: where it is, its tile, what it costs and gives."""
    setting = state.setting
    kind = state.tile(place)
    return {
        "section": terms.section(setting, place),
        "place": place_text(place),
        "tile": terms.tile_kind(setting, kind),
        "card": terms.card(setting.components.edition.cards[setting.card[place]]),
    }


def opening(before: State, number: int) -> Iterator[Term]:
    """The sentences for what is chosen without an event of its own: influence and its end."""
    who = terms.player(before.setting, before.seat)
    match made.decode(number):
        case made.Influence(index):
            card = terms.influence(before.setting, before.space // 2)
            yield Term(
                "told.influence",
                {
                    "who": who,
                    "guild": terms.guild(card.group),
                    "action": terms.action(card.actions[index]),
                },
            )
        case made.Stop():
            yield Term("told.stop", {"who": who})
        case _:
            pass  # the events say it


def progress(after: State, number: int) -> Iterator[Term]:
    """After a delivery or an ornament: what the card still needs, how many are left (R5.1)."""
    match made.decode(number):
        case made.Deliver(place):
            if not after.is_built(place):
                yield Term("told.missing", {"missing": position.missing(after, place)})
        case made.Decorate():
            pass
        case _:
            return
    left = after.left if after.phase in (BUILDING, EFFECT) else 0
    yield Term("told.left", {"n": left})


class _Meaning:
    """Words for a decision, with the position before and after it."""

    def __init__(self, state: State, after: State, told: list[Event]) -> None:
        self.state = state
        self.after = after
        self.setting = state.setting
        own = [event for event in told if event.seat == state.seat]
        self.paid = [event for event in own if event.kind == events.PAID]
        self.gains: tuple[Value, ...] = tuple(
            terms.amount(event.a, event.b)
            if event.kind == events.GAINED
            else terms.prestige(event.a)
            for event in own
            if event.kind in (events.GAINED, events.PRESTIGE_GAINED)
        )

    def of(self, decision: made.Decision) -> Term:
        match decision:
            case made.Claim(place, source):
                banner = Term(f"source.{BANNER_SOURCES[source]}")
                return Term("decision.claim", {"source": banner, **_claimed(self.state, place)})
            case made.PlaceTile(space, face_up):
                return self._place_tile(space, face_up)
            case made.Deliver(place, material):
                missing = self.after.missing(place)
                goods: dict[str, Value] = {"material": terms.material(material), "n": missing}
                return Term("decision.deliver", {**goods, **self._card(place)})
            case made.Decorate(place, gems):
                return self._set_up(place, gems)
            case made.MoveDie():
                return self._move_die(decision)
            case made.IvanClaim(place):
                return Term("decision.ivan-claim", self._card(place))
            case made.IvanOrnament(place):
                ornament = terms.ornament(self.setting.section(place))
                return Term("decision.ivan-ornament", {"ornament": ornament, **self._card(place)})
            case made.PrestigeRubles():
                return Term("decision.prestige-rubles", {"gains": self.gains, **self._lost()})
            case made.PrestigeReroll(space):
                dice = self._dice(space)
                here: dict[str, Value] = {"space": space + 1, "dice": dice}
                return Term("decision.prestige-reroll", {**here, **self._lost()})
            case made.End():
                return self._end()
            case _:
                return self._market(decision)

    def _market(self, decision: AtMarket) -> Term:
        """What is done at the market and with influence."""
        paid = tuple(terms.amount(event.a, event.b) for event in self.paid)
        match decision:
            case made.Take():
                return Term("decision.take", {"gains": self.gains})
            case made.Influence(index):
                return self._influence(index)
            case made.Activate(space):
                kind = self.state.workshop(self.state.seat, space)
                return Term(
                    "decision.activate",
                    {
                        "tile": terms.tile_kind(self.setting, kind - 1),
                        "space": terms.space(space),
                        "gains": self.gains,
                    },
                )
            case made.Sell() | made.Buy() | made.Trade() | made.Discard() | made.Pay():
                how = "rubles" if any(event.a == RUBLE for event in self.paid) else "goods"
                values: dict[str, Value] = {"paid": paid, "gains": self.gains, "how": how}
                return Term("decision.exchange", values)
            case made.Give():
                return Term("decision.give", {"paid": paid})
            case made.Get():
                return Term("decision.get", {"gains": self.gains})
            case made.Swap(first, second):
                return self._swap(first, second)
            case made.Stop():
                return Term("decision.stop")
            case _:
                assert_never(decision)

    def _card(self, place: int) -> dict[str, Value]:
        return {"section": terms.section(self.setting, place), "place": place_text(place)}

    def _price(self) -> dict[str, Value]:
        price = sum(event.b for event in self.paid if event.a == RUBLE)
        return {"n": price, "price": terms.amount(RUBLE, price)}

    def _lost(self) -> dict[str, Value]:
        """How far the marker goes back for a prestige (R3.2, R7.8)."""
        position = self.state.score(self.state.seat)
        steps = position - track.behind(self.setting.components, position)
        return {"lost": terms.prestige(1), "steps": Term("amount.step-back", {"n": steps})}

    def _dice(self, space: int) -> tuple[Value, ...]:
        dice = range(DIE_COUNT)
        return tuple(terms.die(die) for die in dice if self.after.die_space(die) == space)

    def _place_tile(self, space: int, face_up: bool) -> Term:
        return Term(
            "decision.tile",
            {
                "tile": terms.tile_kind(self.setting, self.state.tile(self.state.claim)),
                "space": terms.space(space),
                "side": "up" if face_up else "down",
                "gains": self.gains,
                "ornaments": self._ornaments_changed(space),
                **self._price(),
            },
        )

    def _ornaments_changed(self, space: int) -> tuple[Value, ...]:
        """The ornament that lies there and is freed or lost (R4.5)."""
        kind = terms.locked(self.state, self.state.seat, space)
        return () if kind is None else (terms.ornament(kind),)

    def _set_up(self, place: int, gems: int) -> Term:
        kind = self.setting.section(place)
        return Term(
            "decision.ornament",
            {
                "ornament": terms.ornament(kind),
                "material": terms.amount(ORNAMENT_MATERIAL[kind], 1),
                "gems": terms.gems(gems),
                "gains": self.gains,
                **self._card(place),
            },
        )

    def _move_die(self, decision: made.MoveDie) -> Term:
        face = self.state.die_face(decision.die)
        return Term(
            "decision.die",
            {
                "die": terms.die(decision.die),
                "steps": Term("amount.space", {"n": face + decision.extra}),
                "space": self.after.space + 1,
                "there": landing(self.after),
                **self._price(),
            },
        )

    def _influence(self, index: int) -> Term:
        card = terms.influence(self.setting, self.state.space // 2)
        return Term(
            "decision.influence",
            {
                "guild": terms.guild(card.group),
                "action": terms.action(card.actions[index]),
            },
        )

    def _swap(self, first: int, second: int) -> Term:
        tiles = self.setting.components.edition.resource_tiles
        shown = [tiles[self.state.resource_tile(space)] for space in (first, second)]
        return Term(
            "decision.swap",
            {
                "first": first + 1,
                "second": second + 1,
                "one": terms.amount(shown[0].resource, shown[0].amount),
                "other": terms.amount(shown[1].resource, shown[1].amount),
                **self._price(),
            },
        )

    def _end(self) -> Term:
        if self.state.phase != MARKET:
            return Term("decision.end", {"dice": (), "space": 0})
        space = self.state.space
        told = "decision.end-market" if stays_open(self.state) else "decision.end"
        return Term(told, {"dice": self._dice(space), "space": space + 1})


def landing(state: State) -> tuple[Value, ...]:
    """What a market turn offers where the die now stands (R6.4): goods, influence, tiles."""
    result: list[Value] = []
    moves = rules.legal(state)
    units = [move - TAKE + 1 for move in moves if TAKE <= move < ACTIVATE]
    if units:
        tile = state.resource_tile(state.space)
        resource = state.setting.components.resource_gives[tile]
        result.append(Term("landing.goods", {"goods": terms.amount(resource, max(units))}))
    group = terms.influence(state.setting, state.space // 2).group
    result.append(Term("landing.influence", {"guild": terms.guild(group)}))
    for move in moves:
        if ACTIVATE <= move < DIE:
            _, told = tried(state, move)
            gains = tuple(
                terms.amount(event.a, event.b) for event in told if event.kind == events.GAINED
            )
            result.append(Term("landing.tile", {"gains": gains}))
    return tuple(result)
