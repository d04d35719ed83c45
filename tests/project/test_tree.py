"""The check of the tree finds what it is there for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[2] / "tools" / "check_tree.py"


def check(tree: Path, name: str, content: str) -> tuple[int, str]:
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    for command in (["init", "-q"], ["add", "-f", "."]):
        subprocess.run(["git", *command], cwd=tree, check=True)
    done = subprocess.run(
        [sys.executable, CHECK], cwd=tree, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_a_clean_tree_passes(tmp_path: Path) -> None:
    assert check(tmp_path, "a.md", "text\n") == (0, "nothing found\n")


def test_of_texts_every_key_stands_once_in_its_object(tmp_path: Path) -> None:
    texts = """{
  "a": {"one": "{n} \\"day\\": 1", "other": "{n} days"},
  "b": {"one": "x",
    "one": "y"},
  "one": "1",
  "a": "x"
}
"""
    name = "locales/en.json"
    status, output = check(tmp_path, name, texts)
    assert status == 1
    assert output.splitlines() == [
        f'{name}:4: "one" is already in line 3',
        f'{name}:6: "a" is already in line 2',
    ]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("lock.txt", "https://files.python" + "hosted.org/x", "registry"),
        ("package-lock.json", "https://registry.npm" + "js.org/x", "registry"),
        ("a.py", "x = '/ho" + "me/ana/x'", "machine"),
        ("a.so", "", "built file"),
        ("web/node_modules/x.js", "", "built file"),
        pytest.param("large.txt", "x" * 3_000_001, "3,000,001 bytes", id="large"),
    ],
)
def test_it_finds(tmp_path: Path, name: str, content: str, found: str) -> None:
    status, output = check(tmp_path, name, content)
    assert status == 1
    assert found in output
    assert name in output
