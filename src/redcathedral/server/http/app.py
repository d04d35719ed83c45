"""The application: routes, limits, and what is told when something is refused."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from redcathedral import __version__
from redcathedral.bots import levels
from redcathedral.box.options import CHOICES, SOLO_ONLY
from redcathedral.box.vocabulary import COLOURS
from redcathedral.server.host.actor import PATIENCE, Look, Write
from redcathedral.server.host.bot_pool import SECONDS
from redcathedral.server.host.library import TABLES, Keeper
from redcathedral.server.host.listener import Listener
from redcathedral.server.host.tables import ANSWER, Tables
from redcathedral.server.host.uploads import RECORD
from redcathedral.server.http import table_socket
from redcathedral.server.http.refusals import Refusal
from redcathedral.server.http.security import Gate
from redcathedral.server.http.static import FOLDER, MISSING, Page
from redcathedral.server.store import Store, StoreError
from redcathedral.server.table.views import words_in
from redcathedral.server.wire.edition import box_view
from redcathedral.server.wire.lobby import (
    Choice,
    House,
    Language,
    Level,
    NewTable,
    Problem,
    Summary,
)
from redcathedral.server.wire.protocol import Box, EditionRef, Table
from redcathedral.words import languages
from redcathedral.words.catalogue import DEFAULT_LANGUAGE, Node, load

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from redcathedral.server.table.seated_game import LegalFilter

Asking: TypeAlias = Request[object, object, State]
Socket: TypeAlias = WebSocket[object, object, State]
LOG = logging.getLogger(__name__)
PACKED: Final = "is_packed"
BODY: Final = 64 * 1024  # bytes of a request
EDITION: Final = 128 * 1024
SINCE_LIMIT: Final = 2**31


# --- the house -----------------------------------------------------------------------------------


@get("/api/house", sync_to_thread=False)
def get_house(keeper: NamedDependency[Keeper]) -> House:
    """What the set-up dialog can choose from."""
    return House(
        version=__version__,
        languages=[Language(name, words_in(name).text("language")) for name in languages()],
        editions=keeper.editions.references(),
        edition=keeper.editions.default,
        levels=[_level(name, levels.ratings()) for name in levels.LEVELS],
        bots=keeper.opponents.further,
        bot=levels.USUAL,
        options=[
            Choice(name, list(values), name in SOLO_ONLY)
            for name, values in CHOICES.items()
            if name != "workshop_side"
        ],
    )


def _level(name: str, ratings: levels.Ratings) -> Level:
    return Level(name, levels.strengths(name, ratings))


@get("/api/words/{lang:str}", sync_to_thread=False)
def get_words(lang: FromPath[str]) -> dict[str, Node]:
    """All texts of a language by id; English stands in for what it lacks."""
    return {**load(DEFAULT_LANGUAGE), **load(_language(lang))}


@get("/api/editions/{key:str}")
async def get_edition(
    keeper: NamedDependency[Keeper], key: FromPath[str], lang: FromQuery[str] = DEFAULT_LANGUAGE
) -> Box:
    """An edition as data."""
    words = words_in(_language(lang))
    row, edition = await keeper.do(keeper.editions.find, key)
    return box_view(edition, row.head.key, words)


@post("/api/editions", request_max_body_size=EDITION)
async def post_edition(tables: NamedDependency[Tables], request: Asking) -> EditionRef:
    """Upload an edition file; the body is its text."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        fix = "save the file as UTF-8"
        raise Refusal(400, "bad-edition", "the file is not UTF-8 text", fix) from None
    return await tables.add_edition(text)


@delete("/api/editions/{key:str}")
async def delete_edition(keeper: NamedDependency[Keeper], key: FromPath[str]) -> None:
    """Forget an uploaded edition that no game is played with."""
    await keeper.do(keeper.editions.remove, key)


# --- tables --------------------------------------------------------------------------------------


@get("/api/tables")
async def get_tables(keeper: NamedDependency[Keeper]) -> list[Summary]:
    """The games changed last."""
    return await keeper.do(keeper.games)


