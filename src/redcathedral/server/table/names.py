"""What the seats are called: by name, and where several would be called alike, apart."""

from collections import Counter

from redcathedral.server.table.seated_game import SeatedGame
from redcathedral.words import Argument, Term, Words, terms


def called(seated: SeatedGame) -> tuple[Argument, ...]:
    """Each seat by the name of whoever sits there, else by its colour.

    Bots of one name are numbered; who is still called like another has the colour too.
    """
    colours, players = seated.game.colours, seated.players
    bots = [player.bot for player in players]
    names = [
        _numbered(player.bot, bots[:seat].count(player.bot) + 1, bots.count(player.bot))
        if player.bot
        else player.name or Term(f"player.{'ivan' if player.kind == 'ivan' else colours[seat]}")
        for seat, player in enumerate(players)
    ]
    said = [Words().say(name).casefold() for name in names]
    alike = Counter(said)
    return tuple(
        Term("player-alike", name=name, who=Term(f"player.{colour}")) if alike[same] > 1 else name
        for name, same, colour in zip(names, said, colours, strict=True)
    )


def _numbered(bot: str, number: int, count: int) -> Argument:
    name = terms.bot(bot)
    return name if count == 1 else Term("web.bot.numbered", name=name, n=number)
