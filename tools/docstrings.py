"""Docstrings for compiled modules: mypyc 2.4 omits them, so this module adds them to its C code.

It replaces only a ``NULL`` or a string literal in a table, never code.  If the place for a
docstring is not found exactly once, nothing is replaced, and the name is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

Documented = ast.Module | ast.ClassDef | ast.FunctionDef
MODULE_DEFINITION: Final = re.compile(
    r'static struct PyModuleDef (\w+)module = {\s*\w+,\s*"([\w.]+)",'
)
NULL_OR_STRING: Final = re.compile(r'NULL|"(?:[^"\\]|\\.)*"')


def insert_docstrings(code: str, sources: Mapping[str, str]) -> tuple[str, list[str]]:
    """Insert the docstrings of modules into their C code; ``sources`` has their Python code.

    Returns the new C code, and the names, such as ``module.Class.method``, of the definitions whose
    place was not found.
    """
    definitions = {match[2]: match for match in MODULE_DEFINITION.finditer(code)}
    edits: list[tuple[int, int, str]] = []
    unplaced: list[str] = []
    for module, source in sources.items():
        tree = ast.parse(source)
        if module not in definitions:
            unplaced.append(module)
            continue
        definition = definitions[module]
        places = [(module, tree, definition[0], ""), *_places(module, tree, definition[1])]
        for name, node, anchor, pattern in places:
            if text := ast.get_docstring(node):
                if span := _find(code, anchor, pattern):
                    start, end = span
                    signature = code[start:end].removeprefix("NULL")
                    edits.append((start, end, f"{signature} {_literal(text)}".strip()))
                else:
                    unplaced.append(name)
    pieces: list[str] = []
    position = 0
    for start, end, text in sorted(edits):
        pieces += [code[position:start], text]
        position = end
    return "".join([*pieces, code[position:]]), unplaced


def _places(
    module: str, tree: ast.Module, prefix: str
) -> Iterator[tuple[str, Documented, str, str]]:
    """Yield the name, node, anchor in the C and pattern after the anchor of each definition."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield f"{module}.{node.name}", node, *_function(f"{prefix}___{node.name}")
        elif isinstance(node, ast.ClassDef):
            owner = f"{prefix}___{node.name}"
            template = f"CPyType_{owner}_template_ = {{"
            yield f"{module}.{node.name}", node, template, r"[^}]*\.tp_doc = PyDoc_STR\("
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
                    name = f"{module}.{node.name}.{method.name}"
                    decorators = [ast.unparse(decorator) for decorator in method.decorator_list]
                    if "property" in decorators:
                        getter = f"(getter){owner}_get_{method.name},"
                        yield name, method, getter, r"\s*(?:\(setter\)\w+|NULL),"
                    else:
                        yield name, method, *_function(f"{owner}___{method.name}")


def _function(name: str) -> tuple[str, str]:
    return f"(PyCFunction)CPyPy_{name},", r"[\w\s|]+, PyDoc_STR\("


def _find(code: str, anchor: str, pattern: str) -> tuple[int, int] | None:
    """Return the span of the text to replace, or None if it is not certain."""
    start = code.find(anchor)
    if start < 0 or code.find(anchor, start + 1) >= 0:
        return None
    start += len(anchor)
    between = re.compile(rf"{pattern}\s*").match(code, start)
    text = NULL_OR_STRING.match(code, between.end()) if between else None
    return text.span() if text else None


def _literal(text: str) -> str:
    """Return a text as C string literals, one for each line, with octal escapes."""
    lines = text.splitlines(keepends=True)
    return "\n    ".join('"' + "".join(map(_byte, line.encode())) + '"' for line in lines)


def _byte(byte: int) -> str:
    character = chr(byte)
    return character if 32 <= byte < 127 and character not in '"\\?' else f"\\{byte:03o}"
