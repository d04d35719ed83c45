"""The texts: every id that is used is there, every text is used, arguments fit."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import redcathedral
from redcathedral.ai.bots.levels import LEVELS, other_bots
from redcathedral.box import vocabulary as v
from redcathedral.box.effects import EFFECTS
from redcathedral.server.core.wire.lobby import ProblemCode
from redcathedral.server.core.wire.protocol import GoneCode
from redcathedral.text import LocaleError, MissingText, Narrator, Term, catalog, languages
from redcathedral.text.catalog import LESSON_TEXTS, RULE_TEXTS, load_texts
from redcathedral.text.rulebook import Rulebook
from redcathedral.text.translator import AllOf, AnyOf, Translator
from tools.text_nodes import arguments, wordings

PACKAGE = Path(redcathedral.__file__).parent
SPEAKERS = [
    *(PACKAGE / "text").glob("*.py"),
    *(PACKAGE / "cli").glob("analyse*.py"),
    PACKAGE / "cli" / "rules.py",
    PACKAGE / "cli" / "show.py",
    *(PACKAGE / "cli" / "terminal").glob("*.py"),
    *(path for path in (PACKAGE / "server").rglob("*.py") if "store" not in path.parts),
]
WEB = Path(__file__).parents[2] / "web" / "src"
# A call of the page with the id of a text, or a template of ids.
PAGE_ASKS = re.compile(r"""\b(?:say|t|table\.t|language\.say)\(\s*(['`])([\w.${}()\[\]-]+)\1""")
LITERAL = re.compile(r"""'([\w.-]+)'|"([\w.-]+)"|`([\w.${}()\[\]-]+)`""")
# Calls whose first argument is the id of a text.
ASKING = {"Answer", "Term", "text", "tell", "sure"}
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "player": (*v.COLOURS, "ivan"),
    "die": v.DICE,
    "material": (*v.MATERIALS, "any"),
    "amount": (*v.RESOURCES, *v.ORNAMENTS, "prestige"),
    "workshop": v.WORKSHOP_SPACES,
    "section": v.SECTIONS,
    "ornament": v.ORNAMENTS,
    "gems": tuple(gems.replace("-", "none") for gems in v.GEM_SETS),
    "source": (*v.BANNER_SOURCES, "ivan"),
    "banners": v.BANNER_SOURCES,
    "guild": v.GROUPS,
    "ivan-card": v.IVAN_CARDS,
    "action": tuple(effect.name for effect in EFFECTS),
    "board.action": tuple(effect.name for effect in EFFECTS),
    "problem": (
        *get_args(ProblemCode),
        *get_args(GoneCode),
        "bad-link",
        "no-answer",
        "no-script",
        "unknown-bot",
    ),
}


# These tests parse the same sources, so they run on one worker.
reads_sources = pytest.mark.xdist_group("sources")


@cache
def modules() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in SPEAKERS]


def pattern(node: ast.expr) -> str | None:
    """A string of the source as a pattern of ids: what is put in stands for any word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+"
            for part in node.values
        ]
        return "".join(parts)
    return None


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return every call that asks for a text, with a pattern of its id."""
    return list(_calls())


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for module in modules():
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else None
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0]
            choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for choice in choices:
                if name in ASKING and (found := pattern(choice)) is not None:
                    yield found, node


@reads_sources
def test_every_text_asked_for_is_there() -> None:
    known = {**load_texts("en"), **load_texts("en", 0, LESSON_TEXTS)}
    wanted = {found for found, _ in calls()}
    missing = [one for one in wanted if not any(re.fullmatch(one, id_) for id_ in known)]
    assert not missing
    assert len(calls()) > 100


def web_patterns() -> set[str]:
    """The ids that the page asks for: its string literals, a template's places for any word."""
    found = set()
    for path in [*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]:
        for match in LITERAL.finditer(path.read_text(encoding="utf-8")):
            text = match[1] or match[2] or match[3] or ""
            parts = re.split(r"\$\{[^}]*\}", text)
            if any(parts) and "." in text:
                found.add(r"[\w.-]+".join(map(re.escape, parts)))
    return {one for one in found if not one.startswith("[")}


