"""Names of people: bad names are refused, and the names at a table are distinct."""

from __future__ import annotations

from redcathedral.text.catalog import languages
from tests.record.people import BAD, BLANKS, REAL
from tests.server.core.test_records import get_record, load_record
from tests.server.features.rematch.test_rematch import create_ended_table, request_rematch
from tests.server.harness import Client, Json

SIMILAR_NAMES: Json = {
    "seats": [
        {"colour": "red"},
        {"colour": "blue", "name": "Rot"},
        {"colour": "green", "kind": "bot", "bot": "random"},
        {"colour": "yellow", "kind": "bot", "bot": "random"},
    ]
}


def wish(name: str) -> Json:
    return {"seats": [{"colour": "red", "name": name}, {"colour": "blue"}]}


def test_rejects_a_bad_name_and_shows_the_character(server: Client) -> None:
    for typed, fault, at, character in BAD:
        if typed == "\ud800":
            continue  # not valid in UTF-8, so no client can send it
        answer = server.http.post("/api/tables", json=wish(typed))
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (400, "bad-name"), typed
        assert problem["name"] == {
            "fault": fault,
            "at": at,
            "character": character,
            "limit": {"marks": 4, "long": 40}.get(fault, 0),
        }
        assert character.removeprefix("# ") in problem["reason"] or fault == "comment"
        assert problem["fix"]


def test_real_names_survive_a_record_round_trip(server: Client) -> None:
    names = [*(name for _, name in REAL), *(name for _, name in BLANKS)]
    for at in range(0, len(names), 3):
        some = dict(zip(("red", "blue", "green"), names[at : at + 3], strict=False))
        seats = [{"colour": colour, "name": name} for colour, name in some.items()]
        table = server.create_table({"seats": [*seats, {"colour": "yellow"}]})
        again = load_record(server, get_record(server, table, names=True).encode())["id"]
        for id_ in (table, again):
            answer = server.http.get(f"/api/tables/{id_}").json()["seats"]
            assert [seat["name"] for seat in answer] == [*some.values(), ""]


def test_lists_have_names_without_isolation_marks(server: Client) -> None:
    """The page adds direction isolation itself; lists contain the names as typed."""
    name = "\u05d3\u05d5\u05d3"
    seats = [{"colour": colour, "name": name} for colour in ("red", "blue")]
    table = server.create_table({"seats": seats})
    distinct_names = [f"{name} (Red)", f"{name} (Blue)"]
    now = server.http.get(f"/api/tables/{table}").json()
    [listed] = server.http.get("/api/tables").json()["games"]
    for answer in (now, listed):
        assert [seat["called"] for seat in answer["seats"]] == distinct_names
    wish = {"seats": seats, "pad": [{}, {}]}
    assert server.http.post("/api/tabletop/score", json=wish).json()["called"] == distinct_names


def test_seat_has_the_same_name_in_lists_and_table(server: Client) -> None:
    """Every list and the table use the same name in the language of the request."""
    table = server.create_table(SIMILAR_NAMES)
    for lang in languages():
        query = {"lang": lang}
        now = server.http.get(f"/api/tables/{table}", params=query).json()
        called = [seat["called"] for seat in now["seats"]]
        assert len(set(called)) == 4
        (listed,) = server.http.get("/api/tables", params=query).json()["games"]
        (mine,) = server.http.get("/api/mine/games", params={"name": "Rot", **query}).json()[
            "games"
        ]
        for seats in (listed["seats"], mine["game"]["seats"]):
            assert [seat["called"] for seat in seats] == called
        assert (called[1] != "Rot") == (lang == "de")
        assert [name[-2:] for name in called[2:]] == [" 1", " 2"]
    page = server.open_page(table, lang="de")
    first, second = (seat["called"] for seat in page.now["seats"][:2])
    assert (first, second) == ("Rot", "Rot (Blau)")
    log = page.play(page.first_legal("claim"))["log"]
    assert log[-1]["text"].startswith("Rot beansprucht ")


def test_bots_of_one_level_keep_their_numbers(server: Client) -> None:
    page = server.open_page(server.create_table(SIMILAR_NAMES))
    called = {seat["colour"]: seat["called"] for seat in page.now["seats"]}
    assert (called["green"], called["yellow"]) == ("Random 1", "Random 2")
    texts_by_seat: dict[str, list[str]] = {seat: [] for seat in called}
    while not all(texts_by_seat.values()):
        while page.now["due"]["seat"] in ("red", "blue"):
            wanted = ("claim", "tile", "end")
            page.play(
                next(
                    legal["text"] for legal in page.now["legal"] if legal["text"].startswith(wanted)
                )
            )
        page.next_table()
        for entry in server.http.get(f"/api/tables/{page.now['id']}").json()["log"]:
            texts_by_seat.setdefault(entry["seat"], []).append(entry["text"])
    for seat, name in called.items():
        assert any(text.startswith(f"{name} ") for text in texts_by_seat[seat]), texts_by_seat[seat]


def test_lists_reject_an_unknown_language(server: Client) -> None:
    for path in ("/api/tables", "/api/mine/games", "/api/join/x"):
        assert server.http.get(path, params={"lang": "xx"}).json()["code"] == "unknown-language"


def test_score_pad_names_seats_like_its_result(server: Client) -> None:
    pad = {"prestige": 1, "materials": 0, "rubles": 0, "cards": [0] * 4, "ornaments": [0] * 4}
    request = {"seats": [{"colour": "red"}, {"colour": "blue", "name": "Red"}], "pad": [pad, pad]}
    answer = server.http.post("/api/tabletop/score", json={**request, "plan": [3, 3, 3, 3]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["called"] == ["Red", "Red (Blue)"]


def test_invalid_stored_name_is_kept_but_not_for_a_rematch(server: Client) -> None:
    text = get_record(server, create_ended_table(server, wish("Ana")), names=True)
    old = load_record(server, text.replace("seat red Ana", "seat red \u3164\u034f").encode())
    assert old["seats"][0]["name"] == "\u3164\u034f"
    assert old["seats"][0]["called"] == "Red"
    now = server.open_page(old["id"]).now
    assert now["seats"][0]["called"] == "Red"
    assert now["over"]["reason"] == "agreed"
    again = request_rematch(server, old["id"])
    assert again["status"] == 201
    assert [seat["name"] for seat in again["seats"]] == ["", ""]
