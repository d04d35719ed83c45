"""Content negotiation: the ``Accept`` headers of a client (RFC 9110, section 12)."""

from collections.abc import Collection


def weight_by_name(header: str) -> dict[str, float]:
    """Return the weights (0 to 1) of the names in a header, the largest first."""
    weights: dict[str, float] = {}
    for item in header.casefold().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        texts = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
        if name:
            weights[name] = _weight(texts[0]) if texts else 1.0
    return dict(sorted(weights.items(), key=lambda pair: -pair[1]))


def prefers_html(header: str) -> bool:
    """Return whether a client accepts HTML, and JSON at most as much, as browsers do."""
    weights = weight_by_name(header)
    html_weight = weights.get("text/html", 0.0)
    return html_weight > 0 and html_weight >= weights.get("application/json", 0.0)


def preferred_language(header: str, languages: Collection[str], default: str) -> str:
    """Return the one of these languages with the largest weight; ``pt-BR`` also means ``pt``."""
    for name, weight in weight_by_name(header).items():
        language = name.partition("-")[0]
        if weight > 0 and language in languages:
            return language
    return default


def _weight(text: str) -> float:
    try:
        return min(max(0.0, float(text)), 1.0)  # max returns 0 for NaN
    except ValueError:
        return 0.0
