"""Write sentences for events; related events, such as a payment and a gain, share a sentence."""

from collections.abc import Iterator, Sequence
from typing import TypeVar, assert_never

from redcathedral.box.vocabulary import COLOURS, IVAN_CARDS, Colour, IvanCard, Resource
from redcathedral.engine.phases import AFTER_IVAN, ROLL
from redcathedral.engine.setting import IVAN, Setting
from redcathedral.engine.state import State
from redcathedral.record import event
from redcathedral.record.event import Event
from redcathedral.record.notation import read_place
from redcathedral.text import terms
from redcathedral.text.translator import AllOf, Argument, Term

OneKind = TypeVar("OneKind", bound=Event)


class EventNarrator:
    """Describes events, with the position ``before`` them or None and the ``names`` of seats."""

    def __init__(
        self,
        events: Sequence[Event],
        setting: Setting,
        before: State | None,
        names: Sequence[Argument] = (),
    ) -> None:
        self.events = events
        self.setting = setting
        self.names = names
        self.before = before
        self.next = 0  # the index of the next event
        self.unused_card = _card_due(before)  # the card of Ivan that has had no effect so far

    def sentences(self) -> Iterator[Term]:
        while self.next < len(self.events):
            current = self.events[self.next]
            self.next += 1
            yield from self._ivan_card_without_effect(current)
            yield from self._sentence(current)

    def _sentence(self, current: Event) -> Iterator[Term]:
        who = terms.seat_name(self.setting, self._seat(current.seat), self.names)
        match current:
            case event.TurnBegan():
                yield Term("event.turn-began", who=who)
            case event.Claimed(_, place, source):
                from_ = Term(f"source.{source or 'ivan'}")
                yield Term("event.claimed", who=who, source=from_, **self._at(place))
            case event.TilePlaced():
                yield from self._tile_placed(current, who)
            case event.OrnamentFreed(ornament=ornament):
                yield Term("event.ornament-freed", ornament=terms.ornament(ornament))
            case event.OrnamentLost(ornament=ornament):
                yield Term("event.ornament-lost", ornament=terms.ornament(ornament))
            case event.Delivered():
                yield self._delivered(current, who)
            case event.Completed(seat, place):
                gains = self._gains(seat)
                yield Term("event.completed", who=who, gains=gains, **self._at(place))
            case event.Reprimanded(_, place, _, number):
                lost = terms.amount("recognition", number)
                yield Term("event.reprimanded", who=who, n=number, lost=lost, **self._at(place))
            case event.Decorated(seat, place, ornament, gems):
                yield Term(
                    "event.ornament-set",
                    who=who,
                    ornament=terms.ornament(ornament),
                    gems=terms.gems(gems),
                    gains=self._gains(seat),
                    **self._at(place),
                )
            case event.Closed(seat):
                gains, others = self._gains(seat), self._others(seat)
                yield Term("event.closed", who=who, gains=gains, others=others)
            case event.DieMoved() | event.TilesSwapped():
                yield self._die_or_tiles_moved(current, who, 0)
            case event.DieBlocked(_, die, space):
                yield Term("event.die-blocked", die=terms.die(die), space=space)
            case event.DieRolled(seat):
                rolled = [current, *self._take_events(seat, event.DieRolled)]
                dice = tuple(terms.die_with_face(roll.die, roll.face) for roll in rolled)
                yield Term("event.rolled", dice=dice)
            case event.Paid():
                yield from self._paid(current, who)
            case event.Gained(seat) | event.PrestigeGained(seat):
                self.next -= 1
                yield Term("event.gained", who=who, gains=self._gains(seat))
            case event.PrestigeLost(seat, number, steps):
                yield Term(
                    "event.prestige-lost",
                    who=who,
                    lost=terms.prestige(number),
                    steps=Term("amount.step-back", n=steps),
                    gains=self._gains(seat),
                )
            case event.TileActivated(seat, workshop_space, tile):
                yield Term(
                    "event.activated",
                    who=who,
                    tile=terms.tile(self.setting, tile),
                    space=terms.space(workshop_space),
                    gains=self._gains(seat),
                )
            case event.TileDiscarded(tile=tile):
                yield Term("event.discarded", tile=terms.tile(self.setting, tile))
            case event.IvanActed(_, card, number, die):
                used = Term(f"ivan-card.{card}")
                yield Term("event.ivan-acted", number=number, card=used, die=terms.die(die))
            case event.IvanStored(_, resource, number):
                materials = terms.amount(resource, number)
                yield Term("event.ivan-stored", n=number, materials=materials)
            case event.IvanTransported(_, number):
                materials = Term("amount.material", n=number)
                yield Term("event.ivan-transported", n=number, materials=materials)
            case event.IvanDealt():
                yield Term("event.ivan-dealt")
            case event.GameEnded():
                yield Term("event.game-ended")
            case _:
                assert_never(current)

    def _seat(self, colour: Colour) -> int:
        return list(self.setting.colours).index(COLOURS.index(colour))

    def _at(self, place: str) -> dict[str, Argument]:
        return terms.card_location(self.setting, read_place(place))

    def _others(self, colour: Colour) -> AllOf:
        seat, count = self._seat(colour), self.setting.seat_count
        return AllOf(
            tuple(
                terms.seat_name(self.setting, (seat + ahead) % count, self.names)
                for ahead in range(1, count)
            )
        )

    def _following(self, seat: Colour) -> Event | None:
        next_event = self.events[self.next] if self.next < len(self.events) else None
        return next_event if next_event is not None and next_event.seat == seat else None

    def _take_events(self, seat: Colour, kind: type[OneKind]) -> Iterator[OneKind]:
        while isinstance(next_event := self._following(seat), kind):
            self.next += 1
            yield next_event

    def _gains(self, seat: Colour) -> tuple[Argument, ...]:
        """Consume the following gains of a seat; return a sum for each resource, then prestige."""
        gained: dict[Resource, int] = {}
        prestige = 0
        while isinstance(gain := self._following(seat), event.Gained | event.PrestigeGained):
            self.next += 1
            if isinstance(gain, event.Gained):
                gained[gain.resource] = gained.get(gain.resource, 0) + gain.amount
            else:
                prestige += gain.amount
        result: list[Argument] = [terms.amount(*gain) for gain in gained.items()]
        return (*result, terms.prestige(prestige)) if prestige else tuple(result)

    def _tile_placed(self, placed: event.TilePlaced, who: Argument) -> Iterator[Term]:
        price = sum(paid.amount for paid in self._take_events(placed.seat, event.Paid))
        freed = list(self._take_events(placed.seat, event.OrnamentFreed))
        yield Term(
            "event.tile-placed",
            who=who,
            tile=terms.tile(self.setting, placed.tile),
            space=terms.space(placed.space),
            side=placed.side,
            gains=self._gains(placed.seat),
            **terms.price(price),
        )
        for ornament in freed:
            yield from self._sentence(ornament)

    def _delivered(self, first: event.Delivered, who: Argument) -> Term:
        """Describe a delivery; all deliveries of Ivan to one card share a sentence."""
        materials = {first.resource: 1}
        while isinstance(other := self._following(first.seat), event.Delivered):
            if other.place != first.place:
                break
            self.next += 1
            materials[other.resource] = materials.get(other.resource, 0) + 1
        amounts = tuple(terms.amount(*delivered) for delivered in materials.items())
        return Term("event.delivered", who=who, materials=amounts, **self._at(first.place))

    def _paid(self, first: event.Paid, who: Argument) -> Iterator[Term]:
        paid = [first, *self._take_events(first.seat, event.Paid)]
        rubles = [payment for payment in paid if payment.resource == "ruble"]
        after = self._following(first.seat)
        if isinstance(after, event.DieMoved | event.TilesSwapped):
            self.next += 1
            yield self._die_or_tiles_moved(after, who, sum(payment.amount for payment in rubles))
            return
        if isinstance(after, event.Decorated):  # its sentence names the materials
            paid = rubles
            if not paid:
                return
        amounts = tuple(terms.amount(payment.resource, payment.amount) for payment in paid)
        gains = self._gains(first.seat)
        kind = "rubles" if rubles else "materials"
        if gains:
            yield Term("event.exchanged", who=who, paid=amounts, how=kind, gains=gains)
        else:
            yield Term("event.paid", who=who, paid=amounts, how=kind)

    def _die_or_tiles_moved(
        self, moved: event.DieMoved | event.TilesSwapped, who: Argument, rubles: int
    ) -> Term:
        values: dict[str, Argument] = {"who": who, **terms.price(rubles)}
        match moved:
            case event.DieMoved(_, die, start, end) if start == end:
                return Term("event.die-circled", die=terms.die(die), end=end, **values)
            case event.DieMoved(_, die, start, end):
                return Term("event.die-moved", die=terms.die(die), start=start, end=end, **values)
            case event.TilesSwapped(_, first, second):
                return Term("event.swapped", first=first, second=second, **values)
            case _:
                assert_never(moved)

    def _ivan_card_without_effect(self, current: Event) -> Iterator[Term]:
        """Yield a sentence if Ivan's card before this event had no effect (R8.4)."""
        before = self.before
        match current:
            case event.IvanActed(card=card):
                self.unused_card = card
                return
            case event.TurnBegan() | event.GameEnded() if self.unused_card == "claim":
                has_banner = before is None or before.banners(IVAN, 0)
                yield Term("event.ivan-claims-nothing", why="card" if has_banner else "banner")
            case event.TurnBegan() | event.GameEnded() if self.unused_card == "build":
                cause = "card" if before is None or len(before.ivan_build) else "materials"
                yield Term("event.ivan-builds-nothing", why=cause)
            case event.TurnBegan() | event.GameEnded() | event.Claimed() | event.Delivered():
                pass
            case _:
                return
        self.unused_card = None


def _card_due(before: State | None) -> IvanCard | None:
    """Return the card of Ivan whose action follows the pending roll (R8.4)."""
    if before is None or before.phase != ROLL or before.after != AFTER_IVAN:
        return None
    return IVAN_CARDS[before.ivan_card(before.cursor)]
