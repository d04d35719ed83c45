"""The sheets to print: the player aid, the score sheet and the rules, on A4 and Letter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from msgspec import to_builtins

from redcathedral.text import languages
from redcathedral.text.catalog import FOLDER_VARIABLE, PLACEHOLDER
from tests.e2e.box_inputs import INVENTED, invented
from tests.e2e.conftest import Arrive, in_each_language
from tests.e2e.person import DRAWN, NARROW, WIDE, Person
from tests.e2e.test_axe import is_good, is_translated
from tests.server.harness import Client, serving
from tests.text import pseudo

# The area between the margins of each format, in CSS pixels.
PAPERS: Final = {"A4": (733, 1062), "Letter": (755, 995)}
ONE_PAGE: Final = ("aid", "score")
SMALLEST_TYPE: Final = 8  # in points
SMALLEST_TYPE_OF_LONG_TEXTS: Final = 6.4
# Returns the elements that stick out of the sheet or of the page, and the icons that cover words.
CLIPPED: Final = """() => {
  const sheet = document.querySelector('[data-sheet]');
  const page = sheet.getBoundingClientRect();
  const isOut = (box) => box.left < page.left - 3 || box.right > page.right + 1
    || box.top < page.top - 1 || box.bottom > page.bottom + 1;
  const found = [sheet, ...sheet.querySelectorAll(':not(svg *, .unseen)')]
    .filter((each) => isOut(each.getBoundingClientRect()));
  const covered = [...sheet.querySelectorAll('.action')].filter(({ children: [icons, words] }) =>
    icons.getBoundingClientRect().right > words.getBoundingClientRect().left);
  const isLow = page.bottom > innerHeight || page.right > innerWidth + 1;
  return [...found, ...covered, ...(isLow ? [sheet] : [])].map((each) => each.outerHTML);
}"""


def open_sheet(person: Person, name: str) -> None:
    person.tab.emulate_media(media="null")  # a PDF is for print
    person.tab.goto(f"{person.server.url}/#/print/{name}")
    person.tab.locator(f'[data-sheet="{name}"]').wait_for()
    person.tab.evaluate(DRAWN)


def page_count(person: Person, paper: str) -> int:
    pdf = person.tab.pdf(format=paper, print_background=True)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def has_one_page(person: Person, name: str) -> None:
    """The sheet is whole on one page of each format."""
    open_sheet(person, name)
    size = person.tab.viewport_size
    for paper, (width, height) in PAPERS.items():
        assert page_count(person, paper) == 1, (name, paper)
        person.tab.emulate_media(media="print")
        person.tab.set_viewport_size({"width": width, "height": height})
        assert person.tab.evaluate(CLIPPED) == [], (name, paper)
        person.tab.emulate_media(media="null")
    if size:
        person.tab.set_viewport_size(size)


def type_size(person: Person) -> float:
    size = person.tab.locator("[data-sheet]").evaluate(
        "(it) => it.style.getPropertyValue('--size')"
    )
    return float(size.removesuffix("pt"))


def longer(wording: str) -> str:
    """Return a wording in other letters that is a third longer."""
    parts = re.split(f"({PLACEHOLDER.pattern})", wording)[::4]
    placeholders = [match[0] for match in PLACEHOLDER.finditer(wording)]
    stretched = [
        re.sub(r"\w{3,}", lambda w: w[0] + w[0][: round(len(w[0]) / 2.2)], p) for p in parts
    ]
    pairs = zip(stretched, [*placeholders, ""], strict=True)
    return pseudo.disguised("".join(part + placeholder for part, placeholder in pairs))


@in_each_language(slow="pl")
def test_aid_and_score_sheet_have_one_page(language: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server, language=language)
    for name in ONE_PAGE:
        has_one_page(person, name)
        assert type_size(person) >= SMALLEST_TYPE


@pytest.mark.long
def test_long_texts_fit_and_nothing_is_in_english(
    empty_server: Client, arrive: Arrive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pseudo.write(tmp_path, longer)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    person = arrive(empty_server, language=pseudo.LANGUAGE)
    for name in ONE_PAGE:
        has_one_page(person, name)
        is_translated(person, name)
        assert type_size(person) >= SMALLEST_TYPE_OF_LONG_TEXTS


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_rules_are_printed_to_the_last_one(language: str, server: Client, arrive: Arrive) -> None:
    person = arrive(server, language=language)
    open_sheet(person, "rules")
    assert person.tab.get_by_test_id("reconstructed").count() == 1
    person.tab.locator("figure").nth(15).wait_for()
    assert person.tab.locator("figure").count() == 16
    for paper in PAPERS:
        pdf = person.tab.pdf(format=paper, outline=True, tagged=True)
        titles = re.findall(rb"/Title \(([^)]*)\)", pdf)
        assert {b"R1.1", b"R5.4", b"R9.14"} <= set(titles), paper
    width, height = PAPERS["A4"]
    person.tab.emulate_media(media="print")
    person.tab.set_viewport_size({"width": width, "height": height})
    cut = person.tab.evaluate(
        "() => [...document.querySelectorAll('[data-sheet] *')]"
        ".filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)"
        ".filter((each) => !each.closest('figure')).map((each) => each.outerHTML)"
    )
    person.tab.emulate_media(media="null")
    assert cut == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "dark"),
    [pytest.param(WIDE, False, id="wide"), pytest.param(NARROW, True, id="narrow-dark")],
)
def test_sheets_are_found_and_printed(
    size: tuple[int, int], dark: bool, server: Client, arrive: Arrive
) -> None:
    person = arrive(server, size=size, dark=dark, touch=size == NARROW, fresh=True)
    person.context.add_init_script("window.print = () => (window.printed = true)")
    person.start()
    for tool, name in (("aid", "aid"), ("sheet", "score"), ("rules", "rules")):
        if tool == "rules":
            person.button("web.rules").click()
            person.tab.locator('dialog [data-do="print"]').click()
        else:
            person.button("web.box").click()
            person.tab.locator(f'[data-practice="{tool}"]').click()
        sheet = person.tab.locator(f'[data-sheet="{name}"]')
        sheet.wait_for()
        is_good(person, name)
        person.button("web.lay.print").click()
        assert person.tab.evaluate("window.printed")
        colors = sheet.evaluate("""(it) => [
          getComputedStyle(it).color,
          getComputedStyle(it.closest('.paper')).backgroundColor,
          ...[...it.querySelectorAll('.action text')].map((each) => getComputedStyle(each).fill),
        ]""")
        assert set(colors) <= {"rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(43, 29, 22)"}
        person.button("web.back").click()
        person.button("web.new").wait_for()


# An edition with other numbers, and one action of which the sign is not known.
OTHER_NUMBERS: Final = {
    "slots   = { value = 10,": "slots   = { value = 11,",
    "4-4-4-4-4-4": "5-5-5-5-4",
    "3-6-3-3-6-3": "4-6-4-6-4",
    "5-4-3-3-4-5": "6-4-4-5-5",
    'once gain 3R", "once swap 2 tiles for 3R"], mark = "printed"': (
        'once gain 4R", "once swap 2 tiles for 1R"], mark = "reconstructed"'
    ),
}


@pytest.mark.slow
def test_sheets_have_the_numbers_of_the_edition(tmp_path: Path, arrive: Arrive) -> None:
    host_edition = INVENTED.read_text(encoding="utf-8")
    for old, new in OTHER_NUMBERS.items():
        assert old in host_edition
        host_edition = host_edition.replace(old, new)
    with serving(tmp_path, editions=[host_edition]) as server:
        person = arrive(server, fresh=True)
        open_sheet(person, "aid")
        sheet = person.tab.locator("[data-sheet]")
        text = sheet.inner_text()
        assert "11 inventory slots" in text
        assert "4 players: 5 towers with 24 cards" in text
        # The same action is on two cards, and printed on one of them.
        assert text.count("pay 1 ruble, swap any two resource tiles\n") == 1
        assert "gain 4 rubles*" in text
        assert text.count("*") == 2  # with the explanation
        assert sheet.locator(".action").filter(has_text="sell 1").first.get_by_role("img").all()
        open_sheet(person, "score")
        assert person.tab.get_by_text("Tower 5").count() == 1
        assert person.tab.get_by_text("Tower 6").count() == 0

        entered = to_builtins(invented()[1])
        code = server.http.post("/api/box?lang=en", json=entered).json()["code"]
        person.tab.goto(f"{server.url}/#/box/{code}")
        person.tab.locator('[data-do="use-shared"]').click()
        open_sheet(person, "aid")
        text = sheet.inner_text()
        assert "gain 3 rubles" in text
        assert "4 players: 6 towers with 24 cards" in text
        assert "*" not in text