@post("/api/tables")
async def post_table(tables: NamedDependency[Tables], data: JSONBody[NewTable]) -> Summary:
    """Set up a game."""
    return await tables.open(data)


@post("/api/tables/load", request_max_body_size=RECORD)
async def post_record(tables: NamedDependency[Tables], request: Asking) -> Summary:
    """Go on with a recorded game; the body is the file."""
    return await tables.load(await request.body())


@get("/api/tables/{table_id:str}")
async def get_table(
    tables: NamedDependency[Tables],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    seat: FromQuery[str | None] = None,
) -> Table:
    """A table as it stands, once."""
    look = Look(_language(lang), _colours(seat))
    (await tables.actor(table_id)).send(look)
    return await asyncio.wait_for(look.answer, ANSWER)


@get("/api/tables/{table_id:str}/record")
async def get_record(
    tables: NamedDependency[Tables], table_id: FromPath[str], names: FromQuery[bool] = False
) -> Response[str]:
    """The game's record as a file, with the names of people where they are asked for."""
    write = Write(names)
    (await tables.actor(table_id)).send(write)
    text = await asyncio.wait_for(write.answer, ANSWER)
    name = f"redcathedral-{re.sub(r'[^A-Za-z0-9]', '', table_id)}.rcg"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@delete("/api/tables/{table_id:str}")
async def delete_table(tables: NamedDependency[Tables], table_id: FromPath[str]) -> None:
    """Forget a game."""
    await tables.remove(table_id)


@websocket("/api/tables/{table_id:str}/live")
async def live_table(
    socket: Socket,
    tables: NamedDependency[Tables],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    seat: FromQuery[str | None] = None,
    since: Annotated[int, QueryParameter(ge=-1, le=SINCE_LIMIT)] = -1,
) -> None:
    """A table as it changes, and commands to it."""
    await table_socket.serve(
        socket, tables, table_id, Listener(_language(lang), _colours(seat), since)
    )


def _language(name: str) -> str:
    if name not in languages():
        reason = f"there is no language {name[:20]!r}"
        raise Refusal(404, "unknown-language", reason, "take one of: " + ", ".join(languages()))
    return name


def _colours(seats: str | None) -> tuple[str, ...] | None:
    """The colours that a page plays: all where it does not say, none for `-`."""
    if seats is None:
        return None
    colours = tuple(name for name in seats.split(",") if name not in ("", "-"))
    for name in colours:
        if name not in COLOURS:
            fix = "name colours, such as red,blue, or - to watch only"
            raise Refusal(400, "bad-seat", f"{name[:20]!r} is no colour", fix)
    return colours


# --- the page ------------------------------------------------------------------------------------


@get("/", include_in_schema=False, sync_to_thread=False, opt={PACKED: True})
def get_first_page(page: NamedDependency[Page], request: Asking) -> Response[bytes]:
    """The page itself."""
    if not page.is_built:
        return Response(MISSING.encode(), status_code=503, media_type=MediaType.HTML)
    return _file(page, "index.html", request)


@get("/{name:path}", include_in_schema=False, sync_to_thread=False, opt={PACKED: True})
def get_file(page: NamedDependency[Page], name: FromPath[str], request: Asking) -> Response[bytes]:
    """What the page is made of."""
    return _file(page, name.lstrip("/"), request)


def _file(page: Page, name: str, request: Asking) -> Response[bytes]:
    file = page.file(name)
    if file is None:
        raise Refusal(404, "not-found", "there is nothing here", "open / in the browser")
    return file.response(
        packs="gzip" in request.headers.get("accept-encoding", ""),
        known=request.headers.get("if-none-match", ""),
    )


# --- refusals ------------------------------------------------------------------------------------


def _answer(problem: Problem, status: int) -> Response[Problem]:
    return Response(problem, status_code=status, headers={"cache-control": "no-store"})


def _refused(_: object, error: Refusal) -> Response[Problem]:
    return _answer(error.problem, error.status)


