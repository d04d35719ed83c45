"""Describe a position in short labeled lines, which are easy to read and to hear."""

from collections.abc import Iterator, Sequence

from redcathedral.box import vocabulary as v
from redcathedral.engine import track
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.phases import ROLL
from redcathedral.engine.resources import free_slots
from redcathedral.engine.scoring import scores
from redcathedral.engine.setting import IVAN, Setting, place_of
from redcathedral.engine.state import NOBODY, State
from redcathedral.text import terms
from redcathedral.text.translator import Argument, Term


def turn(state: State, names: Sequence[Argument]) -> Term:
    if state.is_over:
        return Term("position.over")
    last = "no" if state.closer == NOBODY else "yes"
    who = seat_with_name(state.setting, state.seat, names)
    return Term("position.turn", who=who, number=state.turn + 1, last=last)


def seat_with_name(setting: Setting, seat: int, names: Sequence[Argument]) -> Term:
    who = terms.player(setting, seat)
    name = names[seat] if seat < len(names) else ""
    if not name or who.id == "player.ivan":
        return who
    return Term("player-named", who=who, name=name)


def all_lines(state: State, names: Sequence[Argument] = ()) -> Iterator[Term]:
    """Yield a line for each thing on the table, or one line before the set-up is complete (R2)."""
    if state.phase < ROLL:
        yield Term("position.setup")
        return
    yield turn(state, names)
    yield from market(state)
    yield from cathedral(state)
    count = int(state.setting.seat_count)
    for ahead in range(count):
        yield from seat(state, (state.seat + ahead) % count, names)
    yield from supply(state)


def market(state: State) -> Iterator[Term]:
    yield Term("position.market")
    tiles = state.setting.components.edition.resource_tiles
    for space in range(v.SPACE_COUNT):
        tile = tiles[state.resource_tile(space)]
        dice = tuple(
            terms.die_with_face(name, state.die_face(die))
            for die, name in enumerate(v.DICE)
            if state.die_space(die) == space
        )
        yield Term("position.space", number=space + 1, tile=terms.resource_tile(tile), dice=dice)
    yield from influence(state)


def influence(state: State) -> Iterator[Term]:
    for quadrant in range(v.QUADRANT_COUNT):
        card = terms.influence(state.setting, quadrant)
        yield Term(
            "position.influence",
            season=terms.season(quadrant),
            first=quadrant * 2 + 1,
            second=quadrant * 2 + 2,
            guild=terms.guild(card.group),
            one=terms.action(card.actions[0]),
            other=terms.action(card.actions[1]),
        )


def cathedral(state: State) -> Iterator[Term]:
    yield Term("position.cathedral")
    for number in card_places(state):
        yield card_line(state, number)


def card_places(state: State) -> list[int]:
    heights = state.setting.heights
    return [
        place_of(tower, level) for tower in range(v.TOWER_COUNT) for level in range(heights[tower])
    ]