def test_every_text_the_page_asks_for_is_there() -> None:
    known = load_texts("en")
    for path in [*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]:
        if "tests" in path.parts:
            continue
        for match in PAGE_ASKS.finditer(path.read_text(encoding="utf-8")):
            one = r"[\w.-]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", match[2])))
            assert any(re.fullmatch(one, id_) for id_ in known), f"{path.name}: {match[2]}"


@reads_sources
def test_every_text_is_used() -> None:
    found = {
        one
        for module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant | ast.JoinedStr) and (one := pattern(node))
    }
    found -= {one for one in found if one.startswith("[")} | {"language"}
    used = re.compile("|".join(sorted(found | web_patterns())))
    unused = [id_ for id_ in load_texts("en") if not used.fullmatch(id_)]
    assert unused == ["language"]


@reads_sources
def test_a_text_is_given_all_it_says() -> None:
    """Where a call names its arguments; the others are rendered in the tests of the words."""
    for wanted, call in calls():
        if any(keyword.arg is None for keyword in call.keywords) or len(call.args) > 1:
            continue
        if not isinstance(call.func, ast.Attribute):
            continue
        given = {keyword.arg for keyword in call.keywords}
        is_wanted = re.compile(wanted).fullmatch
        for id_, node in load_texts("en").items():
            if is_wanted(id_):
                assert arguments(node) == given, id_


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_complete(family: str) -> None:
    for member in FAMILIES[family]:
        assert f"{family}.{member}" in load_texts("en")


def test_only_bots_and_levels_have_names() -> None:
    """A text for each is welcome, not needed; for what is no bot it is a leftover."""
    for id_ in load_texts("en"):
        family, _, name = id_.rpartition(".")
        assert family != "level" or name in LEVELS
        assert family != "bot.name" or name in {*LEVELS, *other_bots()}


@pytest.mark.parametrize("language", languages())
def test_a_language_has_the_same_texts(language: str) -> None:
    ours, english = load_texts(language), load_texts("en")
    assert set(ours) == set(english)
    for id_, node in ours.items():
        given = {"n"} if not id_.startswith("typed.") else {"of"}
        assert arguments(node) <= arguments(english[id_]) | given, id_


@pytest.mark.parametrize("language", languages())
def test_texts_are_plain(language: str) -> None:
    for id_, node in load_texts(language).items():
        for wording in wordings(node):
            assert wording == wording.strip() or id_ == "paragraph.separator", id_
            assert "  " not in wording, id_
            # French has a narrow space before some signs, Czech and Polish one after short words.
            signs = set(wording) - {"\n", "\u00a0", "\u202f"}
            assert all(sign.isprintable() for sign in signs), id_
            assert not re.search("[\u2500-\u27bf\U0001f000-\U0001ffff!]", wording), id_


# --- how a text is put together