def _http(_: object, error: HTTPException) -> Response[Problem]:
    """What the framework refuses: in our form, without its details of the program."""
    status = error.status_code
    if status == 413:
        return _answer(Problem("too-large", "the request is too long", "send less"), status)
    if status in (404, 405):
        reason = "there is nothing here" if status == 404 else "this cannot be asked here"
        return _answer(Problem("not-found", reason, "see /api/schema/openapi.json"), status)
    if 400 <= status < 500:
        extra = error.extra if isinstance(error.extra, list) else []
        details = [str(item.get("message", "")) for item in extra if isinstance(item, dict)]
        reason = details[0] if details else "the request cannot be read"
        fix = "see /api/schema/openapi.json for what is asked here"
        return _answer(Problem("bad-request", reason, fix, details), status)
    return _failed(_, error)


def _too_deep(_: object, __: RecursionError) -> Response[Problem]:
    reason = "the request is nested too deep"
    return _answer(Problem("bad-request", reason, "see /api/schema/openapi.json"), 400)


def _no_text(_: object, __: UnicodeDecodeError) -> Response[Problem]:
    fix = "send it as UTF-8"
    return _answer(Problem("bad-request", "the request is not UTF-8 text", fix), 400)


def _store(_: object, error: StoreError) -> Response[Problem]:
    LOG.error("%s", error)
    reason = "the games cannot be read or written"
    return _answer(Problem("store", reason, "look at the server's messages"), 503)


def _busy(_: object, __: Exception) -> Response[Problem]:
    return _answer(Problem("busy", "the table is busy", "try again in a moment"), 429)


def _failed(_: object, error: Exception) -> Response[Problem]:
    LOG.error("a request failed", exc_info=error)
    fix = "look at the server's messages, and report what you did"
    return _answer(Problem("failed", "the server failed at this", fix), 500)


# --- the application -----------------------------------------------------------------------------


def create_app(
    store: Store,
    *,
    editions: Sequence[str] = (),
    bots: Sequence[str] = (),
    legal_filter: LegalFilter | None = None,
    seed: int | None = None,
    token: str | None = None,
    names: Sequence[str] = (),
    page: Path = FOLDER,
    tables: int = TABLES,
    patience: float = PATIENCE,
    seconds: float = SECONDS,
) -> ASGIApp:
    """The server as an ASGI application.

    ``editions`` are texts of edition files, the first one is then the default; ``bots`` may be
    chosen besides the levels; ``names`` are further names of this machine; with a ``token`` only
    who has it comes in.  For tests: ``legal_filter`` withholds decisions, ``seed`` fixes the dice,
    ``tables`` is the limit on games, ``patience`` and ``seconds`` are those of ``Tables``.  Raises
    EditionError and BotSpecError.
    """
    keeper = Keeper(
        store, editions, further=bots, legal_filter=legal_filter, seed=seed, limit=tables
    )
    all_tables = Tables(keeper, patience=patience, seconds=seconds)
    built = Page(page)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await all_tables.close()
            keeper.close()

    app = Litestar(
        [
            get_house,
            get_words,
            get_edition,
            post_edition,
            delete_edition,
            get_tables,
            post_table,
            post_record,
            get_table,
            get_record,
            delete_table,
            live_table,
            get_first_page,
            get_file,
        ],
        dependencies={
            "keeper": Provide(lambda: keeper, sync_to_thread=False),
            "tables": Provide(lambda: all_tables, sync_to_thread=False),
            "page": Provide(lambda: built, sync_to_thread=False),
        },
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http,
            StoreError: _store,
            asyncio.QueueFull: _busy,
            TimeoutError: _busy,
            RecursionError: _too_deep,
            UnicodeDecodeError: _no_text,
            Exception: _failed,
        },
        lifespan=[lifespan],
        request_max_body_size=BODY,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key=PACKED
        ),
        openapi_config=OpenAPIConfig(
            title="The Red Cathedral",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    return Gate(app, token=token, names=names)
