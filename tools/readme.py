"""The README for the package index, where a link that is relative in the tree leads nowhere."""

from __future__ import annotations

import re
from typing import Final

LINK: Final = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s]+)\)")


def absolute(text: str, source: str, version: str) -> str:
    """Return Markdown whose links into the tree lead to this version at the code host.

    Pages are taken to be under ``blob`` and pictures under ``raw``, the version to be tagged with
    a ``v`` before it.
    """

    def lead(link: re.Match[str]) -> str:
        way = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({source}/{way}/v{version}/{link['path']})"

    return LINK.sub(lead, text)
