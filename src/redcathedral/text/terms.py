"""Make terms for the things of the game: seats, amounts, places, tiles, cards, actions."""

from collections.abc import Sequence

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Action, Card, InfluenceCard, ResourceTile, WorkshopTile
from redcathedral.box.effects import EFFECTS
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOTHING, State
from redcathedral.record.notation import place_text
from redcathedral.text.catalog import DEFAULT_LANGUAGE, load_texts
from redcathedral.text.translator import AnyOf, Argument, Term

SEASONS = ("winter", "spring", "summer", "autumn")  # of the quadrants


def seat_name(setting: Setting, seat: int, names: Sequence[Argument]) -> Argument:
    """Return the name of a seat, or its color if there are no names."""
    return names[seat] if names else player(setting, seat)


def player(setting: Setting, seat: int) -> Term:
    if setting.is_ivan(seat):
        return Term("player.ivan")
    return Term(f"player.{setting.colour(seat)}")


def bot(name: str) -> Argument:
    text_id = f"bot.name.{name}"
    return Term(text_id) if text_id in load_texts(DEFAULT_LANGUAGE) else name.capitalize()


def amount(resource: v.Resource, number: int) -> Term:
    return Term(f"amount.{resource}", n=number)


def price(rubles: int) -> dict[str, Argument]:
    return {"n": rubles, "price": amount("ruble", rubles)}


def resource_tile(tile: ResourceTile) -> Term:
    """Return the full amount of a resource tile (R6.5)."""
    return amount(v.RESOURCES[tile.resource], tile.amount)


def prestige(number: int) -> Term:
    return Term("amount.prestige", n=number)


def materials(numbers: list[int]) -> tuple[Argument, ...]:
    return tuple(
        amount(name, number) for name, number in zip(v.MATERIALS, numbers, strict=True) if number
    )


def material(kind: int) -> Term:
    return Term(f"material.{v.MATERIALS[kind]}")


def die(color: v.Die) -> Term:
    return Term(f"die.{color}")


def die_with_face(die_color: v.Die, face: int) -> Term:
    return Term("die-shows", die=die(die_color), face=face)


def space(workshop_space: v.WorkshopSpace) -> Term:
    return Term(f"workshop.{workshop_space}")


def card_location(setting: Setting, place: int) -> dict[str, Argument]:
    """Return the section of a cathedral card and its place in the notation."""
    section = Term(f"section.{v.SECTIONS[setting.section(place)]}")
    return {"section": section, "place": place_text(place)}


def ornament(kind: v.OrnamentKind) -> Term:
    return Term(f"ornament.{kind}")


def gems(name: v.GemSet) -> Term:
    return Term(f"gems.{name.replace('-', 'none')}")


def season(quadrant: int) -> Term:
    return Term(f"season.{SEASONS[quadrant % v.QUADRANT_COUNT]}")


def guild(group: int) -> Term:
    return Term(f"guild.{v.GROUPS[group]}")


def benefit(tile: WorkshopTile) -> Term:
    """Return the benefit of a workshop tile (R6.9, R6.10)."""
    if tile.die is not None:
        return die(v.DICE[tile.die])
    return amount(v.RESOURCES[tile.resource or 0], tile.amount)


def tile(setting: Setting, id: str) -> Term:
    tiles = setting.components.edition.workshop_tiles
    return benefit(next(tile for tile in tiles if tile.id == id))


def tile_kind(setting: Setting, kind: int) -> Term:
    return benefit(setting.components.edition.workshop_tiles[kind])


def action(rule: Action) -> Term:
    """Return the effect of an influence action, and whether it can be repeated (R6.6, R6.7)."""
    kinds = tuple(material(kind) for kind in rule.materials)
    effect = Term(  # each text uses only the values of its effect
        f"action.{EFFECTS[rule.effect].name}",
        material=Term("material.any") if len(kinds) == v.MATERIAL_COUNT else AnyOf(kinds),
        price=amount("ruble", rule.price),
        materials=Term("amount.material", n=rule.amount),
        rubles=amount("ruble", rule.amount),
        recognition=amount("recognition", rule.amount),
        prestige=prestige(rule.amount),
    )
    return Term("often.endless" if rule.endless else "often.once", action=effect)


def influence_mark(card: InfluenceCard) -> Term:
    """Return the certainty of each part of an influence card (R2.6, R6.6, R6.7)."""
    first = card.actions[0]  # both actions have the marks of the card's row
    if first.sentence_mark == first.mark == card.mark:
        return Term("mark", mark=card.mark)
    marks = {"sentence": first.sentence_mark, "shown": first.mark, "pairing": card.mark}
    return Term(
        "mark.influence", **{part: Term("mark.word", mark=mark) for part, mark in marks.items()}
    )


def card_gains(card: Card) -> tuple[Argument, ...]:
    """Return the gains for completing a card (R5.3)."""
    gains = (amount("recognition", card.recognition), amount("ruble", card.rubles))
    return tuple(gain for gain in gains if gain.arguments["n"])


def card(value: Card) -> Term:
    return Term("card", costs=materials(list(value.cost)), gains=card_gains(value))


def influence(setting: Setting, quadrant: int) -> InfluenceCard:
    return setting.components.edition.influence[setting.influence[quadrant]]


def ornament_on_space(state: State, seat: int, space: int) -> v.OrnamentKind | None:
    """Return the ornament that is still on a workshop space of the advanced side (R2.3)."""
    kind = locked_ornament(state, seat, space)
    return None if kind == NOTHING else v.ORNAMENTS[kind]
