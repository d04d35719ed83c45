"""An edition's identity: the hash of its numbers."""

import hashlib

import msgspec

from redcathedral.box.edition import Edition


def fingerprint(edition: Edition) -> str:
    """The edition's identity (``sha256:`` and 64 digits): equal for equal numbers.

    Hashed is one line of JSON, UTF-8, keys sorted, no spaces, with everything a game depends on:
    pieces of materials and ornaments, the bank, the inventory, the track, every tile, card and
    influence action together with its id (records name components by id), the cards of the first
    game, plans, workshop costs and ornaments, Ivan's cards.  Not hashed are the edition's id
    and name, the marks, comments, and the order of rows in the file.
    """
    numbers = {
        "materials": edition.materials,
        "rubles": edition.rubles,
        "inventory": [edition.slots, edition.covered, edition.beside],
        "ornaments": edition.ornaments,
        "lap": edition.lap,
        "prestige_spaces": edition.prestige_spaces,
        "resource_tiles": {t.id: [t.resource, t.amount] for t in edition.resource_tiles},
        "workshop_tiles": {
            t.id: [t.resource, t.amount, t.die, t.count, t.many] for t in edition.workshop_tiles
        },
        "cards": {c.id: [c.section, c.cost, c.recognition, c.rubles] for c in edition.cards},
        "influence": {
            card.id: [
                card.group,
                [[a.effect, a.materials, a.price, a.amount, a.endless] for a in card.actions],
            ]
            for card in edition.influence
        },
        "first_game": edition.first_game,
        "plans": {str(players): plans for players, plans in edition.plans.items()},
        "basic_costs": edition.basic_costs,
        "advanced_costs": edition.advanced_costs,
        "advanced_ornaments": edition.advanced_ornaments,
        "ivan_cards": edition.ivan_cards,
    }
    line = msgspec.json.encode(numbers, order="sorted")
    return "sha256:" + hashlib.sha256(line).hexdigest()
