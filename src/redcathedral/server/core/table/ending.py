"""Messages about the end of a game: the last round, the payments, the places and the winners."""

from collections.abc import Collection, Sequence
from itertools import compress

from redcathedral.engine.scoring import Score
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOBODY, State
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire import final_scoring as wire
from redcathedral.text import Argument, Narrator


def last_round(state: State, *, is_over: bool) -> wire.LastRound | None:
    """Return the seat that started the last round, and the seats with a turn left (R7.1)."""
    closer = int(state.closer)
    if closer == NOBODY:
        return None
    setting = state.setting
    count = int(setting.seat_count)
    turns_since = count if state.is_over else (int(state.seat) - closer) % count
    turns_left = 0 if is_over else count - turns_since
    seats_left = [(state.seat + ahead) % count for ahead in range(turns_left)]
    return wire.LastRound(
        by=setting.colour(closer),
        turn=int(state.turn) - turns_since + 1,
        left=[setting.colour(seat) for seat in seats_left if seat != closer],
    )


def over_message_of(seated: SeatedGame, words: Narrator) -> wire.Over | None:
    reason = seated.over
    if reason is None:
        return None
    game = seated.game
    return over_message(
        words,
        game.state.setting,
        table_seat_names(seated),
        reason,
        game.scores(),
        seated.winners,
        seated.play_state.gave_up,
    )


def over_message(
    words: Narrator,
    setting: Setting,
    names: Sequence[Argument],
    reason: wire.Reason,
    scores: Sequence[Score],
    winners: Sequence[int],
    gave_up: Collection[int] = (),
) -> wire.Over:
    places = sorted(
        range(len(scores)),
        key=lambda seat: (seat not in gave_up, ranking_key(scores[seat])),
        reverse=True,
    )
    first_two = [seat for seat in places if seat not in gave_up][:2]
    payments = final_payments(scores, setting)
    nobody = "table.capped" if reason == "capped" else "score.nobody"
    return wire.Over(
        reason=reason,
        winners=[setting.colour(seat) for seat in winners],
        places=[setting.colour(seat) for seat in places],
        gave_up=[setting.colour(seat) for seat in sorted(gave_up)],
        text=words.winners_text([names[seat] for seat in winners], scores)
        if winners
        else words.text(nobody),
        payments=payments,
        scores=[
            wire.SeatScore(setting.colour(seat), score.total, score.cards, score.ornaments)
            for seat, score in enumerate(scores)
        ],
        decided=winning_margin([scores[seat] for seat in first_two], payments, setting, first_two)
        if winners and len(first_two) > 1
        else None,
    )


def ranking_key(score: Score) -> tuple[int, int, int]:
    """Return the values that rank a seat, the most important first (R7.6)."""
    return score.total, score.cards, score.ornaments


def final_payments(scores: Sequence[Score], setting: Setting) -> list[wire.Payment]:
    """Return the payments to all seats, in the order of the final scoring (R7.2-R7.4)."""

    def payment(
        source: wire.PaymentSource, amounts: Sequence[int], tower: int | None
    ) -> wire.Payment:
        pays = {setting.colour(seat): amount for seat, amount in enumerate(amounts)}
        return wire.Payment(source, tower, pays)

    towers = [*compress(zip(*(score.by_tower for score in scores), strict=True), setting.heights)]
    return [
        payment("track", [score.track for score in scores], None),
        payment("goods", [score.goods for score in scores], None),
        *(payment("tower", amounts, number) for number, amounts in enumerate(towers, 1)),
    ]


def winning_margin(
    scores: Sequence[Score],
    payments: Sequence[wire.Payment],
    setting: Setting,
    seats: Sequence[int],
) -> wire.Margin:
    first, second = (setting.colour(seat) for seat in seats)
    steps: tuple[wire.Step, ...] = ("prestige", "cards", "ornaments")
    first_key, second_key = (ranking_key(score) for score in scores)
    gaps = [payment.pays[first] - payment.pays[second] for payment in payments]
    values = zip(steps, first_key, second_key, strict=True)
    return wire.Margin(
        by=next((step for step, value, other in values if value != other), "shared"),
        over=second,
        lead=first_key[0] - second_key[0],
        most=[index for index, gap in enumerate(gaps) if gap == max(gaps) > 0],
    )
