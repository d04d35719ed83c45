"""Help at a table with the real box: positions to check, and a score pad."""

import asyncio

from redcathedral.server.core.route import post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.tabletop import wire
from redcathedral.server.features.tabletop.tabletop import checked_position, pad_score
from redcathedral.text.catalog import DEFAULT_LANGUAGE


class TabletopFeature(ServerFeature):
    """Checks what people enter; it stores nothing."""

    @post("/api/tabletop/position", status=200)
    async def check_position(
        self, data: wire.PositionWish, lang: str = DEFAULT_LANGUAGE
    ) -> wire.CheckedPosition:
        texts = narrator_for(lang)
        row, edition = await self.thread.do(self.repository.editions.find, data.edition)
        opponents = self.repository.opponents
        return await asyncio.to_thread(checked_position, data, row.head, edition, opponents, texts)

    @post("/api/tabletop/score", status=200)
    async def score(self, data: wire.ScorePad, lang: str = DEFAULT_LANGUAGE) -> wire.PadScore:
        texts = narrator_for(lang)
        _, edition = await self.thread.do(self.repository.editions.find, data.edition)
        return await asyncio.to_thread(pad_score, data, edition, self.repository.opponents, texts)
