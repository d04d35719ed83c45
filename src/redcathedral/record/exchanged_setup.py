"""Set-ups in which an entered card takes the place of a card that the real box does not have."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from redcathedral.box import vocabulary as v
from redcathedral.box.entered_edition import Numbers, pair_numbers
from redcathedral.engine import rules
from redcathedral.engine.components import Components
from redcathedral.engine.phases import ROLL
from redcathedral.record.setup import outcome_name, possible_names
from redcathedral.record.setup_code import DrawnSetup, first_state, read_setup_code, setup_code


def exchanged_setup(code: str, old: Components, new: Components, missing: str, entered: str) -> str:
    """Return the code of a set-up with other components, which otherwise lays out the same.

    The new card ``entered`` takes the place of the old card ``missing``.  Components that the new
    edition does not have are replaced.  Raises SetupCodeError for the old code.
    """
    setup = read_setup_code(code, old)
    drawn: dict[int, list[str]] = defaultdict(list)  # names by phase
    state = first_state(setup.players, setup.first_game, old)
    for outcome in setup.outcomes:
        drawn[int(state.phase)].append(outcome_name(state, outcome))
        rules.settle(state, outcome)
    old_cards = _cards(old)
    new_ids = _equal_cards(old_cards, _cards(new))
    drawn_names = {name for names in drawn.values() for name in names}
    _exchange(new_ids, old_cards, drawn_names, missing, entered)
    state = first_state(setup.players, setup.first_game, new)
    outcomes: list[int] = []
    while state.phase < ROLL:
        possible = [outcome for outcome, _ in rules.outcomes(state)]
        names = possible_names(state)
        remaining = drawn[int(state.phase)]
        name = remaining.pop(0) if remaining else ""
        name = new_ids.get(name, name)
        outcomes.append(possible[names.index(name)] if name in names else possible[0])
        rules.settle(state, outcomes[-1])
    return setup_code(DrawnSetup(setup.players, setup.first_game, tuple(outcomes)), new)


def _cards(components: Components) -> dict[str, Numbers]:
    """Return the numbers of each card and influence card by id, the section or guild first."""
    edition = components.edition
    return {
        card.id: (v.SECTIONS[card.section], card.cost, card.recognition, card.rubles)
        for card in edition.cards
    } | {card.id: (v.GROUPS[card.group], pair_numbers(card.actions)) for card in edition.influence}


def _equal_cards(old: Mapping[str, Numbers], new: Mapping[str, Numbers]) -> dict[str, str]:
    """Return for each old card the id of an equal new one, or else of one that is not used."""
    unused = dict(new)
    new_ids: dict[str, str] = {}
    for id_, numbers in old.items():
        equal = next((other for other in unused if unused[other] == numbers), None)
        if equal is not None:
            new_ids[id_] = equal
            del unused[equal]
    # The others are in the same order of sections and guilds.
    return new_ids | dict(zip((id_ for id_ in old if id_ not in new_ids), unused, strict=False))


def _exchange(
    new_ids: dict[str, str],
    old: Mapping[str, Numbers],
    drawn: Collection[str],
    missing: str,
    entered: str,
) -> None:
    """Swap new ids so that the card ``missing`` becomes ``entered``."""
    other = next((id_ for id_ in new_ids if new_ids[id_] == entered), None)
    if other is None or missing not in new_ids or old[other][0] != old[missing][0]:
        return
    new_ids[other], new_ids[missing] = new_ids[missing], entered
    if other == missing or other not in drawn:
        return
    # The card that the entered one replaces was drawn, too: its place gets one that was not drawn.
    section = old[other][0]
    undrawn = (id_ for id_ in new_ids if old[id_][0] == section and id_ not in drawn)
    spare = next(undrawn, other)
    new_ids[other], new_ids[spare] = new_ids[spare], new_ids[other]
