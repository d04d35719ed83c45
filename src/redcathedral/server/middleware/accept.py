"""Content negotiation: the ``Accept`` headers of a client (RFC 9110, section 12)."""

from collections.abc import Collection


def weights(header: str) -> dict[str, float]:
    """Return the names in a header by weight; an unreadable weight counts as a missing one."""
    weight_of: dict[str, float] = {}
    for item in header.casefold().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        given = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
        if name:
            weight_of[name] = _weight(given[0]) if given else 1.0
    return dict(sorted(weight_of.items(), key=lambda pair: -pair[1]))


def prefers_html(header: str) -> bool:
    """Return whether a header names HTML and does not prefer JSON, as in browsers."""
    accepted = weights(header)
    html = accepted.get("text/html", 0.0)
    return html > 0 and html >= accepted.get("application/json", 0.0)


def preferred_language(header: str, known: Collection[str], default: str) -> str:
    """Return the known language with the largest weight; ``pt-BR`` also means ``pt``."""
    for name, weight in weights(header).items():
        language = name.partition("-")[0]
        if weight > 0 and language in known:
            return language
    return default


def _weight(text: str) -> float:
    try:
        return min(max(0.0, float(text)), 1.0)  # 0 for `nan`, too
    except ValueError:
        return 0.0
