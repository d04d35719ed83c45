"""What a server shows of its tables and devices, without the sentences, which may be reworded."""

from __future__ import annotations

from typing import Any

from tests.server.harness import Client

Json = dict[str, Any]
Devices = dict[str, Client]

# Texts in a language, and what depends on how much of the log a page already has.
WORDS = {"prompt", "notice", "text", "called", "label", "explained", "title", "better"}
HELD = ("private", "open", "closed", "forgotten")  # tables with holders


def plain(value: Any) -> Any:
    """A message without its sentences."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items() if name not in WORDS}
    return [plain(each) for each in value] if isinstance(value, list) else value


def get(client: Client, path: str, **query: str) -> Any:
    """The JSON of an answer, or its status where it is none."""
    answer = client.http.get(f"/api/{path}", params=query)
    return answer.json() if answer.status_code == 200 else answer.status_code


def table_facts(client: Client, id: str) -> Json:
    """A table, its record, its note for each seat, and its analysis."""
    table = get(client, f"tables/{id}")
    if not isinstance(table, dict):
        return {"status": table}
    facts: Json = plain(table)
    facts["legal"] = [legal["text"] for legal in table["legal"]]
    record = client.http.get(f"/api/tables/{id}/record", params={"names": "true"})
    facts["record"] = record.text
    facts["setup"] = plain(get(client, f"tables/{id}/setup"))
    facts["past"] = len(get(client, f"tables/{id}/past"))
    notes = {seat: get(client, f"tables/{id}/note", seat=seat) for seat in table["own"]}
    facts["notes"] = {seat: note for seat, note in notes.items() if note}
    if table["over"]:
        analysis = get(client, f"tables/{id}/analysis")
        facts["analysis"] = [analysis["progress"], analysis["done"], analysis["turns"]]
    return facts


def talk_facts(client: Client, id: str, *wanted: str) -> Json:
    """The messages of these types that a page receives when it opens."""
    page = client.connect(id)
    found: Json = {}
    while not found.keys() >= {*wanted}:
        message = page.receive()
        if message["type"] in wanted:
            found[message["type"]] = plain(message)
    page.close()
    return found


def device_facts(client: Client) -> Json:
    """What a device sees: the list, its own games, its statistics, its addresses."""
    return {
        "games": {game["id"]: plain(game) for game in client.games("all")},
        "over": sorted(game["id"] for game in client.games("over")),
        "open": sorted(game["id"] for game in client.games("open")),
        "mine": plain(get(client, "mine/games", name="Ana")),
        "statistics": plain(get(client, "mine/statistics", name="Ana")),
        "names": get(client, "mine"),
        "addresses": get(client, "notify")["addresses"],
    }


def shown_by(url: str, cookies: dict[str, dict[str, str]], tables: dict[str, str]) -> Json:
    """All that a server shows to each device; the first device asks for all tables."""
    shown: Json = {}
    for name, kept in cookies.items():
        client = Client(url)
        client.http.cookies.update(kept)
        asked = tables if not shown else {each: tables[each] for each in HELD}
        shown[name] = {
            **device_facts(client),
            "tables": {each: table_facts(client, id_) for each, id_ in asked.items()},
            "forgotten": talk_facts(client, tables["forgotten"], "chat"),
        }
        client.close()
    boris = Client(url)
    boris.http.cookies.update(cookies["boris"])
    shown["private"] = talk_facts(boris, tables["private"], "chat", "plan")
    boris.close()
    return shown
