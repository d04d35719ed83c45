"""The documents and the source stay below their limits."""

from __future__ import annotations

from tools import size


def test_the_hand_written_documents_stay_below_their_limit() -> None:
    words = size.document_words()
    assert sum(words.values()) <= size.MAX_DOCUMENT_WORDS, (
        "python tools/size.py lists each document"
    )
    assert words["README.md"] <= size.MAX_README_WORDS


def test_the_source_stays_below_its_limit() -> None:
    assert size.source_lines() <= size.MAX_SOURCE_LINES


def test_the_development_guide_states_the_limits() -> None:
    guide = (size.ROOT / "docs" / "guides" / "development.md").read_text(encoding="utf-8")
    for limit in (
        f"{size.MAX_DOCUMENT_WORDS:,} words",
        f"{size.MAX_README_WORDS} words",
        f"{size.MAX_SOURCE_LINES:,} lines",
    ):
        assert limit in guide


def test_every_generated_page_exists() -> None:
    assert sorted(size.GENERATED_PAGES - set(size.tracked("docs"))) == []


def test_counts_what_people_wrote_and_not_what_a_command_wrote() -> None:
    page = "One two.\n<!-- table -->\n| three |\n<!-- end -->\nFour.\n"
    assert size.hand_written(page).split() == ["One", "two.", "Four."]
