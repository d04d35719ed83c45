"""The seeded generator: golden numbers, and a second implementation of the algorithm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from redcathedral.engine.rng import DICE, POLICY, Rng

WORDS = 1 << 32


def sfc32(seed: int, stream: int) -> Iterator[int]:
    """Doty-Humphrey's sfc32, implemented again, after fifteen rounds of mixing."""
    a, b, c, counter = seed % WORDS, (seed >> 32) % WORDS, stream % WORDS, 1
    rounds = 0
    while True:
        result = (a + b + counter) % WORDS
        counter = (counter + 1) % WORDS
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % WORDS
        c = (((c << 21) | (c >> 11)) + result) % WORDS
        rounds += 1
        if rounds > 15:
            yield result


GOLDEN = {
    (0, 0): [4216505632, 947923937, 2491578854, 3964400089, 2091952393, 4208506024],
    (0, 1): [1047107358, 1857996408, 3863704218, 4155912429, 3250571120, 2735860482],
    (1, 0): [3387734806, 1080862987, 3546521498, 2861869171, 428981239, 2719816156],
    (1, 1): [4114208188, 1734779857, 162665512, 585015509, 1993160469, 2660592631],
    (0x123456789ABCDEF0, 7): [
        2995390217,
        130671849,
        3618006525,
        3065709623,
        1073708522,
        4244916126,
    ],
}


@pytest.mark.parametrize(("seed", "stream"), GOLDEN)
def test_golden_numbers(seed: int, stream: int) -> None:
    rng = Rng(seed, stream)
    assert [rng.word() for _ in range(6)] == GOLDEN[seed, stream]


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, 2**62 + 12345])
@pytest.mark.parametrize("stream", [DICE, POLICY, 5])
def test_words_are_those_of_sfc32(seed: int, stream: int) -> None:
    rng = Rng(seed, stream)
    assert [rng.word() for _ in range(500)] == list(islice(sfc32(seed, stream), 500))


def test_dice_and_policies_are_separate_streams() -> None:
    assert Rng(9, DICE).word() != Rng(9, POLICY).word()


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 60, 1000, 2**31, 3 * 2**29, 2**31 - 1])
def test_below_is_lemires_method(n: int) -> None:
    """The result is the high word of word times n; a low word below 2**32 mod n is drawn again."""
    rng = Rng(11, 0)
    words = sfc32(11, 0)
    for _ in range(300):
        product = next(words) * n
        while product % WORDS < WORDS % n:
            product = next(words) * n
        assert rng.below(n) == product >> 32


def test_below_golden_dice() -> None:
    rng = Rng(1, DICE)
    assert [rng.below(6) for _ in range(20)] == [
        *(4, 1, 4, 3, 0, 3, 0, 0, 3, 0),
        *(4, 5, 3, 3, 5, 0, 3, 5, 2, 2),
    ]


def test_below_is_even() -> None:
    rng = Rng(2, DICE)
    counts = Counter(rng.below(6) for _ in range(12000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 2000) < 5 * (12000 * 5 / 36) ** 0.5 for count in counts.values())


def test_unit_lies_between_0_and_1() -> None:
    rng = Rng(1, POLICY)
    words = sfc32(1, POLICY)
    numbers = [rng.unit() for _ in range(1000)]
    assert numbers == [next(words) / WORDS for _ in range(1000)]
    assert 0 <= min(numbers) < 0.01 < 0.99 < max(numbers) < 1
