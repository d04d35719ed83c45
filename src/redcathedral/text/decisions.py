"""Describe decisions: the effects of a legal decision, and the events that follow from it."""

from collections.abc import Iterable, Iterator, Sequence

from redcathedral.box import vocabulary as v
from redcathedral.engine import track
from redcathedral.engine.phases import BUILDING, EFFECT, MARKET, TURN
from redcathedral.engine.resources import can_lose_prestige
from redcathedral.engine.state import State
from redcathedral.engine.turn import stays_open
from redcathedral.play.offer import Offer
from redcathedral.play.trial import Trial
from redcathedral.record import decision, event
from redcathedral.record.decision import decode
from redcathedral.record.event import Event
from redcathedral.text import position, terms
from redcathedral.text.translator import AnyOf, Argument, Term


def further_events(events: Sequence[Event]) -> list[Event]:
    """Return the events that the description of a decision does not mention."""
    for index, first in enumerate(events):
        if isinstance(first, event.Completed | event.GameEnded):
            return [later for later in events[index:] if not isinstance(later, event.TurnBegan)]
    return []


def claims_of_card(state: State, decisions: Sequence[int]) -> Term:
    """Describe the legal claims of one card, with the words to type for the sources."""
    claims = [claim for number in decisions if isinstance(claim := decode(number), decision.Claim)]
    sources = AnyOf(
        tuple(Term(f"typed.{v.BANNER_SOURCES[claim.source]}", of="claim") for claim in claims)
    )
    return Term("decision.claim-card", sources=sources, **_claimed_card(state, claims[0].place))


def _claimed_card(state: State, place: int) -> dict[str, Argument]:
    setting = state.setting
    return {
        "tile": terms.tile_kind(setting, state.tile(place)),
        "card": terms.card(setting.components.edition.cards[setting.card[place]]),
        **terms.card_location(setting, place),
    }


def announcement(before: State, number: int, names: Sequence[Argument] = ()) -> Iterator[Term]:
    """Yield the sentence for a decision without an event: use influence, or end its action."""
    who = terms.seat_name(before.setting, before.seat, names)
    match decode(number):
        case decision.Influence(index):
            yield Term("told.influence", who=who, **_influence(before, index))
        case decision.Stop():
            yield Term("told.stop", who=who)
        case _:
            pass  # its events describe it


def reroll_dice(before: State, number: int) -> Iterator[Term]:
    """Yield the dice that a re-roll paid with prestige rolls (R3.3)."""
    match decode(number):
        case decision.PrestigeReroll(space):
            yield Term("analysis.reroll", space=space + 1, dice=_dice_on(before, space))
        case _:
            pass


def blocked_elements(state: State, legal: Sequence[int]) -> Iterator[tuple[str, Term]]:
    """Yield what cannot be selected, and why: dice at the start (R6.3), prestige (R3.4)."""
    movable = {move.die for move in map(decode, legal) if isinstance(move, decision.MoveDie)}
    for die, name in enumerate(v.DICE):
        if state.phase == TURN and die not in movable:
            space = (state.die_space(die) + state.die_face(die)) % v.SPACE_COUNT + 1
            yield f"die:{name}", Term("blocked.die", space=int(space))
    prestige = track.prestige(state.setting.components, state.score(state.seat))
    if prestige and not can_lose_prestige(state, state.seat):
        yield "marker", Term("blocked.prestige")


def delivery_progress(after: State, number: int) -> Iterator[Term]:
    """Yield the missing materials of a card and the deliveries left, after a delivery (R5.1)."""
    match decode(number):
        case decision.Deliver(place):
            if not after.is_built(place):
                yield Term("told.missing", missing=position.missing(after, place))
        case decision.Decorate():
            pass
        case _:
            return
    yield Term("told.left", n=after.left if after.phase in (BUILDING, EFFECT) else 0)


