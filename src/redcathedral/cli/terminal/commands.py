"""Run the commands that a player can type during a game; other input is a decision."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from redcathedral.ai.analysis import hint, why
from redcathedral.ai.weights.file import WeightsError
from redcathedral.box.quoting import printable
from redcathedral.cli.messages import program_command
from redcathedral.cli.terminal import offers, user_input, view
from redcathedral.cli.terminal.screen import Quit
from redcathedral.cli.terminal.table import TerminalTable, reason
from redcathedral.play.game import Game
from redcathedral.record.report import RecordError
from redcathedral.text import position
from redcathedral.text.hints import HintNarrator
from redcathedral.text.position import seat_with_name
from redcathedral.text.rulebook import Rulebook

LOG_LENGTH: Final = 10
RULE_TOPICS: Final = ("turn", "claim", "build", "market", "influence", "prestige", "ending", "solo")
TERMINAL_TOPICS: Final = ("turn", "influence")  # topics with an additional text for the terminal
# The kinds of decisions in two actions of a turn; the third action, claim, has one kind.
BUILD_KINDS: Final = ("deliver", "ornament")
ACQUIRE_KINDS: Final = (
    *("die", "take", "influence", "activate"),
    *("sell", "buy", "trade", "give", "get", "swap", "discard", "pay", "stop"),
)


def run_command(table: TerminalTable, typed: str) -> None:
    """Run a typed command, or play a typed decision."""
    word, _, argument = ("?", "", typed[1:]) if typed.startswith("?") else typed.partition(" ")
    word = table.typed.command(word, COMMANDS)
    if word not in COMMANDS and not user_input.starting_with(
        table.typed, typed, table.game.legal_ids
    ):
        matching = table.typed.matching(typed, COMMANDS)
        if len(matching) > 1:
            table.dialogue.tell("answer.commands", commands=table.typed.any_of(matching))
            return
        word = matching[0] if matching else word
    if word in COMMANDS:
        COMMANDS[word](table, argument.strip())
    else:
        _decide(table, typed)


def _decide(table: TerminalTable, typed: str) -> None:
    legal, listed = table.game.legal_ids, table.listed
    result = user_input.decision(table.typed, typed, legal, listed, [*COMMANDS])
    if isinstance(result, int):
        table.play(result)
        return
    table.dialogue.tell(result.id, **result.values)
    if result.decisions:
        table.enumerate(offers.grouped(result.decisions))


def _list(table: TerminalTable, words: str) -> None:
    legal = table.game.legal_ids
    matching = user_input.containing(table.typed, words, legal)
    choices = offers.grouped(matching)
    if table.typed.is_word(words, "all"):
        table.enumerate(offers.each(legal))
    elif not matching:
        kinds = table.typed.any_of(offers.kinds(legal))
        table.dialogue.tell("list.nothing", text=words, kinds=kinds)
    elif not words and offers.is_long(choices):
        table.dialogue.lines(offers.summary(table.narrator, table.game.state, choices))
    else:
        table.enumerate(choices)


def _list_action(table: TerminalTable, words: str, kinds: Sequence[str]) -> None:
    """List the legal decisions of an action of a turn, or say why there are none (R3.1, R5.1)."""
    legal = table.game.legal_ids
    action_ids = offers.of_kinds(legal, kinds)
    if matching := user_input.containing(table.typed, words, action_ids):
        table.enumerate(offers.grouped(matching))
        return
    kinds = offers.kinds(legal)
    if action_ids:
        kinds = offers.kinds(action_ids)
        table.dialogue.tell("list.nothing", text=words, kinds=table.typed.any_of(kinds))
    elif "die" in kinds:  # a turn begins
        table.dialogue.tell("answer.nothing-to-deliver", kinds=table.typed.any_of(kinds))
    else:
        table.dialogue.tell("answer.one-action", kinds=table.typed.any_of(kinds))


def _look(table: TerminalTable, part: str) -> None:
    table.dialogue.lines(view.look(table.narrator, table.game, table.names, part))


def _score(table: TerminalTable, _: str) -> None:
    table.dialogue.tell("score.now")
    table.dialogue.lines(table.narrator.lines(position.score(table.game.state, table.names)))


def _log(table: TerminalTable, length: str) -> None:
    history = table.game.history
    count = int(length[:6]) if length.isdecimal() else 0
    if table.typed.is_word(length, "all"):
        count = len(history)
    elif not length:
        count = LOG_LENGTH
    elif not count:
        table.dialogue.tell("log.unknown", text=length)
        return
    if not history:
        table.dialogue.tell("log.empty")
    table.dialogue.lines(view.log(table.narrator, history[-count:], table.called))


def _changes(table: TerminalTable, _: str) -> None:
    lines = view.changes(table.narrator, table.game, table.called)
    table.dialogue.lines(lines or [table.narrator.text("changes.none")])


def _rules(table: TerminalTable, words: str) -> None:
    topics = table.typed.matching(words, RULE_TOPICS)
    if len(topics) == 1:
        table.dialogue.tell(f"rules.{topics[0]}")
        if topics[0] in TERMINAL_TOPICS:
            table.dialogue.tell(f"rules.{topics[0]}.typed")
    elif words:
        _search_rules(table, words)
    else:
        table.dialogue.tell("rules-topics", topics=table.typed.any_of(RULE_TOPICS))
        table.dialogue.tell("rules-more")


def _search_rules(table: TerminalTable, words: str) -> None:
    book = Rulebook(table.narrator.language, "typed")
    if lines := book.found(words):
        table.dialogue.lines(lines)
        return
    table.dialogue.tell("rules-unknown", text=words, topics=table.typed.any_of(RULE_TOPICS))
    if suggestion := book.suggestion(words):
        table.dialogue.tell("rules-near", near=suggestion)


def _show_hints(table: TerminalTable, which: str) -> None:
    """Show the three best turns, "all" with their figures; ask before the first hint of a game."""
    game = table.game
    people = len(game.header.seats) - len(table.bots)
    question = "hint.question" if people > 1 else "hint.ask"
    if not game.is_hinted and not table.dialogue.confirm(question):
        return
    try:
        best = hint(game.state)
        reasons = why(game.state, best[0], best[1]) if len(best) > 1 else []
    except WeightsError as error:
        table.dialogue.tell("hint.impossible", reason=printable(str(error)))
        return
    table.dialogue.tell("hint.title" if game.is_hinted else "hint.first")
    game.mark_hinted()
    table.save()
    setting = game.state.setting
    names = [seat_with_name(setting, seat, table.names) for seat in range(setting.seat_count)]
    hint_narrator = HintNarrator(table.narrator, names)
    turns = [" / ".join(map(table.typed.decision, turn.ids)) for turn in best]
    words = zip(turns, hint_narrator.words(best), strict=True)
    said = [hint_narrator.turn(number, turn, word) for number, (turn, word) in enumerate(words, 1)]
    if table.typed.is_word(which, "all"):
        said = [
            table.narrator.join([line, hint_narrator.figures(hinted, is_first=hinted is best[0])])
            for line, hinted in zip(said, best, strict=True)
        ]
    title, lines = hint_narrator.explanation(reasons, game.seat)
    table.dialogue.lines([*said, *([title] if title else []), *(f"- {line}" for line in lines)])


def _undo(table: TerminalTable, words: str) -> None:
    game = table.game
    if table.typed.is_word(words, "beyond"):
        _undo_beyond(table)
    elif words:
        table.dialogue.tell("undo.unknown", text=words)
    elif not game.can_undo():
        table.dialogue.tell("undo.impossible" if game.history else "undo.nothing")
    else:
        move = game.undo()
        table.mark_changed()
        table.save()
        table.dialogue.tell("undo.done", decision=table.typed.notation(move.text))


def _undo_beyond(table: TerminalTable) -> None:
    """Undo to the last decision of a person, past rolls and the turns of bots."""
    game = table.game
    if all(move.seat in table.bots for move in game.history):
        table.dialogue.tell("undo.nothing")
        return
    moves = [game.undo(beyond=True)]
    while moves[-1].seat in table.bots:
        moves.append(game.undo(beyond=True))
    table.mark_changed()
    table.announced_turn = -1
    table.save()
    rolls = "some" if any(len(move.steps) > 1 for move in moves) else "none"
    decision = table.typed.notation(moves[-1].text)
    table.dialogue.tell("undo.beyond", n=len(moves), decision=decision, rolls=rolls)


def _redo(table: TerminalTable, _: str) -> None:
    if table.game.can_redo:
        table.show_move(table.game.redo())
    else:
        table.dialogue.tell("redo.nothing")


def _agree(table: TerminalTable, _: str) -> None:
    """End the game by agreement, with the current scores (R7.7)."""
    if table.dialogue.confirm("agree.question"):
        table.game.end_by_agreement()
        table.save()


def _quit(_: TerminalTable, __: str) -> NoReturn:
    raise Quit


def _save(table: TerminalTable, words: str) -> None:
    if not words:
        table.dialogue.tell("save.usage")
        return
    path = _path(words)
    file = printable(str(path))
    try:
        if path.exists() and not table.dialogue.confirm("save.exists", file=file):
            table.dialogue.tell("save.kept", file=file)
            return
        table.game.save(path)
    except OSError as error:
        table.dialogue.tell("save.failed", file=file, reason=reason(error))
    else:
        table.dialogue.tell("save.done", file=file)


def _load(table: TerminalTable, words: str) -> None:
    if not words:
        table.dialogue.tell("load.usage")
        return
    try:
        edition = None if table.edition_file is None else table.game.edition
        game = Game.load(_path(words), edition=edition)
        if game.is_over:
            table.dialogue.tell("load.over", program=program_command())
            return
        previous = table.saved
        table.set_game(game)
    except OSError as error:
        table.dialogue.tell("file.failed", reason=printable(str(error)))
        table.dialogue.tell("load.failed")
        return
    except ValueError as error:
        line = error.line if isinstance(error, RecordError) else 0
        code = "bad-record" if _path(words).is_file() else "bad-file"
        table.dialogue.trouble(code, str(error), line=line)
        table.dialogue.tell("load.failed")
        return
    if previous is not None:
        previous.release()
        table.dialogue.tell("load.kept")
    table.welcome()


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:  # "~name" without a user of this name
        return Path(text)


COMMANDS: Final[Mapping[str, Callable[[TerminalTable, str], None]]] = {
    "look": _look,
    "board": lambda table, _: _look(table, "me"),
    "build": partial(_list_action, kinds=BUILD_KINDS),
    "acquire": partial(_list_action, kinds=ACQUIRE_KINDS),
    "score": _score,
    "hint": _show_hints,
    "changes": _changes,
    "log": _log,
    "undo": _undo,
    "redo": _redo,
    "save": _save,
    "load": _load,
    "agree": _agree,
    "rules": _rules,
    "help": lambda table, _: table.help(),
    "quit": _quit,
    "?": _list,
}
