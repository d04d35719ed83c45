"""Files of weights: they keep every number, and tell what is wrong with one that cannot be used."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from array import array
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bench.copies import resident_bytes
from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import is_decided
from redcathedral.ai.weights.file import (
    PLAYER_COUNTS,
    SHAPE,
    SeatBias,
    Weights,
    WeightsError,
    is_packaged,
    load,
    packaged,
    parse,
    save,
)
from tests.ai.bots.networks import HIDDEN, saved, weights
from tests.ai.bots.positions import COMPILED, sample
from tests.properties.modes import EIGHT

COUNT = (ROW_COUNT + 3) * HIDDEN + 2


def packed(header: dict[str, object], numbers: bytes) -> bytes:
    """A file whose checksum is right, whatever it holds."""
    body = zlib.compress(numbers)
    return json.dumps({**header, "sha256": checksum(header, body)}).encode() + b"\n" + body


def checksum(header: dict[str, object], body: bytes) -> str:
    others = json.dumps([header.get("hidden_unit"), header.get("leanings")], separators=(",", ":"))
    return hashlib.sha256(body + others.encode()).hexdigest()


def header_of(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_bytes().partition(b"\n")[0])
    return found


def test_there_and_back(tmp_path: Path) -> None:
    first = weights(1)
    path = tmp_path / "weights.bin"
    save(first, path)
    assert load(path) == first
    assert load(path).numbers.typecode == "h"
    save(replace(first, made={"rounds": 7, "rate": 0.5, "name": "x"}), path)
    assert load(path).made == {"rounds": 7, "rate": 0.5, "name": "x"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["weights.bin"]
    extreme = Weights(SHAPE, {}, array("h", [-32768, 32767, 0, -1] * (COUNT // 4 + 1))[:COUNT])
    save(extreme, path)
    assert load(path) == extreme


def test_the_same_weights_are_the_same_file(tmp_path: Path) -> None:
    save(weights(1), tmp_path / "a")
    save(weights(1), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_damaged_byte(tmp_path: Path) -> None:
    """Any byte of the numbers, and any of the header that is not the name of something else."""
    path = saved(tmp_path)
    good = load(path)
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    for at in (start, start + 1, start + 1000, len(data) // 2, len(data) - 1):
        damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(WeightsError, match=r"my\.bin is damaged.*get the file again"):
            parse(damaged, "my.bin")
    messages = []
    for at in range(start):
        for bit in (1, 32, 128):
            damaged = data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]
            try:
                found = parse(damaged, "my.bin")
            except WeightsError as error:
                messages.append(str(error))
            else:
                assert found.numbers == good.numbers
    assert len(messages) > start
    for words in messages:
        assert re.match(
            r"my\.bin .*(get the file again|tools.training` (writes them|makes weights))", words
        )


def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    data = saved(tmp_path).read_bytes()
    for length in (1, 50, data.index(b"\n"), data.index(b"\n") + 1, len(data) // 2, len(data) - 1):
        with pytest.raises(WeightsError, match=r"my\.bin (is damaged|holds no weights)"):
            parse(data[:length], "my.bin")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"PK\x03\x04 something else",
        b"\x89PNG\r\n\x1a\n",
        b"{}\n",
        b"[1, 2]\nx",
        b"null\n",
        b'"redcathedral-weights 1"\n',
        b'{"format": "redcathedral-weights 2"}\n',
        b'{"format": ["redcathedral-weights 1"]}\n',
        b"redcathedral-record 1\n",
        '{"format": "\u0663"}'.encode("utf-16"),
    ],
)
def test_a_foreign_file(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    with pytest.raises(
        WeightsError, match=r"photo\.png holds no weights; in a clone, `python -m tools.training`"
    ):
        load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.bin cannot be read: No such file"):
        load(tmp_path / "none.bin")
    with pytest.raises(WeightsError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_package_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redcathedral.ai.weights.file.PACKAGED_FILE", "none.bin")
    packaged.cache_clear()
    assert not is_packaged()
    message = (
        r"has no none\.bin: name a file of weights; in a clone, `python -m tools.training` makes"
    )
    with pytest.raises(WeightsError, match=message):
        packaged()


@pytest.mark.skipif(not is_packaged(), reason="this package has no weights")
def test_the_weights_of_the_package() -> None:
    """They are small enough to be sent along."""
    assert packaged().shape == SHAPE
    assert len(files("redcathedral.ai.weights").joinpath("weights.bin").read_bytes()) < 3_000_000


@pytest.mark.parametrize("count", [0, 1, COUNT - 1, COUNT + 1])
def test_another_number_of_weights(count: int, tmp_path: Path) -> None:
    header = header_of(saved(tmp_path))
    data = packed(header, array("h", [1] * count).tobytes())
    message = r"my\.bin was made by another version of this program"
    with pytest.raises(WeightsError, match=message):
        parse(data, "my.bin")


def test_half_a_number_too_many(tmp_path: Path) -> None:
    header = header_of(saved(tmp_path))
    with pytest.raises(WeightsError, match=r"my\.bin"):
        parse(packed(header, b"x" * (2 * COUNT + 1)), "my.bin")
    body = b"no zlib"
    whole = {**header, "sha256": checksum(header, body)}
    with pytest.raises(WeightsError, match=r"my\.bin"):
        parse(json.dumps(whole).encode() + b"\n" + body, "my.bin")


@pytest.mark.parametrize("key", ["shape", "made", "sha256", "hidden_unit", "leanings"])
def test_a_header_that_lacks_something(key: str, tmp_path: Path) -> None:
    header = header_of(saved(tmp_path))
    numbers = weights(1).numbers.tobytes()
    data = packed({name: value for name, value in header.items() if name != key}, numbers)
    if key == "sha256":
        head, _, body = data.partition(b"\n")
        data = head.replace(b'"sha256"', b'"sha257"') + b"\n" + body
    with pytest.raises(WeightsError, match=r"my\.bin is damaged"):
        parse(data, "my.bin")
    for value in ("7" if key == "hidden_unit" else 7, None, [1]):
        data = packed({**header, key: value}, numbers)
        if key != "sha256":
            with pytest.raises(WeightsError, match=r"my\.bin is damaged"):
                parse(data, "my.bin")


def test_weights_of_other_fields_are_refused(tmp_path: Path) -> None:
    save(replace(weights(1), shape="0" * 16), tmp_path / "my.bin")
    with pytest.raises(WeightsError, match=r"my\.bin was made by another version"):
        load(tmp_path / "my.bin")


def test_all_bots_share_a_network() -> None:
    assert packaged().network() is packaged().network()


@pytest.mark.skipif(not COMPILED, reason="a vec filled by interpreted code is never freed")
def test_a_network_is_freed(tmp_path: Path) -> None:
    """Each of a file's networks has 1.4 MB: kept, those of a ladder would fill the memory."""
    path = saved(tmp_path)
    load(path).network()
    before = resident_bytes()
    for _ in range(20):
        load(path).network()
    after = resident_bytes()
    if before is None or after is None:
        pytest.skip("needs the resident memory from /proc")
    assert after - before < 10_000_000


