"""Tools for the physical game: a position is checked and played, and a game is scored."""

from __future__ import annotations

import pytest

from tests.server.harness import AGAINST_A_BOT, RED_AND_BLUE, Client, Json

ONE = [1, 0, 0, 0]  # by tower
SOLO: Json = {"seats": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "kind": "ivan"}]}


def laid(server: Client, wish: Json, lang: str = "en") -> Json:
    answer = server.http.post("/api/tabletop/position", json=wish, params={"lang": lang})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def refused(server: Client, way: str, wish: Json) -> Json:
    answer = server.http.post(f"/api/tabletop/{way}", json=wish)
    assert answer.status_code == 400, answer.text
    problem: Json = answer.json()
    return problem


@pytest.mark.parametrize("wish", [RED_AND_BLUE, AGAINST_A_BOT, SOLO], ids=["two", "bot", "solo"])
def test_a_position_is_drawn_changed_and_played(server: Client, wish: Json) -> None:
    first = laid(server, {**wish, "plan": [3, 3, 3, 3]})
    assert first["faults"] == []
    position = first["position"]
    assert [len(tower) for tower in position["towers"]] == [3, 3, 3, 3]
    # red claims a base, has one wood less to deliver and the tile on its board
    tower = next(at for at, tower in enumerate(position["towers"]) if tower[0]["owner"] is None)
    site = position["towers"][tower][0]
    red = position["seats"][0]
    red["workshop"]["white1"] = [site["tile"], "down"]
    red["materials"] = {"W": 2}
    site["owner"] = "red"
    second = laid(server, {**wish, "position": position})
    assert second["faults"] == []
    red = second["position"]["seats"][0]
    assert red["banners"] == {"inventory": 4, "beside": 1}
    assert second["position"]["supply"]["W"] == 18
    assert second["position"]["towers"][tower][0]["tile"] is None
    loaded = server.http.post("/api/tables/load", content=second["record"])
    assert loaded.status_code == 201, loaded.text
    table = loaded.json()
    assert [seat["name"] for seat in table["seats"]][:1] == ["Ana"]
    assert table["was_loaded"]
    page = server.open_page(table["id"])
    assert page.now["position"] == second["position"]
    assert page.now["due"]["yours"]
    assert page.now["seats"] == second["seats"]


def test_a_position_with_ivan_to_move_waits_for_his_dice(server: Client) -> None:
    """The server rolls when the game starts, unless the players roll their own dice."""
    wish: Json = {**SOLO, "position": {**laid(server, SOLO)["position"], "to_move": "blue"}}
    record = laid(server, wish)["record"]
    assert "roll" not in record
    assert record == laid(server, wish)["record"]
    answer = server.http.post("/api/tables/load?own_dice=true", content=record)
    assert answer.status_code == 201, answer.text
    page = server.open_page(answer.json()["id"])
    assert page.now["roll"] or page.now["due"]["yours"]


def test_each_error_of_a_position_is_described(server: Client) -> None:
    position = laid(server, RED_AND_BLUE)["position"]
    position["dice"] = {die: [2, 5] for die in position["dice"]}
    position["seats"][1]["materials"] = {"B": 9}
    position["towers"][2][1]["owner"] = "blue"
    found = laid(server, {**RED_AND_BLUE, "position": position}, "es")
    assert found["record"] is None
    assert [fault["place"] for fault in found["faults"]] == [
        "$.dice",
        "$.towers[2][1].owner",
        "$.seats[1].materials",
        "$.seats[1].workshop",
    ]
    assert found["faults"][0]["text"] == "Hay 5 dados en el espacio 5; caben 3 (R6.3)."
    # what was laid out stays, wrong as it is
    assert found["position"]["dice"]["red"] == [2, 5]
    assert found["position"]["seats"][1]["materials"] == {"B": 9}
    # where nothing can be laid at all it is given back as it came
    position["dice"]["red"] = [7, 1]
    nothing = laid(server, {**RED_AND_BLUE, "position": position})
    assert nothing["faults"][0]["place"] == "$.dice.red[0]"
    assert nothing["position"]["dice"]["red"] == [7, 1]
    assert [seat["called"] for seat in nothing["seats"]] == ["Ana", "Blue"]
    many = {**laid(server, RED_AND_BLUE)["position"], "seats": position["seats"] * 2}
    assert laid(server, {**RED_AND_BLUE, "position": many})["faults"][0]["place"] == "$.seats"


