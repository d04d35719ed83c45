"""Walk a text of a locale file: its wordings, choices, arguments and grammatical forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from redcathedral.text.catalog import PLACEHOLDER, Node, is_choice


def wordings(node: Node) -> Iterator[str]:
    """Yield all wordings of a text."""
    if isinstance(node, str):
        yield node
        return
    for key, case in node.items():
        if key != "by":
            yield from wordings(case)


def choices(node: Node) -> Iterator[tuple[str, Mapping[str, Node]]]:
    """Yield each choice in a text: the name of the argument that decides it, and its cases."""
    if isinstance(node, str):
        return
    if is_choice(node):
        yield str(node.get("by", "n")), node
    for key, case in node.items():
        if key != "by":
            yield from choices(case)


def placeholders(node: Node) -> set[str]:
    """Return the names of the placeholders in a text."""
    return {match[1] for wording in wordings(node) for match in PLACEHOLDER.finditer(wording)}


def arguments(node: Node) -> set[str]:
    """Return the names of the arguments that a text prints or that decide its choices."""
    return placeholders(node) | {by for by, _ in choices(node)}


def forms(node: Node) -> set[str]:
    """Return the names of the grammatical forms of a text."""
    if isinstance(node, str):
        return set()
    own = set() if is_choice(node) else set(node)
    return own.union(*(forms(case) for key, case in node.items() if key != "by"))
