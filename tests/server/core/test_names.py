"""Names of people: bad ones are refused with a reason, and no two at a table are called alike."""

from __future__ import annotations

from redcathedral.text.catalog import languages
from tests.record.people import BAD, BLANKS, REAL
from tests.server.core.test_records import load, record
from tests.server.features.rematch.test_rematch import ask, ended
from tests.server.harness import Client, Json

ALIKE: Json = {
    "seats": [
        {"colour": "red"},
        {"colour": "blue", "name": "Rot"},
        {"colour": "green", "kind": "bot", "bot": "random"},
        {"colour": "yellow", "kind": "bot", "bot": "random"},
    ]
}


def wish(name: str) -> Json:
    return {"seats": [{"colour": "red", "name": name}, {"colour": "blue"}]}


def test_a_bad_name_is_refused_for_a_character(server: Client) -> None:
    for typed, fault, at, character in BAD:
        if typed == "\ud800":
            continue  # this is no UTF-8, so it cannot be sent
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


def test_a_name_that_people_have_comes_back_from_its_record(server: Client) -> None:
    names = [*(name for _, name in REAL), *(name for _, name in BLANKS)]
    for at in range(0, len(names), 3):
        some = dict(zip(("red", "blue", "green"), names[at : at + 3], strict=False))
        seats = [{"colour": colour, "name": name} for colour, name in some.items()]
        table = server.new({"seats": [*seats, {"colour": "yellow"}]})
        again = load(server, record(server, table, names=True).encode())["id"]
        for one in (table, again):
            found = server.http.get(f"/api/tables/{one}").json()["seats"]
            assert [seat["name"] for seat in found] == [*some.values(), ""]


def test_no_list_has_isolation_marks_in_a_name(server: Client) -> None:
    """A page isolates names where it shows them; exported lists have what people typed."""
    name = "\u05d3\u05d5\u05d3"
    seats = [{"colour": colour, "name": name} for colour in ("red", "blue")]
    table = server.new({"seats": seats})
    alike = [f"{name} (Red)", f"{name} (Blue)"]
    now = server.http.get(f"/api/tables/{table}").json()
    [listed] = server.http.get("/api/tables").json()["games"]
    for found in (now, listed):
        assert [seat["called"] for seat in found["seats"]] == alike
    wish = {"seats": seats, "pad": [{}, {}]}
    assert server.http.post("/api/tabletop/score", json=wish).json()["called"] == alike


def test_a_seat_has_one_name_wherever_it_is_told(server: Client) -> None:
    """The list, my games and a table, in the language of the reader."""
    table = server.new(ALIKE)
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
        assert [each[-2:] for each in called[2:]] == [" 1", " 2"]
    page = server.sit(table, lang="de")
    first, second = (seat["called"] for seat in page.now["seats"][:2])
    assert (first, second) == ("Rot", "Rot (Blau)")
    log = page.play(page.first_legal("claim"))["log"]
    assert log[-1]["text"].startswith("Rot beansprucht ")


def test_bots_of_one_level_have_one_number_everywhere(server: Client) -> None:
    page = server.sit(server.new(ALIKE))
    called = {seat["colour"]: seat["called"] for seat in page.now["seats"]}
    assert (called["green"], called["yellow"]) == ("Random 1", "Random 2")
    told: dict[str, list[str]] = {seat: [] for seat in called}
    while not all(told.values()):
        while page.now["due"]["seat"] in ("red", "blue"):
            wanted = ("claim", "tile", "end")
            page.play(
                next(one["text"] for one in page.now["legal"] if one["text"].startswith(wanted))
            )
        page.table()
        for entry in server.http.get(f"/api/tables/{page.now['id']}").json()["log"]:
            told.setdefault(entry["seat"], []).append(entry["text"])
    for seat, name in called.items():
        assert any(text.startswith(f"{name} ") for text in told[seat]), told[seat]


def test_an_unknown_language_of_the_lists_is_refused(server: Client) -> None:
    for path in ("/api/tables", "/api/mine/games", "/api/join/x"):
        assert server.http.get(path, params={"lang": "xx"}).json()["code"] == "unknown-language"


def test_a_score_pad_calls_the_seats_as_its_result_does(server: Client) -> None:
    pad = {"prestige": 1, "materials": 0, "rubles": 0, "cards": [0] * 4, "ornaments": [0] * 4}
    asked = {"seats": [{"colour": "red"}, {"colour": "blue", "name": "Red"}], "pad": [pad, pad]}
    answer = server.http.post("/api/tabletop/score", json={**asked, "plan": [3, 3, 3, 3]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["called"] == ["Red", "Red (Blue)"]


def test_a_name_of_an_earlier_version_is_kept_but_not_for_the_next_game(server: Client) -> None:
    text = record(server, ended(server, wish("Ana")), names=True)
    old = load(server, text.replace("seat red Ana", "seat red \u3164\u034f").encode())
    assert old["seats"][0]["name"] == "\u3164\u034f"
    assert old["seats"][0]["called"] == "Red"
    now = server.sit(old["id"]).now
    assert now["seats"][0]["called"] == "Red"
    assert now["over"]["reason"] == "agreed"
    again = ask(server, old["id"])
    assert again["status"] == 201
    assert [seat["name"] for seat in again["seats"]] == ["", ""]
