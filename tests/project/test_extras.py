"""Where an extra is not installed, the text says how to get it, and no traceback hides it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from redcathedral.extras import MissingExtra, how_to_install, needs

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ADVICE = f"in a clone of redcathedral run: {sys.executable} -m pip install -c requirements/"
RECIPES = sorted(path.name for path in (ROOT / "recipes").glob("*.py"))

# What a Python without the extras does: every module of the environments is imported, then every
# recipe is run.  Each line printed is a name and how it ended.
WITHOUT = """
import importlib, pkgutil, runpy, sys
for name in ("numpy", "torch", "gymnasium", "pettingzoo", "pyspiel", "pyarrow"):
    sys.modules[name] = None
import redcathedral.envs
from redcathedral.extras import MissingExtra
for module in pkgutil.iter_modules(redcathedral.envs.__path__):
    try:
        importlib.import_module(f"redcathedral.envs.{module.name}")
    except MissingExtra as error:
        print(f"{module.name}: {error}")
sys.path.insert(0, "recipes")  # as Python does for a script
for name in sys.argv[1:]:
    try:
        runpy.run_path(f"recipes/{name}", run_name="__main__")
    except SystemExit as ending:
        print(f"{name}: {ending.code}")
"""


def test_modules_and_recipes_say_how_to_get_what_they_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *RECIPES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert {*RECIPES, "gymnasium", "pettingzoo", "openspiel", "vector"} <= said.keys()
    assert not {"dataset", "tasks", "entry"} & said.keys()  # the command line needs them
    for name, text in said.items():
        assert re.match(r"\w+ is not installed; ", text), (name, text)
        assert ADVICE in text, (name, text)
    assert said["ppo.py"].endswith("'.[research,train]'")
    assert said["pettingzoo"].endswith("'.[research]'")


def test_every_extra_that_is_named_is_one_of_the_package() -> None:
    texts = [
        path.read_text("utf-8")
        for folder in ("src/redcathedral", "recipes")
        for path in (ROOT / folder).rglob("*.py")
    ]
    named = {
        extra
        for text in texts
        for names in re.findall(r'(?:needs|how_to_install)\("([^"]+)"\)', text)
        for extra in names.split(",")
    }
    assert named == {"postgresql", "ray", "research", "train"}
    assert named <= PROJECT["optional-dependencies"].keys()


def test_a_path_with_a_space_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/a b/python")
    assert "run: '/a b/python' -m pip install" in how_to_install("ray")


def test_other_errors_of_an_import_stay_as_they_are() -> None:
    """A library that is here and broken is not fixed by installing the extra."""
    with pytest.raises(ImportError, match="broken") as caught, needs("ray"):
        raise ImportError("broken")
    assert not isinstance(caught.value, MissingExtra)
