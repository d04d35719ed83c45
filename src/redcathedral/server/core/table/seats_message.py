"""Makes the messages about the seats of a table, and what each tower would pay."""

from collections.abc import Collection, Sequence

from redcathedral.box.vocabulary import WORKSHOP_SPACES, Colour
from redcathedral.engine import scoring, track
from redcathedral.engine.resources import free_slots
from redcathedral.engine.state import State
from redcathedral.server.core.table.seated_game import SeatedPlayer
from redcathedral.server.core.wire.edition import Costs
from redcathedral.server.core.wire.protocol import TableSeat
from redcathedral.text import Argument, Narrator
from redcathedral.text.translator import without_isolation


def seats_message(
    narrator: Narrator,
    state: State,
    players: Sequence[SeatedPlayer],
    names: Sequence[Argument],
    open_seats: Collection[int] = (),
) -> list[TableSeat]:
    setting = state.setting
    components = setting.components
    result = []
    for seat, score in enumerate(scoring.scores(state)):
        player = players[seat]
        track_position = state.score(seat)
        is_ivan = player.kind == "ivan"
        result.append(
            TableSeat(
                colour=setting.colour(seat),
                name=narrator.player(setting, seat) if is_ivan else player.name,
                called=without_isolation(narrator.say(names[seat])),
                kind=player.kind,
                bot=player.bot,
                is_open=seat in open_seats,
                side="advanced" if setting.advanced[seat] else "basic",
                prestige=score.track,
                to_next=track.next_prestige_space(components, track_position) - track_position,
                towers=score.towers,
                goods=score.goods,
                total=score.total,
                cards=score.cards,
                ornaments=score.ornaments,
                free=0 if is_ivan else free_slots(state, seat),
                costs=None if is_ivan else _costs(state, seat),
            )
        )
    return result


def _costs(state: State, seat: int) -> Costs:
    setting = state.setting
    return {
        name: setting.components.cost(setting.advanced[seat], setting.colours[seat], space)
        for space, name in enumerate(WORKSHOP_SPACES)
    }


def tower_pay(state: State) -> list[dict[Colour, int]]:
    """Return the prestige that each tower would pay now, by color (R7.4)."""
    setting = state.setting
    return [
        {
            setting.colour(seat): worth
            for seat, worth in enumerate(scoring.tower_prestige(state, tower))
            if worth
        }
        for tower, height in enumerate(setting.heights)
        if height
    ]