def test_seat_biases_correct_predictions(tmp_path: Path) -> None:
    """For each seat of each table: odds are multiplied, prestige is added; results stay."""
    biases = {
        table: tuple(
            SeatBias(1 + table / 10 + seat / 4, table - seat / 2) for seat in range(max(table, 2))
        )
        for table in PLAYER_COUNTS
    }
    save(replace(weights(3), seat_biases=biases), tmp_path / "weights.bin")
    found = load(tmp_path / "weights.bin")
    assert found.seat_biases == biases
    plain, right = NetworkEvaluator(weights(3).network()), NetworkEvaluator(found.network())
    seen = set()
    for mode in EIGHT:
        for state in sample(mode, 3, 29):
            before, after = plain.predictions(state), right.predictions(state)
            if is_decided(state):
                assert [one.share for one in after] == [one.share for one in before]
                continue
            seats = biases[1 if mode.solo else len(before)]
            seen.add(seats)
            hoped = [one.share * seat.odds for one, seat in zip(before, seats, strict=True)]
            assert [one.share for one in after] == pytest.approx(
                [one / sum(hoped) for one in hoped]
            )
            more = [seat.ahead for seat in seats]
            if len(more) == 2:  # the mean of two margins that should be opposite
                more = [(more[0] - more[1]) / 2, (more[1] - more[0]) / 2]
            assert [one.margin for one in after] == pytest.approx(
                [one.margin + ahead for one, ahead in zip(before, more, strict=True)]
            )
    assert len(seen) == len(PLAYER_COUNTS)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"hidden_unit": 100}, "counts in parts of 1/100.*train again"),
        ({"hidden_unit": 0}, "counts in parts of 1/0.*train again"),
        ({"seat_biases": {2: (SeatBias(),) * 5}}, "is damaged"),
        ({"seat_biases": {2: (SeatBias(-1.0),)}}, "is damaged"),
    ],
)
def test_rejects_invalid_seat_biases_and_units(
    header: dict[str, Any], message: str, tmp_path: Path
) -> None:
    save(replace(weights(1), **header), tmp_path / "my.bin")
    with pytest.raises(WeightsError, match=message):
        load(tmp_path / "my.bin")
