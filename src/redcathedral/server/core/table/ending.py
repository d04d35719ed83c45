"""How a game comes to its end: who has a last turn, what pays whom, what decides."""

from collections.abc import Collection, Sequence
from itertools import compress

from redcathedral.engine.scoring import Score
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOBODY, State
from redcathedral.server.core.table.names import called
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire import final_scoring as wire
from redcathedral.text import AllOf, Argument, Narrator


def last_round(state: State, *, is_over: bool) -> wire.LastRound | None:
    """Who completed a sixth card first, and who has or is at a last turn (R7.1)."""
    closer = int(state.closer)
    if closer == NOBODY:
        return None
    setting = state.setting
    count = int(setting.seat_count)
    since = count if state.is_over else (int(state.seat) - closer) % count  # turns
    left = [] if is_over else [(state.seat + ahead) % count for ahead in range(count - since)]
    return wire.LastRound(
        by=setting.colour(closer),
        turn=int(state.turn) - since + 1,
        left=[setting.colour(seat) for seat in left if seat != closer],
    )


def over(seated: SeatedGame, words: Narrator) -> wire.Over | None:
    reason = seated.over
    if reason is None:
        return None
    game = seated.game
    return result(
        words,
        game.state.setting,
        called(seated),
        reason,
        game.scores(),
        seated.winners,
        seated.play_state.gave_up,
    )


def result(
    words: Narrator,
    setting: Setting,
    names: Sequence[Argument],
    reason: wire.Reason,
    scores: Sequence[Score],
    winners: Sequence[int],
    gave_up: Collection[int] = (),
) -> wire.Over:
    who = AllOf(tuple(names[seat] for seat in winners))
    places = sorted(
        range(len(scores)),
        key=lambda seat: (seat not in gave_up, standing(scores[seat])),
        reverse=True,
    )
    first_two = [seat for seat in places if seat not in gave_up][:2]
    payments = paid(scores, setting)
    nobody = "table.capped" if reason == "capped" else "score.nobody"
    return wire.Over(
        reason=reason,
        winners=[setting.colour(seat) for seat in winners],
        places=[setting.colour(seat) for seat in places],
        gave_up=[setting.colour(seat) for seat in sorted(gave_up)],
        text=words.text("score.winners", who=who) if winners else words.text(nobody),
        payments=payments,
        scores=[
            wire.SeatScore(setting.colour(seat), score.total, score.cards, score.ornaments)
            for seat, score in enumerate(scores)
        ],
        decided=decided([scores[seat] for seat in first_two], payments, setting, first_two)
        if winners and len(first_two) > 1
        else None,
    )


def standing(score: Score) -> tuple[int, int, int]:
    """By what places are told apart, one after the other (R7.6)."""
    return score.total, score.cards, score.ornaments


def paid(scores: Sequence[Score], setting: Setting) -> list[wire.Payment]:
    """What pays everybody, in the order of the final scoring (R7.2-R7.4)."""

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


def decided(
    scores: Sequence[Score],
    payments: Sequence[wire.Payment],
    setting: Setting,
    seats: Sequence[int],
) -> wire.Margin:
    first, second = (setting.colour(seat) for seat in seats)
    steps: tuple[wire.Step, ...] = ("prestige", "cards", "ornaments")
    one, other = (standing(score) for score in scores)
    gaps = [payment.pays[first] - payment.pays[second] for payment in payments]
    return wire.Margin(
        by=next((step for step, a, b in zip(steps, one, other, strict=True) if a != b), "shared"),
        over=second,
        lead=one[0] - other[0],
        most=[at for at, gap in enumerate(gaps) if gap == max(gaps) > 0],
    )
