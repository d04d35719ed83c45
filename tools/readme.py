"""Make the links of the README absolute, because relative links do not work on a package index."""

from __future__ import annotations

import re
from typing import Final

LINK: Final = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s]+)\)")


def absolute(text: str, source: str, version: str) -> str:
    """Return Markdown whose relative links lead to this version at the code host.

    The code host must have pages under ``blob``, images under ``raw``, and a tag for the version
    that begins with ``v``.
    """

    def absolute_link(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({source}/{kind}/v{version}/{link['path']})"

    return LINK.sub(absolute_link, text)
