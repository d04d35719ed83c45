"""An exchanged set-up keeps all components except the card that the real box does not have."""

from __future__ import annotations

import pytest

from redcathedral.box import load_edition
from redcathedral.box.edition import Card
from redcathedral.box.entered_box import (
    EnteredAction,
    EnteredBox,
    EnteredCard,
    EnteredInfluence,
    EnteredTile,
)
from redcathedral.box.entered_edition import edition_of, pair_numbers
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import DICE, GROUPS, RESOURCES
from redcathedral.engine import phases, rules
from redcathedral.engine.components import Components
from redcathedral.play.game import Game
from redcathedral.record.components import components_of
from redcathedral.record.exchanged_setup import exchanged_setup
from redcathedral.record.setup import outcome_name, outcome_names
from redcathedral.record.setup_code import first_state, read_setup_code

ODD = EnteredCard(cost=["P", "P", "P", "P"], recognition=9)
EARLIER = [EnteredCard(cost=["S", "S", "S"], recognition=number) for number in (7, 8)]
GAIN = EnteredAction(effect="gain-rubles", amount=4)
PLAN = [4, 4, 4, 3, 3]


def components(box: EnteredBox) -> Components:
    return components_of(edition_of(box).edition)


def numbers_of(card: Card) -> object:
    return (card.section, card.cost, card.recognition, card.rubles)


def laid_out(code: str, used: Components) -> list[object]:
    """Return the numbers of each drawn component, in the order of the set-up."""
    setup = read_setup_code(code, used)
    state = first_state(setup.players, setup.first_game, used)
    result: list[object] = []
    for outcome in setup.outcomes:
        match int(state.phase):
            case phases.DRAW_CARD:
                result.append(numbers_of(used.edition.cards[outcome]))
            case phases.DRAW_INFLUENCE:
                result.append(pair_numbers(used.edition.influence[outcome].actions))
            case _:
                result.append(outcome_name(state, outcome))
        rules.settle(state, outcome)
    return result


def drawn_codes(used: Components, players: int, *, first_game: bool = False) -> list[str]:
    solo = players == 1
    options = Options(first_game=first_game)
    return [
        str(
            Game(
                None if solo else players,
                solo=solo,
                options=options,
                edition=used.edition,
                seed=seed,
            ).setup_code
        )
        for seed in range(6)
    ]


@pytest.mark.parametrize("players", [1, 3, 4])
def test_only_the_missing_card_is_exchanged(players: int) -> None:
    """The rows of other entered cards shift when a card is entered."""
    old = components(EnteredBox(cards={"bases": EARLIER}))
    new = components(EnteredBox(cards={"bases": [ODD, *EARLIER]}))
    known = [numbers_of(card) for card in new.edition.cards]
    (entered,) = (card for card in new.edition.cards if card.recognition == ODD.recognition)
    for code in drawn_codes(old, players):
        before = laid_out(code, old)
        missing = next(card for card in old.edition.cards if numbers_of(card) in before)
        after = laid_out(exchanged_setup(code, old, new, missing.id, entered.id), new)
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        assert (numbers_of(missing), numbers_of(entered)) in changed
        assert numbers_of(missing) not in after
        # Another card is replaced only if the entered card has taken its row.
        others = [first for first, _ in changed if first != numbers_of(missing)]
        assert not [first for first in others if first in known]
        assert len(others) <= 1


def test_an_influence_card_is_exchanged() -> None:
    old = components(EnteredBox())
    for first_game in (False, True):
        card = EnteredInfluence(actions=[GAIN, GAIN], first_game=first_game)
        result = edition_of(EnteredBox(influence={"clergy": [card]}))
        new = components_of(result.edition)
        (entered,) = result.rows["influence.clergy"]
        for code in drawn_codes(old, 2, first_game=first_game):
            before = laid_out(code, old)
            missing = next(
                card
                for card in old.edition.influence
                if card.group == GROUPS.index("clergy") and pair_numbers(card.actions) in before
            )
            after = laid_out(exchanged_setup(code, old, new, missing.id, entered), new)
            changed = [at for at, one in enumerate(before) if after[at] != one]
            assert changed == [before.index(pair_numbers(missing.actions))]


def test_tiles_stay_if_the_edition_has_fewer_kinds() -> None:
    """The new edition has another tile with one wood instead of the one for three players."""
    tiles = [
        EnteredTile(
            None if tile.resource is None else RESOURCES[tile.resource],
            None if tile.die is None else DICE[tile.die],
            tile.amount,
            tile.three_or_more,
            tile.count + (tile.id == "wood"),
        )
        for tile in load_edition().workshop_tiles
        if tile.id != "wood*"
    ]
    old, new = components(EnteredBox()), components(EnteredBox(tiles=tiles))
    for code in drawn_codes(old, 2):
        assert laid_out(exchanged_setup(code, old, new, "", ""), new) == laid_out(code, old)


def test_a_setup_stays_possible_with_other_plans_and_unknown_rows() -> None:
    old = components(EnteredBox())
    new = components(EnteredBox(plans={"plans_3": [PLAN]}))
    for code in drawn_codes(old, 3)[:4]:  # two with a plan of both editions, two with another
        before, after = laid_out(code, old), laid_out(exchanged_setup(code, old, new, "", ""), new)
        if before[0] in outcome_names(new, "plan"):
            assert after == before
        for missing, entered in (("b1", "d1"), ("b1", "nothing"), ("nothing", "b1")):
            assert laid_out(exchanged_setup(code, old, new, missing, entered), new) == after
