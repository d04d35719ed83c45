"""The tests of the page that need one device run at the site too.

Left to the server: several devices, seats by link, notifications, the chat and plans while another
player decides; tests that interrupt requests; and what does not depend on the server, such as
accessibility, layouts, the keyboard, and texts in each language.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

from tests.e2e import (
    test_analysis,
    test_back,
    test_box_on_the_spot,
    test_box_screen,
    test_cardboard,
    test_deals,
    test_finale,
    test_games,
    test_help,
    test_hints,
    test_keyboard,
    test_languages,
    test_lasting,
    test_learn,
    test_levels,
    test_mine,
    test_own_dice,
    test_paper,
    test_puzzles,
    test_replay,
    test_report,
    test_rules,
    test_same_people,
    test_setups,
    test_steps,
    test_undo,
    test_welcome,
)
from tests.e2e.games import load
from tests.e2e.person import WIDE
from tests.server.harness import Client
from tests.site.page_client import PageClient
from tests.site.tabs import Stay
from tools.site.__main__ import PARTS
from tools.site.python import engine_note

pytestmark = [pytest.mark.site, pytest.mark.xdist_group("site-page")]


# An interpreted engine needs minutes for these.
NEED_COMPILED: Final = (
    test_hints.test_the_best_turns_are_shown_on_the_board,
    test_hints.test_chosen_turn_is_played_to_its_end,
    test_analysis.test_analysis_leads_from_the_scores_to_a_better_turn,
    test_box_on_the_spot.test_a_box_has_a_report_and_hints,
)


# `.ci/run` runs these tests at the server, and only `make test-full` at the site as well.
at_the_server: Final = pytest.mark.slow


def case(test: Callable[..., None], *marks: pytest.MarkDecorator, **values: Any) -> ParameterSet:
    """Return a test of the page with its parameters; functions calculate them from the server."""
    name = "-".join(
        [test.__name__, *(each.name for each in values.values() if hasattr(each, "name"))]
    )
    return pytest.param(test, values, id=name.removeprefix("test_"), marks=marks)


def finished_game(server: Client) -> str:
    return load(server, "2p-basic-01")


CASES: Final = (
    # modes, levels, hot seat, Ivan
    *(
        case(test_levels.test_every_seat_of_every_mode_takes_its_turn, mode=mode)
        for mode in test_levels.MODES
    ),
    case(test_games.test_plays_the_end_of_a_game),
    case(test_finale.test_ended_game_shows_its_result_at_once, at_the_server),
    case(test_steps.test_turn_of_ivan_is_shown_and_new_entries_survive_a_reload, at_the_server),
    # lessons, rules, help
    case(test_learn.test_lesson_goes_back_and_resumes),
    case(test_learn.test_the_scores_of_the_lesson_lead_to_the_first_game),
    case(test_rules.test_rules_can_be_read_and_searched, size=WIDE, dark=False),
    case(test_rules.test_previews_and_explanations_link_to_rules, at_the_server),
    case(test_help.test_help_shows_a_summary_of_the_rules, at_the_server),
    # undo
    case(test_undo.test_undo_and_redo_within_a_turn),
    case(test_undo.test_no_undo_beyond_the_turn_among_people),
    case(test_undo.test_undo_beyond_the_turn_against_a_bot),
    case(test_keyboard.test_shortcuts),
    # hints
    case(test_hints.test_the_best_turns_are_shown_on_the_board, size=WIDE),
    case(test_hints.test_chosen_turn_is_played_to_its_end),
    # look back, analysis
    case(
        test_replay.test_replay_leads_from_the_scores_to_every_moment,
        size=WIDE,
        table=finished_game,
    ),
    case(test_replay.test_starts_a_new_game_from_a_moment, table=finished_game),
    case(
        test_analysis.test_analysis_leads_from_the_scores_to_a_better_turn,
        size=WIDE,
        table=test_analysis.load_endgame,
    ),
    # puzzles, deals
    case(test_puzzles.test_misses_and_then_solves_a_puzzle, size=WIDE),
    case(test_puzzles.test_unknown_puzzle_is_reported),
    case(test_deals.test_the_deal_of_the_day_is_played_shared_and_compared),
    # My games
    case(test_mine.test_a_copy_and_the_end_of_one_name),
    case(test_same_people.test_the_next_game_is_one_click_from_the_list),
    case(test_same_people.test_results_with_people_and_a_season, size=WIDE, dark=False),
    case(test_welcome.test_filters_games_by_state),
    # My box, With the box
    case(test_box_screen.test_enters_cards_by_clicks_and_by_keys),
    case(test_box_on_the_spot.test_a_box_has_a_report_and_hints),
    case(test_cardboard.test_position_is_entered_corrected_and_played, size=WIDE),
    case(test_cardboard.test_score_pad, size=WIDE),
    case(test_own_dice.test_roll_entry_is_in_sight, size=WIDE),
    # records, set-up codes
    case(test_lasting.test_reload_keeps_the_game),
    case(test_lasting.test_game_list_continues_a_game),
    case(test_lasting.test_saves_and_loads_a_game),
    case(test_lasting.test_rejects_a_file_that_is_no_record, at_the_server),
    case(test_setups.test_starts_a_game_from_a_set_up_code),
    case(test_setups.test_reports_a_link_to_an_invalid_set_up),
    # printing
    case(test_paper.test_aid_and_score_sheet_have_one_page, at_the_server, language="en"),
    # settings, languages
    case(test_languages.test_the_language_is_changed_in_the_settings),
    case(test_welcome.test_chooses_a_theme, at_the_server),
    case(test_welcome.test_the_order_of_the_seats, at_the_server),
    case(test_undo.test_turn_ends_automatically_though_prestige_could_be_lost),
    case(test_back.test_a_sheet_that_leads_elsewhere_leaves_nothing_in_the_history),
    # reports
    case(test_report.test_report_at_a_table_contains_the_game),
    case(test_report.test_reports_from_the_start_screen_and_a_puzzle, at_the_server),
)


@pytest.mark.parametrize(("test", "values"), CASES)
def test_at_the_site(
    test: Callable[..., None],
    values: dict[str, Any],
    stay: Stay,
    server: PageClient,
    request: pytest.FixtureRequest,
) -> None:
    if test in NEED_COMPILED and (note := engine_note(PARTS / "python")) != "compiled":
        pytest.skip(note)
    given = {name: value(server) if callable(value) else value for name, value in values.items()}
    others = inspect.signature(test).parameters.keys() - given.keys()
    test(**given, **{name: request.getfixturevalue(name) for name in others})
    stay.is_good = True