class DecisionNarrator:
    """Describes a legal decision, with the positions before and after it."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.state = trial.before
        self.after = trial.after
        self.setting = trial.before.setting
        seat = self.setting.colour(self.state.seat)
        own_events = [own for own in trial.events if own.seat == seat]
        self.paid = [own for own in own_events if isinstance(own, event.Paid)]
        self.gains = _gains(own_events, trial.offer)
        self.not_received = _not_received(trial.offer)

    def term(self) -> Term:
        match decode(self.trial.decision):
            case decision.Claim(place, source):
                banner = Term(f"source.{v.BANNER_SOURCES[source]}")
                return Term("decision.claim", source=banner, **_claimed_card(self.state, place))
            case decision.PlaceTile(space, face_up):
                return self._place_tile(space, face_up)
            case decision.Deliver(place, material):
                missing = self.after.missing(place)
                material_term = terms.material(material)
                return Term(
                    "decision.deliver", material=material_term, n=missing, **self._at(place)
                )
            case decision.Decorate(place, gems):
                return self._decorate(place, gems)
            case decision.MoveDie(die, extra):
                return self._move_die(die, extra)
            case decision.IvanClaim(place):
                return Term("decision.ivan-claim", **self._at(place))
            case decision.IvanOrnament(place):
                ornament = terms.ornament(v.ORNAMENTS[self.setting.section(place)])
                return Term("decision.ivan-ornament", ornament=ornament, **self._at(place))
            case decision.PrestigeRubles():
                return Term("decision.prestige-rubles", gains=self.gains, **self._lost())
            case decision.PrestigeReroll(space):
                dice = _dice_on(self.after, space)
                return Term("decision.prestige-reroll", space=space + 1, dice=dice, **self._lost())
            case decision.Take():
                return Term("decision.take", gains=self.gains)
            case decision.Influence(index):
                return Term("decision.influence", **_influence(self.state, index))
            case decision.Activate(space):
                kind = self.state.workshop(self.state.seat, space) - 1
                tile = terms.tile_kind(self.setting, kind)
                space_term = _space(space)
                return Term("decision.activate", gains=self.gains, tile=tile, space=space_term)
            case decision.Sell() | decision.Buy() | decision.Trade():
                return self._exchange()
            case decision.Discard() | decision.Pay():
                return self._exchange()
            case decision.Give():
                return Term("decision.give", paid=self._amounts())
            case decision.Get():
                return Term("decision.get", gains=self.gains)
            case decision.Swap(first, second):
                return self._swap(first, second)
            case decision.Stop():
                return Term("decision.stop")
            case decision.End():
                return self._end()

    def _at(self, place: int) -> dict[str, Argument]:
        return terms.card_location(self.setting, place)

    def _amounts(self) -> tuple[Argument, ...]:
        return tuple(terms.amount(paid.resource, paid.amount) for paid in self.paid)

    def _exchange(self) -> Term:
        """Describe an exchange with an influence card (R6.7)."""
        kind = "rubles" if any(paid.resource == "ruble" for paid in self.paid) else "materials"
        return Term("decision.exchange", paid=self._amounts(), gains=self.gains, how=kind)

    def _price(self) -> dict[str, Argument]:
        return terms.price(sum(paid.amount for paid in self.paid if paid.resource == "ruble"))

    def _lost(self) -> dict[str, Argument]:
        """Return the loss of 1 prestige, and the spaces that the marker moves back (R3.2, R7.8)."""
        position = self.state.score(self.state.seat)
        steps = position - track.previous_prestige_space(self.setting.components, position)
        return {"lost": terms.prestige(1), "steps": Term("amount.step-back", n=steps)}

    def _place_tile(self, space: int, face_up: bool) -> Term:
        ornament = terms.ornament_on_space(self.state, self.state.seat, space)
        return Term(
            "decision.tile",
            tile=terms.tile_kind(self.setting, self.state.tile(self.state.claim)),
            space=_space(space),
            side="up" if face_up else "down",
            gains=self.gains,
            lack=self.not_received,
            ornaments=() if ornament is None else (terms.ornament(ornament),),  # R4.5
            **self._price(),
        )

    def _decorate(self, place: int, gems: int) -> Term:
        kind = self.setting.section(place)
        return Term(
            "decision.ornament",
            ornament=terms.ornament(v.ORNAMENTS[kind]),
            material=terms.amount(v.RESOURCES[v.ORNAMENT_MATERIAL[kind]], 1),
            gems=terms.gems(v.GEM_SETS[gems]),
            gains=self.gains,
            **self._at(place),
        )

    def _move_die(self, die: int, extra: int) -> Term:
        return Term(
            "decision.die",
            die=terms.die(v.DICE[die]),
            steps=Term("amount.space", n=self.state.die_face(die) + extra),
            space=self.after.space + 1,
            there=_landing(self.trial),
            **self._price(),
        )

    def _swap(self, first: int, second: int) -> Term:
        tiles = self.setting.components.edition.resource_tiles
        first_tile, second_tile = (
            tiles[self.state.resource_tile(space)] for space in (first, second)
        )
        return Term(
            "decision.swap",
            first=first + 1,
            second=second + 1,
            one=terms.resource_tile(first_tile),
            other=terms.resource_tile(second_tile),
            **self._price(),
        )

    def _end(self) -> Term:
        if self.state.phase != MARKET:
            return Term("decision.end", dice=(), space=0)
        space = self.state.space
        text = "decision.end-market" if stays_open(self.state) else "decision.end"
        return Term(text, dice=_dice_on(self.after, space), space=space + 1)


def _dice_on(state: State, space: int) -> tuple[Argument, ...]:
    return tuple(
        terms.die(name) for die, name in enumerate(v.DICE) if state.die_space(die) == space
    )


def _space(space: int) -> Term:
    return terms.space(v.WORKSHOP_SPACES[space])


def _influence(state: State, index: int) -> dict[str, Argument]:
    """Return the values of an action of the influence card in the die's quadrant (R6.6)."""
    card = terms.influence(state.setting, state.space // 2)
    return {"guild": terms.guild(card.group), "action": terms.action(card.actions[index])}


def _gains(events: Iterable[Event], offer: Offer | None = None) -> tuple[Argument, ...]:
    """Return the gains in order, with the full amount of a gain that is received in part."""
    return tuple(
        _gain(gain, offer)
        for gain in events
        if isinstance(gain, event.Gained | event.PrestigeGained)
    )


def _gain(gain: event.Gained | event.PrestigeGained, offer: Offer | None) -> Argument:
    if isinstance(gain, event.PrestigeGained):
        return terms.prestige(gain.amount)
    if offer is not None and gain.resource == offer.resource:
        full_amount = terms.amount(offer.resource, offer.offered)
        return Term("amount.part", n=gain.amount, what=full_amount, lack=offer.short_of)
    return terms.amount(gain.resource, gain.amount)


def _not_received(offer: Offer | None) -> tuple[Argument, ...]:
    if offer is None or offer.received:
        return ()
    full_amount = terms.amount(offer.resource, offer.offered)
    return (Term("amount.lacking", lack=offer.short_of, what=full_amount),)


def _landing(trial: Trial) -> tuple[Argument, ...]:
    """Return the options on the space of the moved die (R6.4): resources, influence, tiles."""
    result: list[Argument] = []
    after = trial.after
    if trial.take is not None:
        result.append(Term("landing.gains", gains=_gains(trial.take.events, trial.offer)))
    result.extend(_not_received(trial.offer))
    group = terms.influence(after.setting, after.space // 2).group
    result.append(Term("landing.influence", guild=terms.guild(group)))
    result.extend(
        Term("landing.tile", gains=_gains(tile.events, tile.offer)) for tile in trial.activations
    )
    return tuple(result)