def card_line(state: State, number: int) -> Term:
    setting = state.setting
    card = setting.components.edition.cards[setting.card[number]]
    owner = state.owner(number)
    values = terms.card_location(setting, number)
    if state.is_built(number):
        decorator = state.decorator(number)
        ornament = terms.ornament(v.ORNAMENTS[setting.section(number)])
        values["who"] = terms.player(setting, owner)
        if decorator == NOBODY:
            return Term("position.completed", ornament=ornament, **values)
        decorated = {"ornament": ornament, "decorator": terms.player(setting, decorator)}
        return Term("position.decorated", **decorated, **values)
    values["gains"] = terms.card_gains(card)
    if owner == NOBODY:
        free = number % v.LEVEL_COUNT == state.next_level(number // v.LEVEL_COUNT)
        values["costs"] = terms.materials(list(card.cost))
        values["tile"] = terms.tile_kind(setting, state.tile(number))
        return Term("position.free" if free else "position.later", **values)
    delivered = [state.delivered(number, kind) for kind in range(v.MATERIAL_COUNT)]
    values["who"] = terms.player(setting, owner)
    return Term(
        "position.claimed",
        delivered=terms.materials(delivered),
        missing=missing(state, number),
        **values,
    )


def missing(state: State, number: int) -> tuple[Argument, ...]:
    """Return the materials that a claimed card still needs; Ivan delivers any material (R8.4)."""
    if state.is_ivan(state.owner(number)):
        return (Term("amount.material", n=state.missing(number)),)
    return terms.materials([state.needed(number, kind) for kind in range(v.MATERIAL_COUNT)])


def card_details(state: State, number: int) -> Iterator[Term]:
    card = state.setting.components.edition.cards[state.setting.card[number]]
    yield card_line(state, number)
    yield Term("position.card", id=card.id, card=terms.card(card))
    yield Term("mark", mark=card.mark)


def seat(state: State, number: int, names: Sequence[Argument] = ()) -> Iterator[Term]:
    yield Term("position.seat", who=seat_with_name(state.setting, number, names))
    yield _score(state, number)
    if state.is_ivan(number):
        yield from _ivan(state)
        return
    yield _holding(state, number)
    yield _banners(state, number)
    yield _ornaments(state, number)
    for space in range(v.WORKSHOP_COUNT):
        yield _workshop_space(state, number, space)
    yield _cards(state, number)


def summary(state: State, number: int) -> Term:
    return Term("position.brief", score=_score(state, number), holding=_holding(state, number))


def _score(state: State, number: int) -> Term:
    components = state.setting.components
    position = state.score(number)
    return Term(
        "position.score",
        prestige=terms.prestige(track.prestige(components, position)),
        recognition=position,
        lap=position // components.lap + 1,
        space=position % components.lap,
        ahead=Term("amount.step", n=track.next_prestige_space(components, position) - position),
    )


def _holding(state: State, number: int) -> Term:
    stored = [state.materials(number, kind) for kind in range(v.MATERIAL_COUNT)]
    return Term(
        "position.holding",
        rubles=terms.amount("ruble", state.rubles(number)),
        materials=terms.materials(stored),
        free=Term("amount.free-slot", n=free_slots(state, number)),
    )


def _banners(state: State, number: int) -> Term:
    where = tuple(
        Term(f"banners.{name}", n=state.banners(number, source))
        for source, name in enumerate(v.BANNER_SOURCES)
        if state.banners(number, source)
    )
    return Term("position.banners", where=where)


def _ornaments(state: State, number: int) -> Term:
    counts = ((name, state.ornaments(number, kind)) for kind, name in enumerate(v.ORNAMENTS))
    available = tuple(Term(f"amount.{name}", n=count) for name, count in counts if count)
    return Term("position.ornaments", available=available)


def _workshop_space(state: State, number: int, space: int) -> Term:
    setting = state.setting
    content = state.workshop(number, space)
    values: dict[str, Argument] = {"space": terms.space(v.WORKSHOP_SPACES[space])}
    if content > 0:
        return Term("workshop-space.up", tile=terms.tile_kind(setting, content - 1), **values)
    if content < 0:
        return Term("workshop-space.down", **values)
    price = setting.components.cost(setting.advanced[number], setting.colours[number], space)
    ornament = terms.ornament_on_space(state, number, space)
    banner = space >= v.WHITE_1 and state.banners(number, v.BANNER_WHITE_1 + space - v.WHITE_1)
    values["price"] = terms.amount("ruble", price)
    if banner:
        return Term("workshop-space.blocked", **values)
    ornaments = () if ornament is None else (terms.ornament(ornament),)
    return Term("workshop-space.empty", there=ornaments, **values)


def _cards(state: State, number: int) -> Term:
    now = scores(state)[number]
    return Term(
        "position.cards",
        completed=Term("amount.card", n=state.completed(number)),
        unfinished=state.unfinished_count(number),
        ornaments=Term("amount.ornament", n=state.decorated(number)),
        total=terms.prestige(now.total),
        towers=now.towers,
    )


def _ivan(state: State) -> Iterator[Term]:
    """Yield Ivan's row of cards, the materials on two of them, and his banners (R8.2)."""
    yield from ivan_row(state)
    for name, pile in (("inventory", state.ivan_inventory), ("build", state.ivan_build)):
        kinds = list(pile)
        counts = [kinds.count(kind) for kind in range(v.MATERIAL_COUNT)]
        card = Term(f"ivan-card.{name}")
        yield Term("position.ivan-pile", card=card, materials=terms.materials(counts))
    left = state.banners(IVAN, 0)
    yield Term("position.ivan-banners", banners=Term("amount.banner", n=left))
    yield _ornaments(state, IVAN)
    yield _cards(state, IVAN)


def ivan_row(state: State) -> Iterator[Term]:
    components = state.setting.components
    for position in range(v.IVAN_ROW):
        gives = components.tile_gives[state.ivan_tile(position)]
        yield Term(
            "position.ivan-card",
            number=position + 1,
            card=Term(f"ivan-card.{v.IVAN_CARDS[state.ivan_card(position)]}"),
            die=terms.die(v.DICE[gives - DIE_BENEFIT]),
            side="up" if state.is_face_up(position) else "down",
        )


def supply(state: State) -> Iterator[Term]:
    """Yield the contents of the general supply (R1.3)."""
    materials = terms.materials([state.supply(kind) for kind in range(v.MATERIAL_COUNT)])
    rubles = state.supply(v.RUBLE)
    limited = state.setting.limited_rubles
    bank: tuple[Argument, ...] = (terms.amount("ruble", rubles),) if limited else ()
    yield Term("position.supply", materials=materials, rubles=bank)


def score(state: State, names: Sequence[Argument] = ()) -> Iterator[Term]:
    """Yield the prestige of each seat by source in the current position (R7.2-R7.5)."""
    setting = state.setting
    for number, result in enumerate(scores(state)):
        towers = tuple(
            Term("score.tower", number=tower + 1, prestige=worth)
            for tower, worth in enumerate(result.by_tower)
            if setting.heights[tower]
        )
        yield Term(
            "score.seat",
            who=seat_with_name(setting, number, names),
            total=terms.prestige(result.total),
            track=result.track,
            goods=result.goods,
            towers=result.towers,
            each=towers,
            cards=Term("amount.card", n=result.cards),
            ornaments=Term("amount.ornament", n=result.ornaments),
        )
