"""An owner's box over HTTP: checked, shared, saved as a file, and played with."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from redcathedral.box import load_edition, parse_edition
from redcathedral.server.core.editions import MAX_UPLOADED_EDITIONS
from tests.server.harness import RED_AND_BLUE, Client, Json, serving

INVENTED = (Path(__file__).parents[3] / "box/invented/invented.toml").read_text()
BASE: Json = {"cost": ["W", "W", "B"], "recognition": 2, "rubles": 2}
OTHER_BASE: Json = {"cost": ["S", "S", "S", "S"], "recognition": 9}


def ok(answer: httpx.Response) -> Json:
    assert answer.is_success, answer.text
    content: Json = answer.json()
    return content


def checked(server: Client, box: Json, lang: str = "en") -> Json:
    return ok(server.http.post(f"/api/box?lang={lang}", json=box))


def invented(server: Client) -> Json:
    return ok(server.http.post("/api/box/file", content=INVENTED.encode()))


def refused(answer: httpx.Response) -> str:
    assert answer.status_code == 400
    problem: Json = answer.json()
    assert problem["reason"]
    assert problem["fix"]
    code: str = problem["code"]
    return code


def test_a_box_is_entered_shared_and_played(server: Client) -> None:
    box = invented(server)
    result = checked(server, box)
    assert (result["read"], result["of"], result["faults"]) == (97, 97, [])
    assert result["box"]["hash"] == parse_edition(INVENTED).hash
    code = result["code"]
    assert checked(server, ok(server.http.get(f"/api/box/{code}")))["code"] == code
    table = server.create_table({**RED_AND_BLUE, "edition": code})
    used = ok(server.http.get(f"/api/tables/{table}"))["edition"]
    assert used["hash"] == result["box"]["hash"]
    assert len(used["key"]) < len(code)
    drawn = ok(server.http.post("/api/setups", json={"players": 2, "edition": code}))
    assert drawn["setup"]["edition"] == code
    assert [edition["id"] for edition in ok(server.http.get("/api/server"))["editions"]] == [
        load_edition().id
    ]
    record = server.http.get(f"/api/tables/{table}/record").content
    assert ok(server.http.post("/api/tables/load", content=record))["edition"]["key"] == used["key"]


def test_a_game_with_a_box_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        code = checked(server, {"cards": {"bases": [BASE]}})["code"]
        table = server.create_table({**RED_AND_BLUE, "edition": code})
        before = ok(server.http.get(f"/api/tables/{table}"))["edition"]
    with serving(tmp_path) as server:
        assert ok(server.http.get(f"/api/tables/{table}"))["edition"] == before


def test_a_record_is_played_with_the_box_of_a_code(server: Client) -> None:
    """The server does not store the edition; the request names it."""
    code = checked(server, {"cards": {"bases": [OTHER_BASE]}})["code"]
    wish = {**RED_AND_BLUE, "edition": code}
    record = ok(server.http.post("/api/tabletop/position", json=wish))["record"]

    def load(edition: str | None) -> httpx.Response:
        params = {} if edition is None else {"edition": edition}
        return server.http.post("/api/tables/load", params=params, content=record)

    assert refused(load(None)) == "bad-record"
    assert refused(load(code[:-3])) == "box-code"
    answer = load("nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-edition")
    other = checked(server, {"cards": {"domes": [OTHER_BASE]}})["code"]
    for edition in (other, load_edition().id, checked(server, {})["code"]):
        assert refused(load(edition)) == "bad-record"
    packaged = ok(server.http.post("/api/tabletop/position", json=RED_AND_BLUE))["record"]
    answer = server.http.post("/api/tables/load", params={"edition": code}, content=packaged)
    assert refused(answer) == "bad-record"
    assert server.games() == []
    table = ok(load(code))
    assert table["edition"]["hash"] == ok(server.http.get(f"/api/editions/{code}"))["hash"]
    assert ok(load(None))["edition"] == table["edition"]  # it is stored now


def test_many_versions_of_a_box_leave_room_for_editions(server: Client) -> None:
    for number in range(MAX_UPLOADED_EDITIONS // 20):
        code = checked(server, {"rubles": 70 + number})["code"]
        server.create_table({**RED_AND_BLUE, "edition": code})
    assert len(ok(server.http.get("/api/server"))["editions"]) == 1


@pytest.mark.parametrize("suffix", ["file", "json"])
def test_an_edition_is_sent_and_accepted(server: Client, suffix: str) -> None:
    code = checked(server, {"cards": {"bases": [BASE]}})["code"]
    answer = server.http.get(f"/api/editions/{code}/{suffix}")
    assert answer.is_success
    added = ok(server.http.post("/api/editions", content=answer.content))
    assert added["hash"] == checked(server, {})["box"]["hash"]  # the base is a packaged one
    read = ok(server.http.post("/api/box/file", content=answer.content))
    assert read["cards"]["bases"] == [BASE]


def test_a_problem_is_at_its_field_in_the_language(server: Client) -> None:
    box = {"cards": {"domes": [BASE, {"cost": []}]}}
    result = checked(server, box)
    assert result["box"] is None
    assert [fault["place"] for fault in result["faults"]] == ["cards.domes.1"]
    assert checked(server, {}, "de")["box"]["lang"] == "de"
    answer = server.http.get(f"/api/editions/{result['code']}")
    assert refused(answer) == "bad-edition"
    assert "costs at least one material" in answer.json()["reason"]
    assert refused(
        server.http.post("/api/tables", json={**RED_AND_BLUE, "edition": result["code"]})
    )


def test_bad_input_is_refused(server: Client) -> None:
    code = checked(server, {"cards": {"bases": [BASE]}})["code"]
    assert refused(server.http.get(f"/api/box/{code[:-3]}")) == "box-code"
    assert refused(server.http.get("/api/box/hello")) == "box-code"
    assert refused(server.http.get(f"/api/editions/{code[:-3]}")) == "box-code"
    foreign = b"PK\x03\x04 of another program"
    newer = INVENTED.replace("format = 1", "format = 2").encode()
    for path in ("/api/editions", "/api/box/file"):
        assert refused(server.http.post(path, content=newer)) == "newer-format"
        assert refused(server.http.post(path, content=foreign)) == "bad-edition"
        assert refused(server.http.post(path, content=b'{"bases": 3}')) == "bad-edition"
    assert refused(server.http.post("/api/box", json={"cards": {"bases": [{"cost": ["X"]}]}}))
    fixed = re.sub(r"(slots\s*= { value = )10", r"\g<1>11", INVENTED).encode()
    assert fixed != INVENTED.encode()
    assert refused(server.http.post("/api/box/file", content=fixed)) == "bad-edition"
