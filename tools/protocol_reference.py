"""Write the tables of docs/reference/protocol.md from the routes, commands and messages.

Run ``python tools/protocol_reference.py``.  A test checks that the page is up to date.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec

from redcathedral.server.core.route import BodyReader, Reply, Route, routes_of
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.wire.command import ExactVersion, SeenVersion
from redcathedral.server.registry import feature_classes
from tools.generated_parts import table, with_parts
from tools.protocol_types import LISTS, page_commands, page_messages, typescript

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "protocol.md"
OTHER_PARAMETERS = {"self", "visitor", "client", "socket", "body", "data"}  # not in the query
DEFAULT_MEDIA_TYPE = Route("GET", "", 200).media_type
NUMBERS: dict[type, str] = {ExactVersion: "must be current", SeenVersion: "may be older"}


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|")


def code(text: str) -> str:
    """Return a text as code in a cell, or an empty cell."""
    return f"`{cell(text)}`" if text else ""


def sentences(doc: str | None, *, paragraphs: int | None = None) -> str:
    """Return the first paragraphs of a docstring, all of them by default, in one line."""
    text = re.sub(r"\bNone\b", "null", inspect.cleandoc(doc or "").replace("``", "`"))
    return cell(" ".join(" ".join(text.split("\n\n")[:paragraphs]).split()))


def struct_in(kind: object) -> type[msgspec.Struct] | None:
    """Return the struct that a type is, or that it contains."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next(filter(None, map(struct_in, get_args(kind))), None)


def feature_routes(feature: type[ServerFeature]) -> list[tuple[Route, Callable[..., object]]]:
    """Return the routes of a feature with their methods, without sockets."""
    return [(route, method) for route, method in routes_of(feature) if route.method]


def address(route: Route, method: Callable[..., object]) -> str:
    """Return the path and the query, with required values in capitals."""
    names = re.findall(r"{(\w+)}", route.path)
    path = re.sub(r"{(\w+)}", lambda name: name[1].removesuffix("_id").upper(), route.path)
    query = []
    for name, parameter in inspect.signature(method).parameters.items():
        if name not in OTHER_PARAMETERS and name not in names:
            is_choice = get_origin(parameter.annotation) is Literal
            value = "|".join(get_args(parameter.annotation)) if is_choice else ""
            is_required = parameter.default is inspect.Parameter.empty
            query.append(f"{name}={name.upper() if is_required else value}")
    return path.replace("/TABLE", "/ID") + (f"?{'&'.join(query)}" if query else "")


def route_row(route: Route, method: Callable[..., object]) -> list[str]:
    """Return the row of a request; a method without a docstring is explained by its types."""
    kinds: dict[str, object] = method.__annotations__
    taken, given = kinds.get("data"), kinds["return"]
    if given is None or route.status == 204:
        answer = ""
    elif given is Reply:  # the method chooses the type if the route has only the default
        answer = (
            "" if route.media_type == DEFAULT_MEDIA_TYPE else route.media_type.partition(";")[0]
        )
    else:
        answer = "object" if get_origin(given) is dict else typescript(given)
    docs = [
        sentences(kind.__doc__, paragraphs=1) for kind in map(struct_in, (taken, given)) if kind
    ]
    request = code(f"{route.method} {address(route, method)}")
    body = code(typescript(taken)) if taken else ("bytes" if BodyReader in kinds.values() else "")
    return [request, body, code(answer), sentences(method.__doc__) or " ".join(docs)]


def requests() -> str:
    """Return a section with a table for each feature that has routes."""
    parts = []
    for feature in sorted(feature_classes(), key=lambda feature: feature.__module__):
        if routes := feature_routes(feature):
            name = feature.__module__.split(".")[-2].replace("_", " ").capitalize()
            rows = [route_row(*route) for route in routes]
            headings = ["request", "takes", "returns", "meaning"]
            parts.append(f"### {name}\n\n{sentences(feature.__doc__)}\n\n{table(headings, rows)}")
    return "\n".join(parts)


def fields(struct: type[msgspec.Struct]) -> Iterator[str]:
    """Yield the fields of a command, except its number."""
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        if field.name != "number":
            kind: object = struct.__annotations__[field.name]
            is_choice = get_origin(kind) is Literal and get_args(kind) not in LISTS
            shown = " | ".join(get_args(kind)) if is_choice else typescript(kind)
            yield code(f"{field.name}{'' if field.required else '?'}: {shown}")


def commands() -> str:
    """Return the table of the commands that a page may send."""
    rows = [
        [
            code(str(command.__struct_config__.tag)),
            ", ".join(fields(command)),
            next((text for base, text in NUMBERS.items() if issubclass(command, base)), "none"),
            sentences(command.__doc__),
        ]
        for command in page_commands()
    ]
    return table(["`type`", "fields", "its `number`", "what it does"], rows)


def messages() -> str:
    """Return the table of the messages to a page."""
    rows = [
        [code(str(kind.__struct_config__.tag)), code(kind.__name__), sentences(kind.__doc__)]
        for kind in page_messages()
    ]
    return table(["`type`", "in the source", "content"], sorted(rows))


def page(text: str) -> str:
    """Return the page with current tables."""
    parts = {"requests": requests(), "commands": commands(), "messages": messages()}
    return with_parts(text, parts, PAGE)


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