def test_impossible_scores_are_refused(server: Client) -> None:
    one = {"seats": RED_AND_BLUE["seats"][:1]}
    assert refused(server, "position", one)["code"] == "bad-game"
    assert refused(server, "position", {"seats": []})["code"] == "bad-game"
    wish = {**RED_AND_BLUE, "plan": [9, 9]}
    assert "9-9 is not a building plan for 2 players" in refused(server, "position", wish)["reason"]
    bot = {"seats": [*one["seats"], {"colour": "blue", "kind": "bot", "bot": "nobody"}]}
    assert refused(server, "position", bot)["code"] == "bad-game"
    wrong = {**RED_AND_BLUE, "position": {"dice": 1}}
    assert refused(server, "position", wrong)["code"] == "bad-request"
    for edition in ("nothing", "x" * 500):
        answer = server.http.post(
            "/api/tabletop/position", json={**RED_AND_BLUE, "edition": edition}
        )
        assert answer.status_code == 404
        assert answer.json()["code"] == "unknown-edition"
    pad = {**RED_AND_BLUE, "pad": []}
    assert refused(server, "score", pad)["code"] == "bad-game"
    assert refused(server, "score", {**pad, "seats": []})["code"] == "bad-game"
    for towers in ([3, 3, 3], [3, 3, 3, 3, 3], [1, 3, 3, 3], [7, 3, 3, 3], []):
        error = refused(server, "score", {**pad, "plan": towers})
        assert "4 towers of 2 to 6 sections" in error["fix"], towers
    assert server.games() == []  # nothing was kept


def test_a_game_is_scored(server: Client) -> None:
    """R9.12, tower 4: green 5, yellow 1; errors are described."""
    wish: Json = {
        "seats": [{"colour": "green", "name": "Ana"}, {"colour": "yellow"}],
        "plan": [3, 3, 3, 3],
        "pad": [
            {"prestige": 12, "materials": 4, "rubles": 7, "cards": ONE, "ornaments": ONE},
            {"prestige": 15, "cards": ONE, "ornaments": [0, 0, 0, 0]},
        ],
    }
    answer = server.http.post("/api/tabletop/score", json=wish)
    assert answer.status_code == 200, answer.text
    over = answer.json()["over"]
    assert over["text"] == "Ana wins."
    assert [(score["colour"], score["total"]) for score in over["scores"]] == [
        ("green", 19),
        ("yellow", 16),
    ]
    wish["pad"][1]["ornaments"] = [2, 0, 0, 0]
    wrong = server.http.post("/api/tabletop/score", json=wish, params={"lang": "pl"}).json()
    assert wrong["over"] is None
    assert [fault["place"] for fault in wrong["faults"]] == ["towers[0]"]
    assert "R5.5" in wrong["faults"][0]["text"]


THREE: list[Json] = [{"colour": colour} for colour in ("red", "blue", "green")]
FOUR: list[Json] = [*THREE, {"colour": "yellow"}]


@pytest.mark.parametrize(
    ("seats", "towers"),
    [(SOLO["seats"], 4), (RED_AND_BLUE["seats"], 4), (THREE, 5), (FOUR, 6)],
    ids=["solo", "two", "three", "four"],
)
def test_any_towers_are_scored(server: Client, seats: Json, towers: int) -> None:
    """R2.8: the plans of a physical box can differ from the edition's."""
    nothing = [0] * (towers - 1)
    pad: list[Json] = [{"cards": [0, *nothing], "ornaments": [0, *nothing]} for _ in seats]
    pad[0]["cards"], pad[1]["cards"] = [4, *nothing], [2, *nothing]
    wish: Json = {"seats": seats, "pad": pad}
    high, low = [6] + [2] * (towers - 1), [5] + [2] * (towers - 1)
    for plan in (None, high):
        answer = server.http.post("/api/tabletop/score", json={**wish, "plan": plan})
        assert answer.status_code == 200, answer.text
        assert answer.json()["faults"] == []
        assert answer.json()["over"]["places"][0] == "red"
    wrong = server.http.post("/api/tabletop/score", json={**wish, "plan": low}).json()
    assert [fault["text"] for fault in wrong["faults"]] == [
        "Tower 1: 6 completed cards; it can have at most 5 (R2.8)."
    ]
    pad[1]["cards"] = [3, *nothing]
    wrong = server.http.post("/api/tabletop/score", json=wish).json()
    assert [fault["place"] for fault in wrong["faults"]] == ["towers[0]"]


def test_ivan_scores_no_goods(server: Client) -> None:
    """R8.1, R8.6."""
    pad: list[Json] = [{"cards": [0] * 4, "ornaments": [0] * 4} for _ in range(2)]
    wish: Json = {**SOLO, "plan": [3, 3, 3, 3], "pad": pad}
    assert server.http.post("/api/tabletop/score", json=wish).json()["over"]
    pad[1]["rubles"] = 10
    wrong = server.http.post("/api/tabletop/score", json=wish).json()
    assert [fault["place"] for fault in wrong["faults"]] == ["seats[1].rubles"]
