"""The page and what it reads once: files and headers, texts, editions, server information."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import httpx
import pytest

from redcathedral.ai.bots import levels
from redcathedral.ai.bots.levels import LEVELS, LevelRating
from redcathedral.box import edition_text
from redcathedral.server.run.static import MEDIA_TYPES, Page
from redcathedral.text import languages
from tests.server.harness import Client, serving

SCRIPT = "export const all = 1;\n" * 100


def built(folder: Path) -> Path:
    """A folder like a built page."""
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>The table</title>" + " " * 500)
    (page / "assets" / "index-Ab3_x-9Z.js").write_text(SCRIPT)
    (page / "assets" / "vollkorn-Cd4eF5gH.woff2").write_bytes(b"wOF2")
    (page / "favicon.svg").write_text("<svg/>")
    (page / "manifest.webmanifest").write_text('{"name": "The table"}')
    (page / "sw.js").write_text("self.addEventListener('fetch', () => {});")
    (page / "icon-192.png").write_bytes(b"\x89PNG")
    (page / "secret.pem").write_text("not for anybody")
    return page


def test_the_page_is_served(tmp_path: Path) -> None:
    with serving(tmp_path, page=built(tmp_path)) as server:
        first = server.http.get("/")
        assert first.status_code == 200
        assert first.headers["content-type"] == "text/html; charset=utf-8"
        assert first.headers["cache-control"] == "no-cache"
        assert "<title>The table" in first.text
        again = server.http.get("/", headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""
        assert server.http.get("/favicon.svg").headers["content-type"] == "image/svg+xml"


def test_preview_of_a_link_has_absolute_addresses(tmp_path: Path) -> None:
    """Under the name and scheme that the visitor uses; a hostile name stays text."""
    (page := built(tmp_path)).joinpath("index.html").write_text('<meta content="./preview.jpg" />')
    with serving(tmp_path, page=page) as server:
        plain = server.http.get("/")
        assert plain.text == f'<meta content="{server.url}/preview.jpg" />'
        local = server.http.get("/index.html", headers={"host": "localhost"})
        assert local.text == '<meta content="http://localhost/preview.jpg" />'
        assert local.headers["etag"] != plain.headers["etag"]
    file = Page(page).file("", 'http://"><script>')
    assert file is not None
    assert file.content.count(b'"') == 2


def test_assets_are_compressed_and_cached(tmp_path: Path) -> None:
    with serving(tmp_path, page=built(tmp_path)) as server:
        with server.http.stream("GET", "/assets/index-Ab3_x-9Z.js") as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        assert gzip.decompress(raw).decode() == SCRIPT
        plain = server.http.get("/assets/index-Ab3_x-9Z.js", headers={"accept-encoding": ""})
        assert "content-encoding" not in plain.headers
        assert plain.text == SCRIPT
        font = server.http.get("/assets/vollkorn-Cd4eF5gH.woff2")
        assert font.headers["content-type"] == "font/woff2"
        assert "immutable" in font.headers["cache-control"]


def test_the_files_of_the_app_are_revalidated_each_time(tmp_path: Path) -> None:
    kinds = {
        "manifest.webmanifest": "application/manifest+json",
        "sw.js": "text/javascript; charset=utf-8",
        "icon-192.png": "image/png",
    }
    with serving(tmp_path, page=built(tmp_path)) as server:
        for name, kind in kinds.items():
            answer = server.http.get(f"/{name}")
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "manifest-src 'self'" in policy
        assert "worker-src 'self'" in policy


def test_nothing_but_the_page_is_served(tmp_path: Path) -> None:
    (tmp_path / "outside.js").write_text("alert(1)")
    with serving(tmp_path, page=built(tmp_path)) as server:
        for path in ("/secret.pem", "/../outside.js", "/%2e%2e/outside.js", "/assets", "/assets/"):
            assert server.http.get(path).status_code == 404
    assert ".pem" not in MEDIA_TYPES


def test_a_missing_page_explains_how_to_build_it(tmp_path: Path) -> None:
    with serving(tmp_path, page=tmp_path / "nothing") as server:
        answer = server.http.get("/")
        assert answer.status_code == 503
        assert "npm run build" in answer.text
        assert server.http.get("/api/server").status_code == 200


def test_server_information(server: Client) -> None:
    info = server.http.get("/api/server").json()
    assert [language["id"] for language in info["languages"]] == languages()
    assert info["languages"][0] == {"id": "en", "name": "English"}
    assert {"greedy", "random"} <= set(info["bots"])
    assert info["bot"] == next(iter(LEVELS))
    assert [level["bot"] for level in info["levels"]] == list(LEVELS)
    assert not set(LEVELS) & set(info["bots"])
    assert info["edition"] == info["editions"][0]["key"]


def test_the_strength_of_a_level(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    weakest, second, *_ = LEVELS
    known = {3: {weakest: LevelRating(1000, 990.2, 1010), second: LevelRating(1190.8, 1180, 1202)}}
    monkeypatch.setattr(levels, "ratings", lambda: known)
    one, two, *rest = server.http.get("/api/server").json()["levels"]
    strength = {"players": 3, "rating": 1000, "low": 990, "high": 1010}
    assert one["strengths"] == [{**strength, "below": None, "won": 0, "of": 0}]
    strength = {"players": 3, "rating": 1191, "low": 1180, "high": 1202}
    assert two["strengths"] == [{**strength, "below": weakest, "won": 3, "of": 4}]
    assert all(level["strengths"] == [] for level in rest)


def test_the_words_of_a_language(server: Client) -> None:
    texts = server.http.get("/api/words/en").json()
    assert texts["player.red"] == "Red"
    assert "(our choice)" in texts["web.option.first_game"]
    assert texts["ornament.door"] == {"base": "door", "a": "a door"}


def test_an_edition_as_data(server: Client) -> None:
    key = server.http.get("/api/server").json()["edition"]
    box = server.http.get(f"/api/editions/{key}").json()
    assert box == server.http.get("/api/editions/reconstructed-2020").json()
    assert box["slots"] == 10
    assert box["covered"] == 4
    assert set(box["plans"]) == {"2", "3", "4"}
    assert [3, 2, 4, 3] in box["plans"]["2"]
    assert len(box["cards"]) == 40
    assert len(box["influence"]) == 12
    assert box["tiles"]["die-red*"]["gives"] == "die"
    assert box["tiles"]["die-red*"]["die"] == "red"
    assert box["tiles"]["die-red*"]["many"]
    assert box["resources"]["wood"]["words"] == "2 wood"
    assert set(box["marks"]) == {"printed", "likely", "reconstructed"}
    for card in box["influence"].values():
        assert card["origin"] == (
            "Wording, price, and amount of its actions: printed. Materials shown, and lightning or "
            "infinity: reconstructed. How often each action occurs, and which two share a card: "
            "reconstructed."
        )
        for action in card["actions"]:
            assert (action["sentence_mark"], action["mark"]) == ("printed", "reconstructed")
    assert set(box["costs"]["basic"]) == {"red", "blue", "green", "yellow"}


def test_long_responses_are_compressed(server: Client) -> None:
    answer = server.http.get("/api/words/en")
    assert answer.headers["content-encoding"] == "gzip"


def test_the_description_for_other_clients(server: Client) -> None:
    answer = server.http.get("/api/schema/openapi.json")
    assert answer.status_code == 200
    paths = json.loads(answer.text)["paths"]
    assert {"/api/tables", "/api/editions", "/api/server"} <= set(paths)
    for name in ("redoc", "swagger", "elements", "rapidoc"):
        assert server.http.get(f"/api/schema/{name}").status_code == 404


def changed_edition() -> str:
    """An edition with another id and another number."""
    text = edition_text("reconstructed-2020")
    text = text.replace('id = "reconstructed-2020"', 'id = "changed"')
    return text.replace('gives = "2W"', 'gives = "3W"', 1)


def test_an_uploaded_edition_can_be_played(server: Client, tmp_path: Path) -> None:
    answer: httpx.Response = server.http.post("/api/editions", content=changed_edition().encode())
    assert answer.status_code == 201, answer.text
    reference = answer.json()
    assert server.http.post("/api/editions", content=changed_edition().encode()).json() == reference
    assert reference in server.http.get("/api/server").json()["editions"]
    box = server.http.get(f"/api/editions/{reference['key']}").json()
    assert box["resources"]["wood"]["amount"] == 3
    seats = [{"colour": "red"}, {"colour": "blue"}]
    table = server.create_table({"seats": seats, "edition": reference["key"]})
    assert server.open_page(table).now["edition"] == reference
    with serving(tmp_path) as again:
        assert reference in again.http.get("/api/server").json()["editions"]
        assert again.open_page(table).now["edition"] == reference


def test_tiles_may_be_named_freely(tmp_path: Path) -> None:
    text = changed_edition().replace("\nwood        = {", "\ntimber      = {", 1)
    with serving(tmp_path, editions=[text]) as server:
        table = server.create_table({"seats": [{"colour": "red"}, {"colour": "blue"}]})
        now = server.open_page(table).now
        assert "timber" in now["position"]["resources"]
        box = server.http.get(f"/api/editions/{now['edition']['key']}").json()
        assert box["resources"]["timber"]["gives"] == "wood"


def test_a_given_edition_is_the_default(tmp_path: Path) -> None:
    with serving(tmp_path, editions=[changed_edition()]) as server:
        info = server.http.get("/api/server").json()
        assert [edition["id"] for edition in info["editions"]] == ["changed", "reconstructed-2020"]
        assert info["edition"] == info["editions"][0]["key"]
        table = server.create_table({"seats": [{"colour": "red"}, {"colour": "blue"}]})
        assert server.open_page(table).now["edition"]["id"] == "changed"
