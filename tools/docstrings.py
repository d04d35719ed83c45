"""Docstrings for compiled modules: mypyc 2.4 omits them, so this module adds them to its C code.

It replaces only a ``NULL`` or a string literal in a table, never code.  If the place of a docstring
is not found exactly once, nothing is replaced, and its name is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

Documented = ast.Module | ast.ClassDef | ast.FunctionDef
MODULE: Final = re.compile(r'static struct PyModuleDef (\w+)module = {\s*\w+,\s*"([\w.]+)",')
TEXT: Final = re.compile(r'NULL|"(?:[^"\\]|\\.)*"')


def put(code: str, sources: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the C of compiled modules with the docstrings of their sources, by name of module.

    The second result has the names, such as ``module.Class.method``, of docstrings without a place.
    """
    found = {match[2]: match for match in MODULE.finditer(code)}
    edits: list[tuple[int, int, str]] = []
    unplaced: list[str] = []
    for module, source in sources.items():
        tree = ast.parse(source)
        if module not in found:
            unplaced.append(module)
            continue
        head = found[module]
        places = [(module, tree, head[0], ""), *_places(module, tree, head[1])]
        for name, thing, anchor, way in places:
            if text := ast.get_docstring(thing):
                if place := _find(code, anchor, way):
                    start, end = place
                    signature = code[start:end].removeprefix("NULL")
                    edits.append((start, end, f"{signature} {_literal(text)}".strip()))
                else:
                    unplaced.append(name)
    pieces: list[str] = []
    done = 0
    for start, end, text in sorted(edits):
        pieces += [code[done:start], text]
        done = end
    return "".join([*pieces, code[done:]]), unplaced


def _places(
    module: str, tree: ast.Module, prefix: str
) -> Iterator[tuple[str, Documented, str, str]]:
    """Yield the name, node, anchor in the C and pattern after the anchor of each definition."""
    for thing in tree.body:
        if isinstance(thing, ast.FunctionDef):
            yield f"{module}.{thing.name}", thing, *_function(f"{prefix}___{thing.name}")
        elif isinstance(thing, ast.ClassDef):
            owner = f"{prefix}___{thing.name}"
            template = f"CPyType_{owner}_template_ = {{"
            yield f"{module}.{thing.name}", thing, template, r"[^}]*\.tp_doc = PyDoc_STR\("
            for method in thing.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
                    name = f"{module}.{thing.name}.{method.name}"
                    marks = [
                        mark.id for mark in method.decorator_list if isinstance(mark, ast.Name)
                    ]
                    if "property" in marks:
                        getter = f"(getter){owner}_get_{method.name},"
                        yield name, method, getter, r"\s*(?:\(setter\)\w+|NULL),"
                    else:
                        yield name, method, *_function(f"{owner}___{method.name}")


def _function(name: str) -> tuple[str, str]:
    return f"(PyCFunction)CPyPy_{name},", r"[\w\s|]+, PyDoc_STR\("


def _find(code: str, anchor: str, way: str) -> tuple[int, int] | None:
    """Return the span of the text to replace, or None if it is not certain."""
    start = code.find(anchor)
    if start < 0 or code.find(anchor, start + 1) >= 0:
        return None
    start += len(anchor)
    on = re.compile(rf"{way}\s*").match(code, start)
    text = TEXT.match(code, on.end()) if on else None
    return text.span() if text else None


def _literal(text: str) -> str:
    """Return a text as C string literals, one for each line; special bytes are octal."""
    lines = text.splitlines(keepends=True)
    return "\n    ".join('"' + "".join(map(_byte, line.encode())) + '"' for line in lines)


def _byte(byte: int) -> str:
    sign = chr(byte)
    return sign if 32 <= byte < 127 and sign not in '"\\?' else f"\\{byte:03o}"
