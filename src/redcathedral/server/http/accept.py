"""What a client asks for by its ``Accept`` headers (RFC 9110, section 12)."""

from collections.abc import Collection


def weights(header: str) -> dict[str, float]:
    """Return the names in a header with their weights, the first of equal weight first.

    A weight that cannot be read counts as none.
    """
    found: dict[str, float] = {}
    for item in header.casefold().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        given = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
        if name:
            found[name] = _weight(given[0]) if given else 1.0
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def prefers_html(header: str) -> bool:
    """Tell whether HTML is asked for by name, and JSON no more than that, as browsers do."""
    found = weights(header)
    html = found.get("text/html", 0.0)
    return html > 0 and html >= found.get("application/json", 0.0)


def preferred_language(header: str, known: Collection[str], default: str) -> str:
    """Return the known language that is asked for most; ``pt-BR`` asks for ``pt`` too."""
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
