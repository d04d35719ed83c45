"""Records of games: download, upload and continuing from a record."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import pytest

from redcathedral.record.replay import replay
from tests.record.test_disagreements import PAYS
from tests.server.harness import RED_AND_BLUE, Client, Json, decide, play_out, serving
from tests.server.run.test_page import changed_edition

NAMED: Json = {
    "seats": [
        {"colour": "green", "name": "Ana  Maria"},
        {"colour": "red", "kind": "bot", "bot": "greedy"},
        {"colour": "blue", "name": "Ben"},
    ],
    "options": {"first_game": True, "sides": {"green": "advanced"}},
}


def get_record(server: Client, table: str, *, names: bool = False) -> str:
    answer = server.http.get(f"/api/tables/{table}/record", params={"names": names})
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.headers["content-disposition"].endswith('.rcg"')
    return answer.text


def load_record(server: Client, data: bytes) -> Json:
    answer = server.http.post("/api/tables/load", content=data)
    assert answer.status_code == 201, answer.text
    summary: Json = answer.json()
    return summary


def test_record_has_names_only_on_request(server: Client, tmp_path: Path) -> None:
    table = server.create_table(NAMED)
    assert "Ana" not in get_record(server, table)
    named = get_record(server, table, names=True)
    assert "seat green Ana  Maria\nseat red bot:greedy\nseat blue Ben\n" in named
    assert not replay(named).problems
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    rows = b"".join(path.read_bytes() for path in files)
    assert rows.count(b"Ana  Maria") == 1  # only the table of names has it


def test_bare_record_has_no_text_of_people(server: Client) -> None:
    table = server.create_table(NAMED)
    page = server.open_page(table)
    page.play(page.now["legal"][0]["text"])
    text = get_record(server, table, names=True).replace(
        "seat blue", "club Ana's\n# Ana was here\nseat blue"
    )
    loaded = load_record(server, text.encode())["id"]
    assert "Ana" in get_record(server, loaded)
    bare = server.http.get(f"/api/tables/{loaded}/record", params={"bare": True}).text
    assert "Ana" not in bare
    assert "Ben" not in bare
    assert "#" not in bare
    assert not replay(bare).problems


@pytest.mark.parametrize("compressed", [False, True])
def test_saved_game_can_continue(server: Client, compressed: bool) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    chance = random.Random(4)
    for _ in range(30):
        page.send_command("play", decision=decide(page.now["legal"], chance))
        page.next_table()
    text = get_record(server, page.now["id"], names=True)
    data = gzip.compress(text.encode()) if compressed else text.encode()
    summary = load_record(server, data)
    assert summary["id"] != page.now["id"]
    assert summary["number"] == 0
    assert summary["was_loaded"]
    assert [seat["name"] for seat in summary["seats"]] == ["Ana", ""]
    again = server.open_page(summary["id"])
    assert again.now["position"] == page.now["position"]
    assert again.now["log"] == server.open_page(page.now["id"]).now["log"]
    assert again.now["can"]["undo"] == page.now["can"]["undo"]
    for _ in range(20):
        again.send_command("play", decision=decide(again.now["legal"], chance))
        again.next_table()


@pytest.mark.slow
def test_loaded_finished_game_shows_its_result(server: Client) -> None:
    page = server.open_page(server.create_table(RED_AND_BLUE))
    last = play_out(page, random.Random(6))
    summary = load_record(server, get_record(server, page.now["id"]).encode())
    assert summary["over"] == "finished"
    assert server.open_page(summary["id"]).now["over"] == last["over"]


def test_bots_of_a_record_keep_their_seats(server: Client) -> None:
    table = server.create_table(NAMED)
    summary = load_record(server, get_record(server, table).encode())
    assert [seat["kind"] for seat in summary["seats"]] == ["person", "bot", "person"]
    assert summary["seats"][1]["bot"] == "greedy"
    text = get_record(server, table).replace("bot:greedy", "bot:nobody-knows")
    assert [seat["kind"] for seat in load_record(server, text.encode())["seats"]] == ["person"] * 3


def test_record_of_an_uploaded_edition_needs_that_edition(server: Client, tmp_path: Path) -> None:
    reference = server.http.post("/api/editions", content=changed_edition().encode()).json()
    table = server.create_table({**RED_AND_BLUE, "edition": reference["key"]})
    server.open_page(table).play("die white +0")
    text = get_record(server, table)
    summary = load_record(server, text.encode())
    assert summary["edition"] == reference
    with serving(tmp_path / "elsewhere") as other:
        answer = other.http.post("/api/tables/load", content=text.encode())
        assert answer.json()["code"] == "bad-record"
        assert "edition" in answer.json()["reason"]
        other.http.post("/api/editions", content=changed_edition().encode())
        load_record(other, text.encode())


def test_list_shows_the_state_of_games(server: Client) -> None:
    table = server.create_table(NAMED)
    page = server.open_page(table)
    page.play(page.first_legal("claim"))
    (listed,) = server.games()
    assert listed["id"] == table
    assert listed["number"] == 1
    assert listed["turn"] == 1
    assert listed["to_move"] == "green"
    assert listed["over"] is None
    assert listed["changed"] >= listed["created"]
    assert [seat["name"] for seat in listed["seats"]] == ["Ana  Maria", "", "Ben"]
    assert listed["edition"] == page.now["edition"]
    assert listed["options"] == page.now["options"]
    assert not listed["was_loaded"]
    page.send_command("agree")
    page.next_table()
    (listed,) = server.games()
    assert listed["over"] == "agreed"


def test_list_shows_a_game_against_ivan(server: Client) -> None:
    server.create_table(
        {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}]}
    )
    (listed,) = server.games()
    assert [seat["kind"] for seat in listed["seats"]] == ["person", "ivan"]


def test_older_solo_game_logs_the_pay_of_ivans_first_claim(tmp_path: Path) -> None:
    """The ruling about R8.3 is in the first entry of the log."""
    with serving(tmp_path) as server:
        table = load_record(server, PAYS.encode())["id"]
    with serving(tmp_path) as server:  # read the stored game again
        log = server.open_page(table).now["log"]
    assert (log[0]["turn"], log[0]["seat"]) == (1, "green")
    assert re.match(r"Ivan claims .* Ivan gets 1 recognition\.", log[0]["text"])
    assert [item["kind"] for item in log[0]["events"]] == ["claimed", "tile-discarded", "gained"]
