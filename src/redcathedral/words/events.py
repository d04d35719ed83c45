"""Events told as sentences, what belongs together in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redcathedral.box.vocabulary import (
    BANNER_SOURCES,
    IVAN_BUILD,
    IVAN_CARDS,
    IVAN_CLAIM,
    RECOGNITION,
    RUBLE,
)
from redcathedral.engine import events
from redcathedral.engine.setting import IVAN, Setting
from redcathedral.engine.state import Event, State
from redcathedral.record.notation import place_text
from redcathedral.words import terms
from redcathedral.words.message import AllOf, Term, Value


def tell(told: Sequence[Event], setting: Setting, before: State | None = None) -> Iterator[Term]:
    """A sentence for each thing that happened, with its causes and consequences.

    The position before it says why a card of Ivan's found nothing to do.
    """
    return _Teller(told, setting, before).sentences()


class _Teller:
    """Reads events from the first to the last and takes together what is one thing."""

    def __init__(self, told: Sequence[Event], setting: Setting, before: State | None) -> None:
        self.told = told
        self.setting = setting
        self.before = before
        self.next = 0
        self.idle: int | None = None  # Ivan's card that has done nothing yet

    def sentences(self) -> Iterator[Term]:
        while self.next < len(self.told):
            event = self.told[self.next]
            self.next += 1
            yield from self._sentence(event)

    def _sentence(self, event: Event) -> Iterator[Term]:
        if event.kind in (events.CLAIMED, events.DELIVERED):
            self.idle = None
        elif event.kind in (events.TURN_BEGAN, events.GAME_ENDED):
            yield from self._ivan_idle()
        who = terms.player(self.setting, event.seat)
        match event.kind:
            case events.TURN_BEGAN:
                yield Term("event.turn-began", {"who": who})
            case events.CLAIMED:
                source = "ivan" if who.id == "player.ivan" else BANNER_SOURCES[event.b]
                yield Term(
                    "event.claimed",
                    {"who": who, "source": Term(f"source.{source}"), **self._place(event.a)},
                )
            case events.TILE_PLACED:
                yield from self._tile_placed(event, who)
            case events.ORNAMENT_FREED:
                yield Term("event.ornament-freed", {"ornament": terms.ornament(event.b)})
            case events.ORNAMENT_LOST:
                yield Term("event.ornament-lost", {"ornament": terms.ornament(event.b)})
            case events.DELIVERED:
                yield self._delivered(event, who)
            case events.COMPLETED:
                gains = self._gains(event.seat)
                yield Term("event.completed", {"who": who, "gains": gains, **self._place(event.a)})
            case events.REPRIMANDED:
                lost = terms.amount(RECOGNITION, event.b)
                yield Term(
                    "event.reprimanded",
                    {"who": who, "n": event.b, "lost": lost, **self._place(event.a)},
                )
            case events.ORNAMENT_SET:
                yield self._ornament_set(event, who)
            case events.CLOSED:
                gains = self._gains(event.seat)
                values: dict[str, Value] = {"gains": gains, "others": self._others(event.seat)}
                yield Term("event.closed", {"who": who, **values})
            case events.PAID:
                yield from self._paid(event, who)
            case events.GAINED | events.PRESTIGE_GAINED:
                self.next -= 1
                yield Term("event.gained", {"who": who, "gains": self._gains(event.seat)})
            case events.PRESTIGE_LOST:
                yield Term(
                    "event.prestige-lost",
                    {
                        "who": who,
                        "lost": terms.prestige(event.a),
                        "steps": Term("amount.step-back", {"n": event.b}),
                        "gains": self._gains(event.seat),
                    },
                )
            case events.DIE_ROLLED:
                yield self._rolled(event)
            case events.IVAN_ACTED:
                yield from self._ivan_acted(event)
            case _:
                yield self._plain(event, who)

    def _plain(self, event: Event, who: Term) -> Term:
        """What stands alone."""
        match event.kind:
            case events.DIE_MOVED:
                return self._die_moved(event, who, 0)
            case events.DIE_BLOCKED:
                return Term("event.die-blocked", {"die": terms.die(event.a), "space": event.b + 1})
            case events.TILES_SWAPPED:
                return self._swapped(event, who, 0)
            case events.TILE_ACTIVATED:
                return Term(
                    "event.activated",
                    {
                        "who": who,
                        "tile": terms.tile_kind(self.setting, event.b),
                        "space": terms.space(event.a),
                        "gains": self._gains(event.seat),
                    },
                )
            case events.TILE_DISCARDED:
                tile = terms.tile_kind(self.setting, event.a)
                return Term("event.discarded", {"tile": tile})
            case events.IVAN_STORED:
                goods = terms.amount(event.a, event.b)
                return Term("event.ivan-stored", {"n": event.b, "goods": goods})
            case events.IVAN_TRANSPORTED:
                goods = Term("amount.material", {"n": event.a})
                return Term("event.ivan-transported", {"n": event.a, "goods": goods})
            case events.IVAN_DEALT:
                return Term("event.ivan-dealt")
            case events.GAME_ENDED:
                return Term("event.game-ended")
            case _:
                raise ValueError(f"there is no event of kind {event.kind}")

    def _place(self, place: int) -> dict[str, Value]:
        return {"section": terms.section(self.setting, place), "place": place_text(place)}

    def _others(self, seat: int) -> AllOf:
        """All seats but one, in turn order."""
        count = self.setting.seat_count
        return AllOf(
            tuple(terms.player(self.setting, (seat + ahead) % count) for ahead in range(1, count))
        )

    def _take(self, seat: int, *kinds: int) -> Iterator[Event]:
        """The events of these kinds that follow, for this seat."""
        while self.next < len(self.told):
            event = self.told[self.next]
            if event.kind not in kinds or event.seat != seat:
                return
            self.next += 1
            yield event

    def _gains(self, seat: int) -> tuple[Value, ...]:
        """What the seat gains next: one amount a resource, prestige last."""
        gained: dict[int, int] = {}
        prestige = 0
        for event in self._take(seat, events.GAINED, events.PRESTIGE_GAINED):
            if event.kind == events.GAINED:
                gained[event.a] = gained.get(event.a, 0) + event.b
            else:
                prestige += event.a
        result: list[Value] = [terms.amount(*gain) for gain in gained.items()]
        return (*result, terms.prestige(prestige)) if prestige else tuple(result)

    def _tile_placed(self, event: Event, who: Term) -> Iterator[Term]:
        price = sum(paid.b for paid in self._take(event.seat, events.PAID))
        freed = list(self._take(event.seat, events.ORNAMENT_FREED))
        yield Term(
            "event.tile-placed",
            {
                "who": who,
                "tile": terms.tile_kind(self.setting, event.b),
                "space": terms.space(event.a),
                "side": "up" if event.c else "down",
                "n": price,
                "price": terms.amount(RUBLE, price),
                "gains": self._gains(event.seat),
            },
        )
        for ornament in freed:
            yield from self._sentence(ornament)

    def _delivered(self, event: Event, who: Term) -> Term:
        """One delivery, or all of Ivan's to one card."""
        goods = {event.b: 1}
        start = self.next
        for other in self._take(event.seat, events.DELIVERED):
            if other.a != event.a:
                break
            start = self.next
            goods[other.b] = goods.get(other.b, 0) + 1
        self.next = start
        amounts = tuple(terms.amount(*good) for good in goods.items())
        return Term("event.delivered", {"who": who, "goods": amounts, **self._place(event.a)})

    def _ornament_set(self, event: Event, who: Term) -> Term:
        return Term(
            "event.ornament-set",
            {
                "who": who,
                "ornament": terms.ornament(event.b),
                "gems": terms.gems(event.c),
                "gains": self._gains(event.seat),
                **self._place(event.a),
            },
        )

    def _paid(self, event: Event, who: Term) -> Iterator[Term]:
        """A payment with what it was for."""
        paid = [event, *self._take(event.seat, events.PAID)]
        rubles = sum(payment.b for payment in paid if payment.a == RUBLE)
        after = self.told[self.next] if self.next < len(self.told) else None
        kind = -1 if after is None or after.seat != event.seat else after.kind
        if after is not None and kind in (events.DIE_MOVED, events.TILES_SWAPPED):
            self.next += 1
            moved = kind == events.DIE_MOVED
            yield (self._die_moved if moved else self._swapped)(after, who, rubles)
            return
        if kind == events.ORNAMENT_SET:  # tells its own materials
            paid = [payment for payment in paid if payment.a == RUBLE]
            if not paid:
                return
        amounts = tuple(terms.amount(payment.a, payment.b) for payment in paid)
        gains = self._gains(event.seat)
        how = "rubles" if any(payment.a == RUBLE for payment in paid) else "goods"
        values: dict[str, Value] = {"who": who, "paid": amounts, "how": how}
        if gains:
            yield Term("event.exchanged", {"gains": gains, **values})
        else:
            yield Term("event.paid", values)

    def _die_moved(self, event: Event, who: Term, price: int) -> Term:
        return Term(
            "event.die-moved",
            {
                "who": who,
                "die": terms.die(event.a),
                "start": event.b + 1,
                "end": event.c + 1,
                "n": price,
                "price": terms.amount(RUBLE, price),
            },
        )

    def _swapped(self, event: Event, who: Term, price: int) -> Term:
        return Term(
            "event.swapped",
            {
                "who": who,
                "first": event.a + 1,
                "second": event.b + 1,
                "n": price,
                "price": terms.amount(RUBLE, price),
            },
        )

    def _rolled(self, event: Event) -> Term:
        rolled = [event, *self._take(event.seat, events.DIE_ROLLED)]
        dice = tuple(terms.shown(one.a, one.b) for one in rolled)
        return Term("event.rolled", {"dice": dice})

    def _ivan_acted(self, event: Event) -> Iterator[Term]:
        card = Term(f"ivan-card.{IVAN_CARDS[event.a]}")
        self.idle = event.a
        yield Term(
            "event.ivan-acted", {"number": event.b + 1, "card": card, "die": terms.die(event.c)}
        )

    def _ivan_idle(self) -> Iterator[Term]:
        """Two of his cards may find nothing to do (R8.4)."""
        before = self.before
        if self.idle == IVAN_CLAIM:
            has = before is None or before.banners(IVAN, 0)
            yield Term("event.ivan-claims-nothing", {"why": "card" if has else "banner"})
        elif self.idle == IVAN_BUILD:
            has = before is None or len(before.ivan_build)
            yield Term("event.ivan-builds-nothing", {"why": "card" if has else "materials"})
        self.idle = None
