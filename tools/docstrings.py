"""Docstrings for compiled modules: mypyc 2.4 leaves them out, so they are put into the C it wrote.

What is replaced is a ``NULL`` or a literal string in a table, never code; what is not found exactly
once stays as it is, and its name is told.
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

    Then the names, as in ``module.Class.method``, of what has a docstring but no place in the C.
    """
    found = {match[2]: match for match in MODULE.finditer(code)}
    edits: list[tuple[int, int, str]] = []
    homeless: list[str] = []
    for module, source in sources.items():
        tree = ast.parse(source)
        if module not in found:
            homeless.append(module)
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
                    homeless.append(name)
    pieces: list[str] = []
    done = 0
    for start, end, text in sorted(edits):
        pieces += [code[done:start], text]
        done = end
    return "".join([*pieces, code[done:]]), homeless


def _places(
    module: str, tree: ast.Module, prefix: str
) -> Iterator[tuple[str, Documented, str, str]]:
    """Yield name and node of what may have a docstring; an anchor in the C, the way on from it."""
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
    """Return where the text to replace begins and ends, or None where that is not certain."""
    start = code.find(anchor)
    if start < 0 or code.find(anchor, start + 1) >= 0:
        return None
    start += len(anchor)
    on = re.compile(rf"{way}\s*").match(code, start)
    text = TEXT.match(code, on.end()) if on else None
    return text.span() if text else None


def _literal(text: str) -> str:
    """Return a text as string literals of C, one a line, each byte that is not plain in octal."""
    lines = text.splitlines(keepends=True)
    return "\n    ".join('"' + "".join(map(_byte, line.encode())) + '"' for line in lines)


def _byte(byte: int) -> str:
    sign = chr(byte)
    return sign if 32 <= byte < 127 and sign not in '"\\?' else f"\\{byte:03o}"
