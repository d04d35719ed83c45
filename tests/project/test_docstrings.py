"""What is compiled has the docstrings of its source, and a build that would lose one says so."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from setuptools import Extension

import redcathedral
from tools import docstrings

ROOT = Path(__file__).parents[2]
PACKAGE = Path(redcathedral.__file__).parent
COMPILED = sorted(path for suffix in ("so", "pyd") for path in PACKAGE.rglob(f"*.{suffix}"))
SOURCE = '''"""A module: \\\\ "quoted" é?"""
class Ball:
    """A ball."""
    def roll(self) -> None:
        """It rolls.

        Far.
        """
    @property
    def size(self) -> int:
        """Its size."""
def throw(ball: Ball) -> None:
    """Throw it."""
'''
C = r"""
static PyMethodDef ballmodule_methods[] = {
    {"throw", (PyCFunction)CPyPy_ball___throw,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("throw(ball)\n--\n\n") /* docstring */},
};
static struct PyModuleDef ballmodule = {
    PyModuleDef_HEAD_INIT,
    "game.ball",
    NULL, /* docstring */
};
static PyGetSetDef ball___Ball_getseters[] = {
    {"size",
     (getter)ball___Ball_get_size,
     NULL, NULL, NULL},
};
static PyMethodDef ball___Ball_methods[] = {
    {"roll",
     (PyCFunction)CPyPy_ball___Ball___roll,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL)},
};
static PyTypeObject CPyType_ball___Ball_template_ = {
    .tp_name = "Ball",
    .tp_doc = PyDoc_STR("Ball()\n--\n\n"),
};
"""


def documented(path: Path) -> Iterator[tuple[str, object, str]]:
    """Name, thing and docstring of everything public in a compiled module that has one."""
    stem = path.name.partition(".")[0]
    parts = path.with_name(stem).relative_to(PACKAGE.parent).parts
    module = importlib.import_module(".".join(parts))
    tree = ast.parse(path.with_name(f"{stem}.py").read_text(encoding="utf-8"))
    yield module.__name__, module, ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            thing = getattr(module, node.name)
            yield f"{module.__name__}.{node.name}", thing, ast.get_docstring(node) or ""
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    name = f"{module.__name__}.{node.name}.{inner.name}"
                    text = ast.get_docstring(inner)
                    yield name, inspect.getattr_static(thing, inner.name), text or ""


@pytest.mark.installed
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_everything_public_that_is_compiled_has_the_docstring_of_its_source() -> None:
    found = [row for path in COMPILED for row in documented(path)]
    assert len(found) > 150
    assert [name for name, thing, text in found if inspect.getdoc(thing) != text] == []


def test_docstrings_come_after_the_signature() -> None:
    code, homeless = docstrings.insert_docstrings(C, {"game.ball": SOURCE})
    assert homeless == []
    assert r'PyDoc_STR("throw(ball)\n--\n\n" "Throw it.")' in code
    assert r'PyDoc_STR("Ball()\n--\n\n" "A ball.")' in code
    assert 'PyDoc_STR("It rolls.\\012"\n    "\\012"\n    "Far.")' in code
    assert 'NULL, "Its size.", NULL}' in code
    assert r'"A module: \134 \042quoted\042 \303\251\077", /* docstring */' in code


@pytest.mark.parametrize(
    ("found", "instead", "name"),
    [
        ("PyDoc_STR(", "", "game.ball.Ball game.ball.Ball.roll game.ball.throw"),
        ("get_size", "size_of", "game.ball.Ball.size"),
        (".tp_doc", ".doc", "game.ball.Ball"),
        ('"game.ball"', '"ball"', "game.ball"),
        ("};\n", "};\n(PyCFunction)CPyPy_ball___throw, ", "game.ball.throw"),
    ],
)
def test_unexpected_c_is_not_changed_and_the_name_is_reported(
    found: str, instead: str, name: str
) -> None:
    strange = C.replace(found, instead)
    code, homeless = docstrings.insert_docstrings(strange, {"game.ball": SOURCE})
    assert homeless == name.split()
    _, plain = docstrings.insert_docstrings(C, {"game.ball": SOURCE})
    assert plain == []
    if name == "game.ball":
        assert code == strange


@pytest.fixture
def build(tmp_path: Path) -> ModuleType:
    """Give setup.py as a module, and a folder for what mypyc writes."""
    spec = importlib.util.spec_from_file_location("setup_py", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "build").mkdir()
    return module


def extension(build: ModuleType, tmp_path: Path, code: str) -> Extension:
    """An extension of one module, of whose C the docstrings are taken care."""
    written = tmp_path / "build" / "__native_redcathedral.c"
    written.write_text(code)
    source = tmp_path / "src" / "game" / "ball.py"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(SOURCE)
    result = Extension("game", [str(written), "shim.c"])
    build.add_docstrings([result], ["src/game/ball.py"])
    return result


def test_the_compiler_gets_a_copy_that_changes_only_with_what_is_in_it(
    build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copy, shim = extension(build, tmp_path, C).sources
    assert (tmp_path / "build" / "__native_redcathedral.c").read_text() == C
    expected, _ = docstrings.insert_docstrings(C, {"game.ball": SOURCE})
    assert (Path(copy).read_text(), shim) == (expected, "shim.c")
    before = Path(copy).stat().st_mtime_ns
    extension(build, tmp_path, C)
    assert Path(copy).stat().st_mtime_ns == before


def test_c_under_another_name_is_not_changed(
    build: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "src" / "ball.py"
    source.parent.mkdir()
    source.write_text(SOURCE)
    other = Extension("game", ["other.c"])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        patch.delenv("REDCATHEDRAL_REQUIRE_COMPILED", raising=False)
        build.add_docstrings([other], ["src/ball.py"])
    assert other.sources == ["other.c"]
    assert "no place for them in the C code of mypyc: ball\n" in capsys.readouterr().err


def test_an_unplaced_docstring_is_reported_and_an_error_if_compiling_is_required(
    build: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REDCATHEDRAL_REQUIRE_COMPILED", raising=False)
    strange = C.replace("get_size", "size_of")
    (copy, _) = extension(build, tmp_path, strange).sources
    assert "Docstrings are missing" in (warning := capsys.readouterr().err)
    assert "game.ball.Ball.size" in warning
    assert "Throw it." in Path(copy).read_text()
    monkeypatch.setenv("REDCATHEDRAL_REQUIRE_COMPILED", "1")
    with pytest.raises(SystemExit, match="this is an error"):
        extension(build, tmp_path, strange)
