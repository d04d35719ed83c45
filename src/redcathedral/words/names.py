"""What the seats are called: by name, and where several would be called alike, apart."""

from collections import Counter
from collections.abc import Sequence

from redcathedral.engine.setting import Setting
from redcathedral.words import terms
from redcathedral.words.message import Argument, Term
from redcathedral.words.words import Words


def told_apart(
    setting: Setting, people: Sequence[str], bots: Sequence[str | None]
) -> tuple[Argument, ...]:
    """Each seat by the name of whoever sits there, else by its colour, or as Ivan.

    Bots of one name are numbered; who is still called like another has the colour too.
    """
    kinds = [bot and bot.partition(":")[0] for bot in bots]  # without options
    names = [
        _numbered(bot, kinds[:seat].count(bot) + 1, kinds.count(bot))
        if bot
        else person or terms.player(setting, seat)
        for seat, (person, bot) in enumerate(zip(people, kinds, strict=True))
    ]
    said = [Words().say(name).casefold() for name in names]
    alike = Counter(said)
    return tuple(
        _apart(setting, seat, name) if alike[said[seat]] > 1 else name
        for seat, name in enumerate(names)
    )


def _numbered(bot: str, number: int, count: int) -> Argument:
    name = terms.bot(bot)
    return name if count == 1 else Term("bot.numbered", name=name, n=number)


def _apart(setting: Setting, seat: int, name: Argument) -> Argument:
    return Term("player-alike", name=name, who=Term(f"player.{setting.colour(seat)}"))
