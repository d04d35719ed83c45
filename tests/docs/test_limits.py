"""The limits in docs/guides/hosting.md equal those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from redcathedral.server.core import actor, editions, game_quota, overrides
from redcathedral.server.features.chat import store as chat_store
from redcathedral.server.features.chat import text as chat_text
from redcathedral.server.features.seats import seat_limits
from redcathedral.server.features.uploads import uploads
from redcathedral.server.middleware import client_network
from redcathedral.server.run import connection, process
from redcathedral.server.sql import backups, database_file

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "hosting.md"
KIB = 1024
CONNECTIONS = connection.Limits()
AT_ONCE, A_SECOND = actor.SIDE_CHANGE_BURST_AND_RATE
SMALL_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")

LIMITS: dict[str, list[float]] = {
    "new games from an address (IPv6: a network of 64 bits)": [game_quota.GAMES_PER_HOUR],
    "seats of a guest at other people's tables in games that have not begun": [
        seat_limits.MAX_SEATS_PER_DEVICE
    ],
    "the same for all guests from one address": [seat_limits.MAX_SEATS_PER_ADDRESS],
    "commands of a page": [
        CONNECTIONS.commands_per_second,
        2 * CONNECTIONS.commands_per_second,
        CONNECTIONS.bytes_per_second / KIB,
        4 * CONNECTIONS.bytes_per_second / KIB,
    ],
    "changes at a table without a decision, such as settings and undo": [1 / A_SECOND, AT_ONCE],
    "pages at a table": [actor.MAX_PLAYER_PAGES, actor.MAX_SPECTATOR_PAGES],
    "chat lines": [
        chat_text.MAX_LINES_PER_MINUTE,
        chat_text.MAX_LINE_LENGTH,
        chat_store.MAX_CHAT_LINES,
    ],
    "a request": [CONNECTIONS.request_seconds, connection.MIN_BODY_RATE / KIB],
    "an unread answer": [connection.UNREAD_RESPONSE_SECONDS],
    "connections of an address": [
        CONNECTIONS.connections_per_client,
        CONNECTIONS.sockets_per_client,
    ],
    "connections in total": [process.MAX_DESCRIPTORS, process.RESERVED_DESCRIPTORS],
    "uploaded records": [
        uploads.MAX_RECORD_BYTES / KIB / KIB,
        uploads.MAX_STORED_BYTES / KIB,
        uploads.MAX_COMMENTS,
        uploads.MAX_QUEUED_FILES,
    ],
    "uploaded editions": [uploads.MAX_EDITION_BYTES / KIB, editions.MAX_UPLOADED_EDITIONS],
    "games of bots only": [overrides.BotLimits().bot_games_per_second],
}


def test_the_limits_equal_those_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", text[text.index("## Limits") :], re.MULTILINE)
    numbers = {
        what: [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", limit)]
        for what, limit in rows[1:]
    }
    assert numbers == LIMITS
    assert f"a network of {client_network.IPV6_NETWORK_BITS} bits" in text


def test_the_backups_and_the_reserve_equal_those_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"| {database_file.RESERVE_BYTES // KIB} KiB, used to remove games" in text
    assert f"the last {SMALL_NUMBERS[backups.MAX_BACKUPS]} are kept" in text
