"""The content of in a text: its wordings, and the arguments that they and its cases use."""

from __future__ import annotations

from collections.abc import Iterator

from redcathedral.text.catalog import PLACEHOLDER, Node, is_choice


def strings(node: Node) -> Iterator[str]:
    """All wordings of a text."""
    if isinstance(node, str):
        yield node
        return
    for key, case in node.items():
        if key != "by":
            yield from strings(case)


def arguments(node: Node) -> set[str]:
    """The names of all arguments that a text uses, in its placeholders or to choose a case."""
    found = {match[1] for wording in strings(node) for match in PLACEHOLDER.finditer(wording)}
    return found | set(_choosers(node))


def _choosers(node: Node) -> Iterator[str]:
    if isinstance(node, str):
        return
    if is_choice(node):
        chooser = node.get("by", "n")
        if isinstance(chooser, str):
            yield chooser
    for key, case in node.items():
        if key != "by":
            yield from _choosers(case)
