"""Routes for an owner who enters the components of a real box."""

import asyncio

from redcathedral.box.entered_box import EnteredBox
from redcathedral.box.entered_edition import edition_of
from redcathedral.box.problem import Problem
from redcathedral.box.share_code import share_code
from redcathedral.server.core.editions import shared_box
from redcathedral.server.core.route import get, post
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.wire.edition import edition_message
from redcathedral.server.core.wire.lobby import Fault
from redcathedral.server.features.my_box.wire import CheckedBox
from redcathedral.text import Narrator
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.problems import describe_edition_problem


class MyBoxFeature(ServerFeature):
    """Checks entered components; it stores nothing."""

    @post("/api/box", status=200)
    async def check_box(self, data: EnteredBox, lang: str = DEFAULT_LANGUAGE) -> CheckedBox:
        return await asyncio.to_thread(checked_box, data, narrator_for(lang))

    @get("/api/box/{code}")
    async def get_box(self, code: str) -> EnteredBox:
        return shared_box(code)


def checked_box(box: EnteredBox, words: Narrator) -> CheckedBox:
    result = edition_of(box)
    code = share_code(box)

    def remark(problem: Problem) -> Fault:
        return Fault(problem.place, words.say(describe_edition_problem(problem)))

    return CheckedBox(
        box=None if result.edition is None else edition_message(result.edition, code, words),
        code=code,
        faults=[*map(remark, result.problems)],
        notes=[*map(remark, result.notes)],
        rows=result.rows,
        ticked=result.ticked,
        progress=result.progress,
        read=len(result.read),
        of=len(result.read) + len(result.unread),
    )
