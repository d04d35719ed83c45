"""What the words of Python and those of the page both say: cases.json, which both run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from redcathedral.text import Argument, Term, catalog
from redcathedral.text.translator import AllOf, AnyOf, Translator

Json: TypeAlias = "int | str | list[Json] | dict[str, Json]"

SHARED: Final = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Case:
    """A text with its values, and what it says."""

    about: str
    language: str
    id: str
    values: dict[str, Json]
    says: str


CASES: Final = [Case(**each) for each in SHARED["cases"]]


def value(found: Json) -> Argument:
    """A value as the file has it."""
    match found:
        case list():
            return tuple(map(value, found))
        case {"term": str(id_), "values": dict(given)}:
            return Term(id_, **values(given))
        case {"term": str(id_)}:
            return Term(id_)
        case {"any": list(items)}:
            return AnyOf(tuple(map(value, items)))
        case {"all": list(items)}:
            return AllOf(tuple(map(value, items)))
        case int() | str():
            return found
        case _:
            raise ValueError(f"cases.json: no value: {found}")


def values(found: dict[str, Json]) -> dict[str, Argument]:
    """The values of a text by name."""
    return {name: value(each) for name, each in found.items()}


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The texts of the cases are those of the languages."""
    for language, content in SHARED["texts"].items():
        (tmp_path / f"{language}.json").write_text(json.dumps(content), encoding="utf-8")
    monkeypatch.setattr(catalog, "FOLDER", tmp_path)
    catalog.load_texts.cache_clear()
    yield
    catalog.load_texts.cache_clear()


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_a_case(case: Case) -> None:
    said = Translator(case.language).text(case.id, **values(case.values))
    assert said == case.says
