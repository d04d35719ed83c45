"""Set-up codes: every set-up has one, and no other text is accepted (R2, R8.2)."""

from __future__ import annotations

import pytest

from redcathedral.box import edition_text, parse_edition
from redcathedral.box.options import Options
from redcathedral.box.vocabulary import COLOURS
from redcathedral.engine import chance, rules
from redcathedral.engine.components import Components
from redcathedral.engine.phases import ROLL, TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.record import Header, Record, Seat, read, replay
from redcathedral.record import setup_code as module
from redcathedral.record.position import position_of
from redcathedral.record.setup_code import (
    DrawnSetup,
    SetupCodeError,
    read_setup_code,
    setup_code,
    setup_of,
    turn_order,
)
from tests.record.games import COMPONENTS, NAMES, SMALL, text

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GIVEN = "9HG2-YJDX-H0FB-HWZX-6X2H-YZE6-NNZT-9F"  # of two players; it must never change
counts = pytest.mark.parametrize("players", [1, 2, 3, 4])


def drawn(players: int, *, first_game: bool, seed: int) -> Record:
    """Return a game with a drawn set-up."""
    header = Header(
        COMPONENTS.edition.id,
        tuple(Seat(colour) for colour in range(players)),
        ivan=3 if players == 1 else None,
        options=Options(first_game=first_game),
    )
    record = Record(header, COMPONENTS)
    rng = Rng(seed, DICE)
    state = record.first_state()
    while state.phase < ROLL:
        record.steps.append(int(chance.sample(state, rng)))
        rules.settle(state, record.steps[-1])
    return record


def code_of(record: Record) -> str:
    setup = setup_of(record)
    assert setup is not None
    return setup_code(setup, record.components)


def refused(text: str, components: Components = COMPONENTS) -> SetupCodeError:
    with pytest.raises(SetupCodeError) as caught:
        read_setup_code(text, components)
    assert caught.value.reason
    assert caught.value.fix
    return caught.value


@counts
@pytest.mark.parametrize("first_game", [False, True])
def test_setup_codes_round_trip(players: int, first_game: bool) -> None:
    for seed in range(12):
        record = drawn(players, first_game=first_game, seed=seed)
        code = code_of(record)
        again = read_setup_code(code, COMPONENTS)
        assert again == DrawnSetup(players, first_game, tuple(record.steps))
        assert setup_code(again, COMPONENTS) == code
        assert len(code.replace("-", "")) <= 50


@counts
def test_detects_changed_and_swapped_characters(players: int) -> None:
    code = code_of(drawn(players, first_game=False, seed=players)).replace("-", "")
    for at, sign in enumerate(code):
        for other in SIGNS.replace(sign, ""):
            assert refused(code[:at] + other + code[at + 1 :]).fault == "mistyped"
        assert refused(code[:at] + code[at + 1 :]).fault == "mistyped"
        for later, other in enumerate(code[at + 1 :], at + 1):
            if other != sign:
                swapped = code[:at] + other + code[at + 1 : later] + sign + code[later + 1 :]
                assert refused(swapped).fault == "mistyped"


def test_the_code_of_a_setup_never_changes() -> None:
    setup = read_setup_code(GIVEN, COMPONENTS)
    assert setup.players == 2
    assert not setup.first_game
    assert setup_code(setup, COMPONENTS) == GIVEN


