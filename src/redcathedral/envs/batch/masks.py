"""Store the legal decisions of many games as masks, of bytes or of bits, and as lists of ids."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

MASK_SIZE: Final = 834  # DECISION_COUNT, as a literal that mypyc folds
MASK_BYTES: Final = 112  # of a mask of bits: 14 words of 64 bits
# The ids of up to this number of legal decisions are stored, for random actions, and so that the
# next step clears only their entries in the mask.  With more legal decisions, it clears all of it.
MAX_STORED_IDS: Final = 96


@final
class Masks:
    """The legal decisions of some games; the vectors are described in ``Batch``."""

    def __init__(self, games: int, bits: bool) -> None:
        self.games: i64 = games
        self.bits = bits
        self.masks = vec[u8]([0] * (games * (MASK_BYTES if bits else MASK_SIZE)))
        self.ids = vec[i16]([0] * (games * MAX_STORED_IDS))
        self.counts = vec[i64]([0] * games)
        self.choices = vec[i64]([0] * games)

    def is_legal(self, i: i64, decision: i64) -> bool:
        """Return whether a decision, which can be any number, is legal in a game."""
        if decision < 0 or decision >= MASK_SIZE:
            return False
        if self.bits:
            return (i64(self.masks[i * MASK_BYTES + (decision >> 3)]) >> (decision & 7)) & 1 == 1
        return self.masks[i * MASK_SIZE + decision] == 1

    def legal(self, i: i64) -> list[int]:
        """Return the legal decision ids of a game, ascending."""
        return [move for move in range(MASK_SIZE) if self.is_legal(i, move)]

    def choose(self, fractions: vec[float]) -> None:
        """Write a legal decision of each game to ``choices``, by a number from 0 to below 1."""
        i: i64
        for i in range(self.games):
            wanted = i64(fractions[i] * float(self.counts[i]))
            if self.counts[i] <= MAX_STORED_IDS:
                self.choices[i] = i64(self.ids[i * MAX_STORED_IDS + wanted])
                continue
            move: i64 = -1
            while wanted >= 0:
                move += 1
                wanted -= i64(self.is_legal(i, move))
            self.choices[i] = move

    def write(self, i: i64, moves: vec[i64], n: i64) -> None:
        """Replace the legal decisions of a game by the first ``n`` of ``moves``."""
        masks = self.masks
        ids = self.ids
        is_bits = self.bits
        width: i64 = MASK_BYTES if is_bits else MASK_SIZE
        shift: i64 = 3 if is_bits else 0
        row = i * width
        start = i * MAX_STORED_IDS
        k: i64
        old_count = self.counts[i]
        if old_count > MAX_STORED_IDS:
            for k in range(row, row + width):
                masks[k] = 0
        else:
            for k in range(old_count):
                masks[row + (i64(ids[start + k]) >> shift)] = 0
        self.counts[i] = n
        for k in range(min(n, MAX_STORED_IDS)):
            ids[start + k] = i16(moves[k])
        if is_bits:
            for k in range(n):
                masks[row + (moves[k] >> 3)] |= u8(1 << (moves[k] & 7))
        else:
            for k in range(n):
                masks[row + moves[k]] = 1
