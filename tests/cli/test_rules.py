"""``redcathedral rules``."""

from __future__ import annotations

import pytest

from redcathedral.cli import main


def run_rules(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["rules", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_a_rule_and_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_rules(capsys, "R4.6")
    assert (status, out) == (0, "R4.6 Without banners you cannot claim.\n")
    status, out, _ = run_rules(capsys, "tsar", "reprimand")
    assert status == 0
    assert out.startswith("R5.4 ")


def test_without_words_the_aim_the_sections_and_the_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run_rules(capsys)
    assert status == 0
    assert out.startswith("The aim of the game.\n")
    assert "\nR1 Terms\nR2 Set-up\n" in out


def test_no_command_of_the_table_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_rules(capsys, "R3")
    assert out.startswith("R3 The turn.\nR3.1 ")
    _, out, _ = run_rules(capsys, "R6")
    assert "look market" not in out


def test_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_rules(capsys, "R77")
    assert (status, out) == (1, "")
    assert err == "The rules do not contain “R77”.\nDid you mean “R7.7”?\n"
    _, _, err = run_rules(capsys, "teemsters")
    assert err.endswith("\nDid you mean “teamsters”?\n")
    _, _, err = run_rules(capsys, "xyzzy")
    assert err.endswith(
        "\nThe chapters are: R1 Terms, R2 Set-up, R3 The turn, R4 Claim, R5 Build, "
        "R6 Acquire, R7 The end of the game, R8 Solo, against Ivan, R9 Worked examples.\n"
    )


def test_a_question_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_rules(capsys, "how", "do", "I", "win")
    assert status == 0
    assert out.startswith("The aim of the game.\n")
    assert "\nR7.6 The player with the most prestige wins." in out
    assert run_rules(capsys, "reroll")[1].startswith("R3.3 ")


def test_an_unknown_language(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_rules(capsys, "--language", "xx", "R1.1")
    assert (status, out) == (2, "")
    assert "there is no language" in err
