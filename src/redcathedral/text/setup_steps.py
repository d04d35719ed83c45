"""What to lay out of the box for the start of a game, in the order of the rules (R2, R8)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from redcathedral.box import vocabulary as v
from redcathedral.engine.setting import IVAN
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record.setup_code import drawn_setup
from redcathedral.text import events, position, terms
from redcathedral.text.narrator import Narrator
from redcathedral.text.rule_citations import certainty
from redcathedral.text.rulebook import Rulebook
from redcathedral.text.translator import AllOf, Term

MANY: Final = 3  # players with whom no workshop tiles are left out
PLAYERS: Final = ("R2.2", "R2.3", "R2.4")
FEW_TILES: Final = "R2.9"
IVANS: Final = ("R8.1", "R8.2", "R8.3")


class SetupStep(NamedTuple):
    """Things of one kind, line by line."""

    title: str
    lines: list[str]


def setup_steps(game: Game, words: Narrator, lot: Sequence[v.Colour]) -> list[SetupStep]:
    """The set-up of a game; ``lot`` has the colours in the order in which they were drawn.

    Raises ValueError for a game that began with a position.
    """
    drawn = drawn_setup(game.record)
    if drawn is None:
        raise ValueError("the game began with a position: there is no set-up to lay out")
    count = len(drawn.outcomes)
    before = game.record.walk(count - 1).state  # before Ivan's first claim
    state = game.record.walk(count).state
    rules = Rulebook(words.language)

    def part(title: Term, lines: Iterable[Term], cited: Sequence[str] = ()) -> SetupStep:
        known = [rules.lines(rule)[0] for rule in cited]
        return SetupStep(words.say(title), [*known, *words.lines(lines)])

    def marked(rule: str, lines: Iterable[Term]) -> Iterator[Term]:
        mark = certainty(game.edition, rule)  # those in the box may differ
        if mark is not None:
            yield mark
        yield from lines

    fewer = [FEW_TILES] if state.setting.seat_count < MANY else []
    parts = [
        part(Term("lay.plan"), _plan(state)),
        part(Term("lay.cathedral"), marked("R2.8", _cards(before)), fewer),
        part(Term("lay.resources"), _resources(state)),
        part(Term("lay.influence"), marked("R6.7", position.influence(state))),
        part(Term("lay.dice"), _dice(state)),
        part(Term("lay.players"), [] if game.solo else [_rubles(state)], PLAYERS),
    ]
    if game.solo:
        claim = events.EventNarrator(game.opening, state.setting, None).sentences()
        ivans = [*position.ivan_row(state), *claim]
        return [*parts, part(terms.player(state.setting, IVAN), ivans, IVANS)]
    colours = tuple(Term(f"player.{colour}") for colour in lot)
    return [*parts, part(Term("lay.lot"), [Term("lay.lot.colours", colours=colours)])]


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
    """The dice along the arrows from the first space on (R2.7)."""
    for die in sorted(range(v.DIE_COUNT), key=state.die_space):
        shown = terms.die_with_face(v.DICE[die], state.die_face(die))
        yield Term("lay.die", number=state.die_space(die) + 1, die=shown)


def _rubles(state: State) -> Term:
    """What the seats begin with in turn order (R2.10)."""
    first, *others = [
        terms.amount("ruble", state.rubles(seat)) for seat in range(state.setting.seat_count)
    ]
    return Term("lay.rubles", first=first, others=tuple(others))
