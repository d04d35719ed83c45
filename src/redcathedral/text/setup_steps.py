"""Describe the set-up of a game as steps with the physical box, in rule order (R2, R8)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from redcathedral.box import vocabulary as v
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record.setup_code import setup_of
from redcathedral.text import events, position, terms
from redcathedral.text.narrator import Narrator
from redcathedral.text.rule_citations import certainty
from redcathedral.text.rulebook import Rulebook
from redcathedral.text.translator import AllOf, Term

ALL_TILES_PLAYERS: Final = 3  # with fewer players, some workshop tiles stay in the box
PLAYER_RULES: Final = ("R2.2", "R2.3", "R2.4")
FEWER_TILES_RULE: Final = "R2.9"
IVAN_RULES: Final = ("R8.1", "R8.2", "R8.3")


class SetupStep(NamedTuple):
    """A step of the set-up: its title and its lines."""

    title: str
    lines: list[str]


def setup_steps(game: Game, narrator: Narrator, turn_order: Sequence[v.Colour]) -> list[SetupStep]:
    """Return the steps of the set-up of a game; ``turn_order`` has the drawn order of the colors.

    Raises ValueError for a game that starts from a position.
    """
    setup = setup_of(game.record)
    if setup is None:
        raise ValueError("the game starts from a position: it has no set-up")
    count = len(setup.outcomes)
    before_claim = game.record.walk(count - 1).state  # before Ivan's first claim
    state = game.record.walk(count).state
    rules = Rulebook(narrator.language)

    def step(title: Term, lines: Iterable[Term], cited: Sequence[str] = ()) -> SetupStep:
        rule_lines = [rules.lines(rule)[0] for rule in cited]
        return SetupStep(narrator.say(title), [*rule_lines, *narrator.lines(lines)])

    def with_certainty(rule: str, lines: Iterable[Term]) -> Iterator[Term]:
        mark = certainty(game.edition, rule)
        if mark is not None:  # the numbers in the printed box may differ
            yield mark
        yield from lines

    fewer = [FEWER_TILES_RULE] if state.setting.seat_count < ALL_TILES_PLAYERS else []
    steps = [
        step(Term("lay.plan"), _plan(state)),
        step(Term("lay.cathedral"), with_certainty("R2.8", _cards(before_claim)), fewer),
        step(Term("lay.resources"), _resources(state)),
        step(Term("lay.influence"), with_certainty("R6.7", position.influence(state))),
        step(Term("lay.dice"), _dice(state)),
        step(Term("lay.players"), [] if game.solo else [_rubles(state)], PLAYER_RULES),
    ]
    if game.solo:
        claim = events.EventNarrator(game.opening, state.setting, None).sentences()
        ivan_lines = [*position.ivan_row(state), *claim]
        return [*steps, step(terms.player(state.setting, IVAN), ivan_lines, IVAN_RULES)]
    colours = tuple(Term(f"player.{colour}") for colour in turn_order)
    return [*steps, step(Term("lay.lot"), [Term("lay.lot.colours", colours=colours)])]


def _plan(state: State) -> Iterator[Term]:
    heights = tuple(str(height) for height in state.setting.heights if height)
    yield Term("lay.plan.card", heights=AllOf(heights))


def _cards(state: State) -> Iterator[Term]:
    setting = state.setting
    for number in position.card_places(state):
        card = setting.components.edition.cards[setting.card[number]]
        yield Term(
            "lay.card",
            costs=terms.materials(list(card.cost)),
            gains=terms.card_gains(card),
            tile=terms.tile_kind(setting, state.tile(number)),
            **terms.card_location(setting, number),
        )


def _resources(state: State) -> Iterator[Term]:
    tiles = state.setting.components.edition.resource_tiles
    for space in range(v.SPACE_COUNT):
        tile = terms.resource_tile(tiles[state.resource_tile(space)])
        yield Term("lay.space", number=space + 1, season=terms.season(space // 2), tile=tile)


def _dice(state: State) -> Iterator[Term]:
    """Yield the dice, in the order of the spaces (R2.7)."""
    for die in sorted(range(v.DIE_COUNT), key=state.die_space):
        die_term = terms.die_with_face(v.DICE[die], state.die_face(die))
        yield Term("lay.die", number=state.die_space(die) + 1, die=die_term)


def _rubles(state: State) -> Term:
    """Return the rubles of each seat at the start, in turn order (R2.10)."""
    first, *others = [
        terms.amount("ruble", state.rubles(seat)) for seat in range(state.setting.seat_count)
    ]
    return Term("lay.rubles", first=first, others=tuple(others))