POLISH = {
    "amount.ruble": {
        "one": {"nom": "{n} rubel", "acc": "{n} rubla"},
        "few": "{n} ruble",
        "many": "{n} rubli",
        "other": "{n} rubla",
    },
    "die.red": {"nom": "czerwona kość", "acc": "czerwoną kość"},
    "move": "{who} porusza {die.acc}: {n}.",
    "list": {"by": "items", "0": "nic", "one": "jedno: {items}", "other": "kilka: {items}"},
    "which": {"by": "card", "dome": "kopuła", "other": "inna część"},
}


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of locales with some Polish texts and the English ones."""
    english = (PACKAGE / "locales" / "en.json").read_text(encoding="utf-8")
    (tmp_path / "en.json").write_text(english, encoding="utf-8")
    (tmp_path / "pl.json").write_text(json.dumps(POLISH), encoding="utf-8")
    monkeypatch.setattr(catalog, "FOLDER", tmp_path)
    load_texts.cache_clear()
    yield tmp_path
    load_texts.cache_clear()


@pytest.mark.usefixtures("polish")
def test_plural_forms_of_cldr() -> None:
    words = Narrator("pl", strict=True)
    results = [words.text("amount.ruble", n=n) for n in (1, 2, 5, 22, 25)]
    assert results == ["1 rubel", "2 ruble", "5 rubli", "22 ruble", "25 rubli"]


@pytest.mark.usefixtures("polish")
def test_forms_of_a_term() -> None:
    words = Narrator("pl", strict=True)
    results = words.text("move", who="Ana", die=Term("die.red"), n=3)
    assert results == "Ana porusza czerwoną kość: 3."
    assert words.text("die.red") == "czerwona kość"


@pytest.mark.usefixtures("polish")
def test_cases_by_a_list_and_by_a_term() -> None:
    words = Narrator("pl", strict=True)
    assert words.text("list", items=()) == "nic"
    assert words.text("list", items=("a",)) == "jedno: a"
    assert words.text("list", items=("a", "b")) == "kilka: a i b"
    assert words.text("which", card=Term("section.dome")) == "kopuła"
    assert words.text("which", card=Term("section.base")) == "inna część"


@pytest.mark.usefixtures("polish")
def test_lists_in_the_way_of_the_language() -> None:
    messages = Translator("pl")
    assert messages.say(AnyOf(("a", "b", "c"))) == "a, b lub c"
    assert messages.say(AllOf(("a", "b"))) == "a i b"
    assert messages.say(("a", "b", "c")) == "a, b i c"
    assert Translator("en").say(("a", "b", "c")) == "a, b, c"
    assert Translator("en").say(AllOf(("a", "b"))) == "a and b"


@pytest.mark.parametrize(
    ("items", "words"),
    [
        (AllOf(("Rojo", "Iván")), "Rojo e Iván"),
        (AllOf(("Rojo", "Azul")), "Rojo y Azul"),
        (AllOf(("agua", "hielo")), "agua y hielo"),
        (AnyOf(("plata", "oro")), "plata u oro"),
        (AnyOf(("oro", "plata")), "oro o plata"),
    ],
)
def test_spanish_conjunctions_fit_the_next_word(items: AllOf | AnyOf, words: str) -> None:
    assert Translator("es").say(items) == words


@pytest.mark.usefixtures("polish")
def test_what_a_language_lacks_is_english_at_run_time_and_an_error_in_tests() -> None:
    assert Narrator("pl").text("die.blue") == "blue die"
    assert Narrator("pl").text("no.such.text") == "no.such.text"
    with pytest.raises(MissingText, match=r"pl\.json has no text 'die\.blue'"):
        Narrator("pl", strict=True).text("die.blue")
    with pytest.raises(MissingText, match="die-shows has no argument 'face'"):
        Narrator("en", strict=True).text("die-shows", die="red")


def test_the_language_of_the_environment(polish: Path) -> None:
    assert polish.is_dir()
    assert catalog.languages() == ["en", "pl"]
    assert catalog.preferred_language({"LANG": "pl_PL.UTF-8"}) == "pl"
    assert catalog.preferred_language({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}) == "en"
    assert catalog.preferred_language({"LANGUAGE": "xx:pl", "LANG": "en_GB"}) == "pl"
    assert catalog.preferred_language({}) == "en"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "pl.json: Expecting"),
        ("[]", "one object of texts by id"),
        ('{"a": "x", "a": "y"}', "duplicate key 'a'"),
        ('{"a": 3}', "a: a text is a string or an object of cases"),
        ('{"a": {}}', "a: a text is a string or an object of cases"),
        ('{"a": "{b c}"}', "a: a placeholder is"),
        ('{"a": {"one": "x"}}', "a: cases need an 'other'"),
        ('{"a": {"by": "b", "one": "x"}}', "a: cases need an 'other'"),
    ],
)
def test_a_broken_locale_says_where(polish: Path, content: str, reason: str) -> None:
    (polish / "pl.json").write_text(content, encoding="utf-8")
    with pytest.raises(LocaleError, match=re.escape(reason)):
        Narrator("pl")


def test_the_users_file_takes_precedence_and_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "pl.json"
    monkeypatch.setenv(catalog.FOLDER_VARIABLE, str(tmp_path))
    own.write_text('{"$schema": "schema.json", "die.red": "czerwona"}', encoding="utf-8")
    assert "pl" in languages()
    assert Narrator("pl").text("die.red") == "czerwona"
    own.write_text('{"die.red": "czerwona kość"}', encoding="utf-8")
    os.utime(own, ns=(1, 1))
    assert Narrator("pl").text("die.red") == "czerwona kość"
    own.write_text("{", encoding="utf-8")
    os.utime(own, ns=(2, 2))
    with pytest.warns(UserWarning, match=r"pl\.json: Expecting .*; without it"):
        assert Narrator("pl").text("table.over")
    (tmp_path / "en.json").write_text('{"table.over": "All over."}', encoding="utf-8")
    assert Narrator("en").text("table.over") == "All over."
    assert Narrator("en").text("board.market") == "Market"


@pytest.mark.parametrize("part", [LESSON_TEXTS, RULE_TEXTS])
def test_of_a_broken_part_a_warning_says_so_and_english_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    id_ = {LESSON_TEXTS: "first.claim", RULE_TEXTS: "R5.8"}[part]
    shutil.copytree(str(catalog.FOLDER), tmp_path / "locales")
    file = tmp_path / "locales" / part / "pl.json"
    monkeypatch.setattr(catalog, "FOLDER", tmp_path / "locales")

    def resolved() -> str:
        catalog.load_texts.cache_clear()
        if part == RULE_TEXTS:
            return Rulebook("pl").markdown(id_)
        return Translator("pl", part=part).text(id_)

    polish = resolved()
    file.write_text("{}", encoding="utf-8")
    english = resolved()
    assert english != polish
    file.write_text(f'{{"{id_}": ', encoding="utf-8")
    with pytest.warns(UserWarning, match=rf"{part}: pl\.json: Expecting .*; without it"):
        assert resolved() == english
    own = tmp_path / "own" / part / "pl.json"
    own.parent.mkdir(parents=True)
    own.write_text(f'{{"{id_}": "Moje"}}', encoding="utf-8")
    monkeypatch.setenv(catalog.FOLDER_VARIABLE, str(tmp_path / "own"))
    with pytest.warns(UserWarning, match="without it"):
        assert resolved() == "Moje"
    catalog.load_texts.cache_clear()


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(LocaleError, match=r"no locale 'xx'; there are .*en"):
        Narrator("xx")


@pytest.mark.parametrize("language", languages())
def test_a_page_without_scripts_says_so(language: str) -> None:
    """The texts that the page has before it can ask for texts."""
    words = Translator(language)
    said = f"{words.text('problem.no-script')} {words.text('problem.no-script.fix')}"
    page = (WEB.parent / "index.html").read_text(encoding="utf-8")
    assert f'<p lang="{language}">{said}</p>' in page
    problem, fix = words.text("problem.not-loaded"), words.text("problem.not-loaded.fix")
    unloaded = f'<p lang="{language}">{problem}<button type="button">{fix}</button></p>'
    assert unloaded in re.sub(r"\s+(?=<)|(?<=>)\s+", "", page)


@pytest.mark.parametrize("language", languages())
def test_ornament_gives_the_number_of_its_material_once(language: str) -> None:
    wood = Term("amount.wood", n=1)
    door, base = Term("ornament.door"), Term("section.base")
    words = Narrator(language, strict=True)
    for gems in Term("gems.none"), Term("gems.EP"):
        said = words.say(
            Term(
                "decision.ornament",
                ornament=door,
                section=base,
                place="2.1",
                material=wood,
                gems=gems,
                gains=(wood,),
            )
        )
        assert "1 1" not in said
