"""How much a bot may think: what can be asked for, and what cannot."""

from __future__ import annotations

import pytest

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.ai.bots.planning import DEFAULT_NODES, UNLIMITED_NODES, Budget, budget


def test_what_can_be_asked_for() -> None:
    assert budget("", "") == Budget(DEFAULT_NODES)
    assert budget("7", "") == Budget(7)
    assert budget(str(UNLIMITED_NODES), "") == Budget(UNLIMITED_NODES)
    assert budget("", "50") == Budget(UNLIMITED_NODES, 0.05)
    assert budget("", "600000") == Budget(UNLIMITED_NODES, 600.0)


@pytest.mark.parametrize(
    ("nodes", "ms", "message"),
    [
        ("0", "", "nodes='0' is not a budget; write a whole number from 1"),
        ("-5", "", "nodes='-5'"),
        ("5.5", "", "nodes='5.5'"),
        ("many", "", "nodes='many'"),
        (str(UNLIMITED_NODES + 1), "", "nodes="),
        ("٣", "", "nodes="),
        ("", "0", "ms='0' is not a budget; write a whole number from 1 to 600000"),
        ("", "600001", "ms='600001'"),
        ("", "1e3", "ms='1e3'"),
        ("5", "5", "nodes or ms, not both"),
    ],
)
def test_rejects_invalid_budgets(nodes: str, ms: str, message: str) -> None:
    with pytest.raises(BotSpecError, match=message):
        budget(nodes, ms)
    options = [f"{name}={text}" for name, text in (("nodes", nodes), ("ms", ms)) if text]
    with pytest.raises(BotSpecError):
        make(f"master:{','.join(options)}", 1)