def test_a_code_may_be_typed_in_other_ways() -> None:
    setup = read_setup_code(GIVEN, COMPONENTS)
    plain = GIVEN.replace("-", "")
    for typed in (
        plain,
        plain.lower(),
        f"  {GIVEN.replace('-', ' ')}\n",
        GIVEN.replace("-", " \N{EN DASH} "),
        GIVEN.replace("0", "O"),
        GIVEN.replace("0", "o"),
    ):
        assert read_setup_code(typed, COMPONENTS) == setup
    codes = (code_of(drawn(3, first_game=True, seed=seed)) for seed in range(20))
    code = next(code for code in codes if "1" in code)
    for alike in "IiLl":
        typed = code.replace("1", alike)
        assert read_setup_code(typed, COMPONENTS) == read_setup_code(code, COMPONENTS)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "it has 0 characters"),
        (" - ", "it has 0 characters"),
        ("9HG2Y", "it has 5 characters"),
        ("9" * 1001, "it has 1001 characters"),
        ("9" * 100_000, "it has 100000 characters"),
        ("hello, world", "`,` is not a character of a code"),
        (GIVEN.replace("Y", "U"), "`U` is not a character of a code"),
        (GIVEN.replace("9", "\N{ARABIC-INDIC DIGIT NINE}"), "is not a character of a code"),
        (GIVEN.replace("9", "\N{LATIN SMALL LETTER SHARP S}"), "is not a character of a code"),
        (GIVEN[:-1], "check sum"),
        ("0" * 20, "format 0"),
    ],
)
def test_rejects_nonsense_with_a_reason(typed: str, reason: str) -> None:
    assert reason in refused(typed).reason


def checked(signs: str) -> str:
    """Return characters with the right check sum."""
    number = 0
    for sign in signs:
        number = number * 32 + SIGNS.index(sign)
    check = -number * 1024 % 1021
    return signs + SIGNS[check // 32] + SIGNS[check % 32]


def test_rejects_a_code_without_a_setup() -> None:
    plain = GIVEN.replace("-", "")[:-2]
    assert checked(plain) == GIVEN.replace("-", "")
    assert "no set-up has it" in refused(checked(plain[:3] + "0" + plain[3:])).reason
    assert "no set-up has it" in refused(checked(plain[:3] + "Z" + plain[3:])).reason
    assert "no set-up has it" in refused(checked(plain[:12])).reason


def test_a_code_of_another_format_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CODE_FORMAT", 2)
    later = code_of(drawn(4, first_game=False, seed=1))
    monkeypatch.undo()
    error = refused(later)
    assert error.fault == "form"
    assert "format 2" in error.reason
    assert "version" in error.fix


def test_rejects_a_code_of_another_edition() -> None:
    changed = edition_text("reconstructed-2020").replace('gives = "2W"', 'gives = "3W"', 1)
    error = refused(GIVEN, Components(parse_edition(changed)))
    assert error.fault == "edition"
    assert "reconstructed-2020" in error.reason


@pytest.mark.parametrize("name", NAMES[::5])
def test_code_of_a_record_begins_the_same_game(name: str) -> None:
    record = replay(text(name), check=False).record
    assert record is not None
    setup = read_setup_code(code_of(record), record.components)
    again = Record(record.header, record.components, steps=[*setup.outcomes])
    state = record.walk(len(setup.outcomes)).state
    assert state.phase == TURN
    assert position_of(again.walk().state) == position_of(state)


def test_no_code_for_a_game_from_a_position() -> None:
    record = read(SMALL)
    record.start = "{}"
    assert setup_of(record) is None


def test_a_set_up_that_is_not_complete_has_no_code() -> None:
    record = drawn(2, first_game=False, seed=1)
    del record.steps[-1]
    assert setup_of(record) is None
    with pytest.raises(ValueError, match="not in list"):
        setup_code(DrawnSetup(2, False, (0, 99)), COMPONENTS)


def test_turn_order_depends_on_the_code_and_is_fair() -> None:
    assert turn_order(GIVEN) == turn_order(GIVEN.replace("-", " "))
    assert sorted(turn_order(GIVEN)) == sorted(COLOURS)
    drawn_first = {tuple(turn_order(str(number))) for number in range(400)}
    assert len(drawn_first) == 24


def test_the_code_of_a_record() -> None:
    """It is None if the game began with a position."""
    record = read(SMALL)
    drawn = setup_of(record)
    assert drawn is not None
    assert module.setup_code_of(record) == setup_code(drawn, record.components)
    assert module.setup_code_of(Record(record.header, record.components, "{}")) is None
