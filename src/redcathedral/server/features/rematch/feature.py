"""Rematches: the next game of the same people."""

from functools import partial

from redcathedral.record.person_name import PersonNameError, person_name
from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.cluster import SEATS
from redcathedral.server.core.params import seats_param
from redcathedral.server.core.route import post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.store.problem import Conflict
from redcathedral.server.core.store.rows import PreviousGame
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.core.wire.lobby import NewSeat, NewTable, Rematch, Summary
from redcathedral.text import Term


class RematchFeature(ServerFeature):
    """The rematches of all tables."""

    @post("/api/tables/{table_id}/rematch")
    async def post_rematch(
        self, table_id: str, visitor: Visitor, data: Rematch, seat: str | None = None
    ) -> Summary:
        """Return the next game, which the first request begins; if it is over, the one after it."""
        tables, thread = self.tables, self.thread
        table_id = await self._last_ended(table_id)
        actor = await tables.visit(table_id, visitor)
        seated, colours = actor.seated, seats_param(seat)
        seats = actor.seats_of(visitor, colours)
        # Only the host may begin the rematch of a game of bots.
        if not (seats if seated.people else visitor.is_host(actor.rights)):
            raise ApiError(403, "not-seated")
        next_id = await thread.do(thread.store.rematch, table_id)
        if next_id is None:
            new_table = _rematch_of(seated, actor.edition.key, setup=data.setup)
            previous = PreviousGame(table_id, seated.next_order)
            create = partial(self.repository.rematch, new_table, previous, actor.rights.access)
            try:
                summary = await tables.begin(await thread.do(create), visitor)
            except Conflict:  # another player has begun the rematch
                next_id = await thread.do(thread.store.rematch, table_id)
                if next_id is None:
                    raise ApiError(404, "unknown-table") from None
            else:
                actor = await tables.actor(table_id)
                seats = actor.seats_of(visitor, colours)
                actor.queue(partial(_announce, actor, summary.id, seats))
                for feature in self.context.features:
                    await feature.rematch_begun(table_id, summary.id)
                return summary
        return await tables.summary(next_id, visitor)

    async def _last_ended(self, table_id: str) -> str:
        """Follow the rematches of a game, and return the last one that is over."""
        while next_id := await self.thread.do(self.thread.store.rematch, table_id):
            if (await self.repository.row(next_id)).standing.over is None:
                break
            table_id = next_id
        return table_id


def _rematch_of(seated: SeatedGame, edition: str, *, setup: bool) -> NewTable:
    """Return the request for the same players and options, in the next seat order."""
    game = seated.game
    if seated.over is None:
        raise ApiError(409, "rematch-early")
    code = game.setup_code if setup else None
    if setup and code is None:
        raise ApiError(409, "rematch-setup")
    return NewTable(
        seats=[
            NewSeat(
                colour=game.state.setting.colour(seat),
                kind=player.kind,
                name=_valid_name_or_empty(player.name),
                bot=player.bot if player.kind == "bot" else None,
                is_open=seat in seated.open,
            )
            for seat in seated.next_order
            for player in (seated.players[seat],)
        ],
        options=game.header.options,
        edition=edition,
        auto_end=seated.auto_end,
        own_dice=game.manual_dice,
        setup=code,
        clock=seated.play_state.wish,
        stand_in=seated.play_state.stand_in if seated.play_state.wish else None,
    )


def _valid_name_or_empty(name: str) -> str:
    try:
        return person_name(name)
    except PersonNameError:
        return ""


async def _announce(table: Actor, rematch: str, seats: frozenset[int]) -> None:
    """Send the next game to all pages, with the name of the player who began it."""
    table.messages.rematch = rematch
    table.cluster.announce(SEATS)
    names = [table_seat_names(table.seated)[seat] for seat in seats]
    table.send_table_to_all(Term("table.rematch", who=names[0]) if len(names) == 1 else None)
