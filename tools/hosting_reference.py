"""Write the tables of files and limits in docs/guides/hosting.md, from the code.

Run ``python tools/hosting_reference.py``.  A test checks that the page is up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from redcathedral.server.core import actor, editions, game_quota, overrides
from redcathedral.server.features.chat import store as chat_store
from redcathedral.server.features.chat import text as chat_text
from redcathedral.server.features.notifications.settings import KEY_FILE_NAME
from redcathedral.server.features.seats import seat_limits
from redcathedral.server.features.uploads import uploads
from redcathedral.server.middleware.client_network import IPV6_NETWORK_BITS
from redcathedral.server.run import connection, process, token_file
from redcathedral.server.sql import backups, database_file
from redcathedral.server.sql.schema import REVISION
from redcathedral.server.sql.store import DATABASE_FILE
from tools.generated_parts import table, with_parts

PAGE = Path(__file__).parents[1] / "docs" / "guides" / "hosting.md"
KIB: Final = 1024
CONNECTIONS: Final = connection.Limits()
SIDE_CHANGES, SIDE_CHANGES_PER_SECOND = actor.SIDE_CHANGE_BURST_AND_RATE
COMMANDS: Final = CONNECTIONS.commands_per_second
COMMAND_KIB: Final = CONNECTIONS.bytes_per_second / KIB

FILES: Final = (
    (f"`{DATABASE_FILE}`, with `-wal` and `-shm` while the server runs", "all games"),
    (
        f"`{DATABASE_FILE}.copy-2026-11-25`",
        f"a backup of that day; the last {backups.MAX_BACKUPS} are kept",
    ),
    (
        f"`{DATABASE_FILE}.reserve`",
        f"{database_file.RESERVE_BYTES // KIB} KiB, used to remove games when the disk is full",
    ),
    (
        f"`{DATABASE_FILE}.before-{REVISION}`",
        "a backup from before a newer version changed the database",
    ),
    (f"`{DATABASE_FILE}.lock`", "keeps a second server away"),
    (f"`{token_file.FILE_NAME}`", "the secret that lets people in"),
    (f"`{KEY_FILE_NAME}`", "the server's key for [push messages](notifications.md#for-the-host)"),
)

# Limits that all servers of one database count together.
SHARED_LIMITS: Final = (
    (
        f"new games from an address (IPv6: a network of {IPV6_NETWORK_BITS} bits)",
        f"{game_quota.GAMES_PER_HOUR} in an hour",
    ),
    (
        "seats of a guest at other people's tables in games that have not begun",
        f"{seat_limits.MAX_SEATS_PER_DEVICE}",
    ),
    (
        "the same for all guests from one address",
        (
            f"{seat_limits.MAX_SEATS_PER_ADDRESS}, of guests of the last"
            f" {seat_limits.DAY_SECONDS / 3600:.0f} hours"
        ),
    ),
    ("uploaded editions", f"{editions.MAX_UPLOADED_EDITIONS} in total"),
)

# Limits that protect one server, which each server counts for itself.
SERVER_LIMITS: Final = (
    (
        "commands of a page",
        (
            f"{COMMANDS:.0f} a second after {2 * COMMANDS:.0f} at once, {COMMAND_KIB:.0f} KiB a"
            f" second after {4 * COMMAND_KIB:.0f} KiB; faster ones are read later"
        ),
    ),
    (
        "changes at a table without a decision, such as settings and undo",
        f"one in {1 / SIDE_CHANGES_PER_SECOND:.0f} seconds after {SIDE_CHANGES} at once",
    ),
    (
        "pages at a table",
        f"{actor.MAX_PLAYER_PAGES} that play seats, {actor.MAX_SPECTATOR_PAGES} that watch",
    ),
    (
        "chat lines",
        (
            f"{chat_text.MAX_LINES_PER_MINUTE} a minute for each seat, {chat_text.MAX_LINE_LENGTH}"
            f" letters; the last {chat_store.MAX_CHAT_LINES} are kept"
        ),
    ),
    (
        "a request",
        (
            f"complete within {CONNECTIONS.request_seconds:.0f} seconds, a longer body at"
            f" {connection.MIN_BODY_RATE // KIB} KiB a second"
        ),
    ),
    ("an unread answer", f"{connection.UNREAD_RESPONSE_SECONDS:.0f} seconds"),
    (
        "connections of an address",
        (
            f"{CONNECTIONS.connections_per_client}, of which {CONNECTIONS.sockets_per_client} are"
            " pages at tables"
        ),
    ),
    (
        "connections in total",
        (
            f"what the system allows (`ulimit -n`, raised up to {process.MAX_DESCRIPTORS:,}) less"
            f" {process.RESERVED_DESCRIPTORS}"
        ),
    ),
    (
        "uploaded records",
        (
            f"{uploads.MAX_RECORD_BYTES // KIB // KIB} MiB unpacked,"
            f" {uploads.MAX_STORED_BYTES // KIB} KiB without its states, {uploads.MAX_COMMENTS}"
            f" comments, {uploads.MAX_QUEUED_FILES} at a time"
        ),
    ),
    ("an uploaded edition", f"{uploads.MAX_EDITION_BYTES // KIB} KiB"),
    (
        "games of bots only",
        f"{overrides.BotLimits().bot_games_per_second:.0f} decisions a second in total",
    ),
)


def page(text: str) -> str:
    """Return the page with current tables."""
    parts = {
        "files": table(("file", "content"), FILES),
        "shared limits": table(("of all servers together", "limit"), SHARED_LIMITS),
        "server limits": table(("of each server", "limit"), SERVER_LIMITS),
    }
    return with_parts(text, parts, PAGE)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
