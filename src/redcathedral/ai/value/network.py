"""Evaluate positions with a learned network that has one hidden layer.

``share`` is the expected share of the win (a shared victory counts as a fraction) and ``margin``
the expected lead in prestige over the best other seat.  The network is that of TD-Gammon (Tesauro
1995) with the inputs of NNUE (Nasu 2018): every value of a field has a row of weights, the hidden
layer is the sum of the rows, and only the rows that differ from the last position are replaced.

The network uses integers, so that a position has the same worth on every machine, compiled or not.
Four hidden units share one word; each has 15 bits, in which sums of small numbers are exact.
"""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.ai.value.box_fields import FIELDS_OF_BOX, ComponentValues
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.field_reader import nothing_seen, read_box, read_position
from redcathedral.ai.value.fields import FIRST_SEAT, ROW_COUNT, field_count, no_values, row_of
from redcathedral.ai.value.standings import (
    MARGIN_WEIGHT,
    MAX_SEATS,
    WHOLE_SHARE,
    final_margin,
    final_share,
    is_decided,
    prestige_totals,
    work_left,
)
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State

LANES: Final = 4
WORD_BLOCK: Final = 4  # words that are added up together
UNIT_BLOCK: Final = LANES * WORD_BLOCK
LANE_BITS: Final = 15
LANE_HALF: Final = 1 << (LANE_BITS - 1)
LANE_MASK: Final = (1 << LANE_BITS) - 1
HIDDEN_UNIT: Final = 1 << 8  # the integer for 1.0 in the hidden layer
HIDDEN_MAX: Final = 4 * HIDDEN_UNIT  # hidden units are limited to 0 to this number
OUTPUT_UNIT: Final = 1 << 12  # the integer for 1.0 in the weights of the output
MAX_LOGIT: Final = 8  # the logit of a share is limited to -8 to 8
STEPS_PER_LOGIT: Final = 64  # entries in the sigmoid table for a logit of 1
MARGIN_UNIT: Final = 8  # prestige for 1.0 of the network's margin
PER_PRESTIGE: Final = 256  # margins are in 1/256 of a prestige
MARGIN_LIMIT: Final = 60 * PER_PRESTIGE
MARGIN_WORTH: Final = MARGIN_WEIGHT // PER_PRESTIGE  # the worth of 1/256 prestige
SAFE_MARGIN: Final = 12 * PER_PRESTIGE  # a greater margin counts less
SURPLUS_DIVISOR: Final = 8  # the margin beyond SAFE_MARGIN counts 1/8
SAFE_SHARE: Final = WHOLE_SHARE * 7 // 8  # with a greater share, ending the game counts
WORK_WORTH: Final = 256  # of each unit of work left, at the whole share
LONG_GAME: Final = 40  # turns of each seat, after which the leader hurries to end the game
HASTE: Final = 8  # the worth of each unit of work left for each further turn
NO_VALUE: Final = -1 << 40  # a field has no value before the first position
# No open position is worth as much as a win that is certain.
WIN_BONUS: Final = (SAFE_MARGIN + MARGIN_LIMIT // SURPLUS_DIVISOR) * MARGIN_WORTH

_CENTER: Final = sum([LANE_HALF << (LANE_BITS * lane) for lane in range(LANES)])
_SHARES: Final = vec[i64](
    [
        round(WHOLE_SHARE / (1 + math.exp(-i / STEPS_PER_LOGIT)))
        for i in range(-MAX_LOGIT * STEPS_PER_LOGIT, MAX_LOGIT * STEPS_PER_LOGIT + 2)
    ]
)


class Network:
    """Integer weights, shared by all evaluators of a process.

    ``numbers`` are 16-bit integers, little-endian: a weight of each of the ``hidden`` units for
    each row of ``fields``; one of each hidden unit; to the share, one of each hidden unit and a
    constant; to the margin, the same.  ``factor`` multiplies those of the hidden units, whose
    number is a multiple of UNIT_BLOCK.

    ``odds`` and ``ahead`` correct predictions for each seat of each number of players
    (``player_count``): a factor for the odds to win, and prestige added to the margin.
    """

    # The arguments are no vecs, because a vec that interpreted code fills is never freed.
    def __init__(
        self, numbers: bytes, hidden: i64, factor: i64, odds: list[float], ahead: list[float]
    ) -> None:
        margin: i64 = len(numbers) // 2 - hidden - 1
        share: i64 = margin - hidden - 1
        bias: i64 = share - hidden
        self.words: i64 = hidden // LANES
        # The last row is that of no value.
        self.row_weights = _packed(numbers, 0, bias, factor, zeros=self.words)
        self.bias = _packed(numbers, bias, share, factor, zeros=0)
        self.share = vec[i64]([_number(numbers, index) for index in range(share, margin)])
        self.margin = vec[i64](
            [_number(numbers, index) for index in range(margin, margin + hidden + 1)]
        )
        self.odds = odds
        self.ahead = ahead


def _number(numbers: bytes, index: i64) -> i64:
    low: i64 = numbers[2 * index]
    high: i64 = numbers[2 * index + 1]
    return low + 256 * (high - 256 if high >= 128 else high)


def _packed(numbers: bytes, start: i64, end: i64, factor: i64, zeros: i64) -> vec[i64]:
    """Pack four numbers in a word; a negative number borrows from the next lane until the sum.

    Append ``zeros`` words without numbers.
    """
    result = vec[i64](capacity=(end - start) // LANES + zeros)
    index: i64
    lane: i64
    for index in range(start, end, LANES):
        word: i64 = 0
        for lane in range(LANES):
            word += factor * _number(numbers, index + lane) << (LANE_BITS * lane)
        result = append(result, word)
    for index in range(zeros):
        result = append(result, 0)
    return result


def player_count(state: State) -> i64:
    """Return the number of human players; 1 against Ivan."""
    if state.setting.solo:
        return 1
    return state.setting.seat_count


class Prediction:
    """The expected result of a seat: its share of the win, 0 to 1, and its margin in prestige."""

    def __init__(self, share: float, margin: float) -> None:
        self.share = share
        self.margin = margin


class SeatView:
    """The last position as a seat sees it: values and rows of the fields, and the hidden layer."""

    def __init__(self, bias: vec[i64], seats: i64) -> None:
        self.values = no_values(seats)
        self.last_values = vec[i64]([NO_VALUE] * len(self.values))
        self.rows = vec[i64]([ROW_COUNT] * len(self.values))
        self.seen = nothing_seen()
        self.sums = bias[:]


class NetworkEvaluator(Evaluator):
    """Evaluates with a network; it keeps each seat's last position, so similar ones cost little."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.setting: Setting | None = None
        self.of: ComponentValues | None = None
        self.views: list[SeatView] = []
        self.new = vec[i64]()  # the first word of each row that changes, and of the row before
        self.old = vec[i64]()
        self.misread_fields = vec[i64]()  # of the seat, whose values are replaced
        self.misread_values = vec[i64]()
        self.share: i64 = 0
        self.margin: i64 = 0

    def worth(self, state: State, seat: i64) -> i64:
        """Return the share of the win, plus a little for the margin.

        If the seat has almost won, or leads in a long game, the work that is left to close the game
        (R7.1) counts too, so that a winning player ends it.  A win that is certain counts most.
        """
        self.evaluate(state, seat)
        margin = self.margin
        if margin > SAFE_MARGIN:
            margin = SAFE_MARGIN + (margin - SAFE_MARGIN) // SURPLUS_DIVISOR
        worth = self.share + margin * MARGIN_WORTH
        if is_decided(state):
            return worth + WIN_BONUS if self.share == WHOLE_SHARE else worth
        haste: i64 = 0
        if self.share > SAFE_SHARE:
            haste = WORK_WORTH * (self.share - SAFE_SHARE) // (WHOLE_SHARE - SAFE_SHARE)
        turns = state.turn // state.setting.seat_count
        if turns > LONG_GAME and self.share > WHOLE_SHARE // 2:
            haste += HASTE * min(turns - LONG_GAME, LONG_GAME)
        return worth - haste * work_left(state, seat) if haste > 0 else worth

    def predictions(self, state: State) -> list[Prediction]:
        """Return the prediction for each seat; for a decided game, the result.

        Each seat is evaluated separately and corrected by its bias.  Then the shares are scaled so
        that they sum to 1, and two margins, which should be opposite, are averaged.
        """
        network = self.network
        first = player_count(state) * MAX_SEATS
        is_open = not is_decided(state)
        result: list[Prediction] = []
        total = 0.0
        seat: i64
        for seat in range(state.setting.seat_count):
            self.evaluate(state, seat)
            prediction = Prediction(float(self.share), float(self.margin) / PER_PRESTIGE)
            if is_open:
                prediction.share *= network.odds[first + seat]
                prediction.margin += network.ahead[first + seat]
            total += prediction.share
            result.append(prediction)
        for prediction in result:
            prediction.share /= total
        if len(result) == 2:
            half = (result[0].margin - result[1].margin) / 2
            result[0].margin = half
            result[1].margin = -half
        return result

    def evaluate(self, state: State, seat: i64) -> None:
        """Calculate ``share`` and ``margin`` of a position for a seat."""
        totals = prestige_totals(state)
        if is_decided(state):
            self.share = final_share(state, seat, totals)
            self.margin = final_margin(state, seat, totals) * PER_PRESTIGE
            return
        if self.setting is not state.setting:
            self._reset(state.setting)
        of = self.of
        assert of is not None
        view = self.views[seat]
        values = view.values
        read_position(state, seat, totals, of, values, view.seen)
        index: i64
        for index in range(len(self.misread_fields)):
            values[FIRST_SEAT + self.misread_fields[index]] = self.misread_values[index]
        self._add(view, self._changes(view, FIELDS_OF_BOX))
        self._output(view.sums)

    def _changes(self, view: SeatView, first: i64) -> i64:
        """List the rows that differ from the last position in ``new`` and ``old``; count them."""
        values = view.values
        last_values = view.last_values
        rows = view.rows
        words = self.network.words
        new = self.new
        old = self.old
        changes: i64 = 0
        field: i64
        for field in range(first, len(values)):
            value = values[field]
            if value != last_values[field]:
                last_values[field] = value
                row = row_of(field, value)
                new[changes] = row * words
                old[changes] = rows[field] * words
                rows[field] = row
                changes += 1
        return changes

    def _add(self, view: SeatView, changes: i64) -> None:
        """Replace rows in a hidden layer, a few words at a time so that they stay in registers."""
        weights = self.network.row_weights
        sums = view.sums
        new = self.new
        old = self.old
        word: i64
        change: i64
        for word in range(0, self.network.words, WORD_BLOCK):
            a = sums[word]
            b = sums[word + 1]
            c = sums[word + 2]
            d = sums[word + 3]
            for change in range(changes):
                plus = new[change] + word
                minus = old[change] + word
                a += weights[plus] - weights[minus]
                b += weights[plus + 1] - weights[minus + 1]
                c += weights[plus + 2] - weights[minus + 2]
                d += weights[plus + 3] - weights[minus + 3]
            sums[word] = a
            sums[word + 1] = b
            sums[word + 2] = c
            sums[word + 3] = d

    def _reset(self, setting: Setting) -> None:
        """Forget the last positions, because another game has other cards or other seats."""
        self.setting = setting
        of = self.of
        if of is None or of.components is not setting.components:
            of = ComponentValues(setting.components)
            self.of = of
        count = field_count(setting.seat_count)
        self.new = vec[i64]([0] * int(count))
        self.old = vec[i64]([0] * int(count))
        self.views = []
        seat: i64
        for seat in range(setting.seat_count):
            view = SeatView(self.network.bias, setting.seat_count)
            read_box(setting, of, view.values)
            self._add(view, self._changes(view, 0))
            self.views.append(view)

    def _output(self, sums: vec[i64]) -> None:
        """Calculate share and margin from the hidden layer."""
        to_share = self.network.share
        to_margin = self.network.margin
        words = self.network.words
        share = to_share[words * LANES] * HIDDEN_UNIT
        margin = to_margin[words * LANES] * HIDDEN_UNIT
        unit: i64 = 0
        word: i64
        lane: i64
        for word in range(words):
            lanes = sums[word] + _CENTER
            for lane in range(LANES):
                value = (lanes & LANE_MASK) - LANE_HALF
                lanes >>= LANE_BITS
                if value > 0:
                    if value > HIDDEN_MAX:
                        value = HIDDEN_MAX
                    share += value * to_share[unit]
                    margin += value * to_margin[unit]
                unit += 1
        self.share = sigmoid(share)
        margin = margin * (MARGIN_UNIT * PER_PRESTIGE // HIDDEN_UNIT) // OUTPUT_UNIT
        if margin > MARGIN_LIMIT:
            margin = MARGIN_LIMIT
        elif margin < -MARGIN_LIMIT:
            margin = -MARGIN_LIMIT
        self.margin = margin


def sigmoid(logit: i64) -> i64:
    """Return the share for a logit, in units of both layers, by linear interpolation in a table."""
    unit: i64 = HIDDEN_UNIT * OUTPUT_UNIT // STEPS_PER_LOGIT
    position = logit + MAX_LOGIT * HIDDEN_UNIT * OUTPUT_UNIT
    if position < 0:
        position = 0
    if position > 2 * MAX_LOGIT * HIDDEN_UNIT * OUTPUT_UNIT:
        position = 2 * MAX_LOGIT * HIDDEN_UNIT * OUTPUT_UNIT
    index = position // unit
    here = _SHARES[index]
    return here + (_SHARES[index + 1] - here) * (position - index * unit) // unit
