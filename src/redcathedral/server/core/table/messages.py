"""Makes the messages about a table for one page: position, decisions, log and refusals."""

from functools import cache
from typing import Final

from msgspec import structs

from redcathedral.engine.state import State
from redcathedral.play.lessons import first_events
from redcathedral.play.trial import Trial
from redcathedral.record.position import Position, position_of
from redcathedral.server.core.table.ending import last_round, over_message_of
from redcathedral.server.core.table.log import LogPart
from redcathedral.server.core.table.names import table_seat_names
from redcathedral.server.core.table.planning import can_plan
from redcathedral.server.core.table.play_state_message import play_state_message
from redcathedral.server.core.table.prompt import due, legal_message, prompt, roll_due
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table.seats_message import seats_message, tower_pay
from redcathedral.server.core.wire import protocol as wire
from redcathedral.server.core.wire.edition import EditionRef
from redcathedral.text import Argument, Narrator, Term
from redcathedral.text.catalog import LESSON_TEXTS, texts_version
from redcathedral.text.decisions import blocked_elements
from redcathedral.text.translator import Translator

MAX_PAST_POSITIONS: Final = 100  # in one message


def narrator_for(language: str) -> Narrator:
    """Return the narrator of a language; a changed file of texts is read again."""
    return _narrator(language, texts_version(language))


@cache
def _narrator(language: str, _version: int) -> Narrator:
    return Narrator(language, isolates=True)


def refused(
    language: str, code: str, version: int, legal: list[wire.Legal], **values: Argument
) -> wire.Refused:
    words = narrator_for(language)
    reason = words.text(f"refused.{code}", **values)
    fix = words.text(f"refused.{code}.fix", **values)
    return wire.Refused(code, reason, fix, version, legal)


class TableMessages:
    """Makes the messages about one table; costly parts are made once for each version."""

    def __init__(
        self, table_id: str, seated: SeatedGame, edition: EditionRef, rematch: str | None = None
    ) -> None:
        self._id = table_id
        self.edition = edition
        self.rematch = rematch
        # By language: the log entries, and the parts that they show.
        self._log_entries: dict[str, list[wire.LogEntry]] = {}
        self._log_parts: dict[str, list[LogPart]] = {}
        self._names = table_seat_names(seated)
        self._set_game(seated)

    def update(self, seated: SeatedGame) -> None:
        if seated.players is not self.seated.players:
            self._names = table_seat_names(seated)
            self._log_parts, self._log_entries = {}, {}
        self._set_game(seated)

    def _set_game(self, seated: SeatedGame) -> None:
        self.seated = seated
        self._position: Position | None = None
        # The shared part, by language, whether the page must decide, and whether it plays a seat.
        self._shared_messages: dict[tuple[str, bool, bool], wire.Table] = {}
        self._trials: list[Trial] = []
        self._legal_messages: dict[str, list[wire.Legal]] = {}

    def table(
        self,
        language: str,
        seats: frozenset[int],
        since: int = -1,
        notice: Term | None = None,
        at: int = 0,
        *,
        access: wire.Access = "house",
        is_host: bool = False,
        own: frozenset[int] | None = None,
        guests: frozenset[int] = frozenset(),
    ) -> wire.Table:
        """Return the table for a page that plays these seats, out of the device's ``own`` seats."""
        seated = self.seated
        page_seats, seats = seats, seats & seated.active
        words = narrator_for(language)
        message = self._shared_message(words, seats)
        start = seated.log_from(since)
        setting = seated.game.state.setting
        return structs.replace(
            message,
            can=_options(seated, seats),
            yours=[setting.colour(seat) for seat in sorted(page_seats)],
            play_state=play_state_message(words, seated, page_seats, at),
            log_from=start,
            log=message.log[start:],
            notice=None if notice is None else words.say(notice),
            access=access,
            is_host=is_host,
            rematch=self.rematch,
            own=[setting.colour(seat) for seat in sorted(page_seats if own is None else own)],
            guests=[setting.colour(seat) for seat in sorted(guests)],
        )

    def _shared_message(self, words: Narrator, seats: frozenset[int]) -> wire.Table:
        """Return the shared part of the message, for pages that must decide or for the others."""
        seated, language = self.seated, words.language
        key = language, seated.game.seat in seats, bool(seats)
        if key not in self._shared_messages:
            legal = self._legal_decisions(words, seats)
            blocked = blocked_elements(seated.game.state, seated.legal_ids()) if legal else ()
            others = (other for (of, *_), other in self._shared_messages.items() if of == language)
            self._shared_messages[key] = structs.replace(
                next(others, None) or self._common_message(words),
                due=due(seated, seats),
                prompt=prompt(words, seated, seats, self._names),
                legal=legal,
                blocked={element: words.say(why) for element, why in blocked},
            )
        return self._shared_messages[key]

    def _common_message(self, words: Narrator) -> wire.Table:
        """Return the message for all pages in a language, without what their seats may do."""
        seated = self.seated
        game = seated.game
        state = game.state
        if self._position is None:
            self._position = position_of(state)
        return wire.Table(
            id=self._id,
            number=seated.version,
            lang=words.language,
            edition=self.edition,
            options=game.header.options,
            turn=int(state.turn) + 1,
            position=self._position,
            seats=self._seats(words, state),
            yours=[],
            tower_pay=tower_pay(state),
            due=None,
            roll=roll_due(game),
            prompt="",
            legal=[],
            can=_options(seated, frozenset()),
            agreed=[state.setting.colour(seat) for seat in sorted(seated.agreed)],
            hints_allowed=[state.setting.colour(seat) for seat in sorted(seated.hints_allowed)],
            is_hinted=game.is_hinted,
            counts=seated.counts,
            auto_end=seated.auto_end,
            own_dice=game.manual_dice,
            log_from=0,
            log=self._log(words),
            notice=None,
            last_round=last_round(state, is_over=game.is_over),
            over=over_message_of(seated, words),
            deal=seated.deal,
        )

    def past(self, language: str, since: int, until: int | None = None) -> list[wire.Past]:
        words = narrator_for(language)
        return [
            wire.Past(log, position_of(state), self._seats(words, state), tower_pay(state))
            for log, state in self.seated.positions(since, until)[-MAX_PAST_POSITIONS:]
        ]

    def _seats(self, words: Narrator, state: State) -> list[wire.TableSeat]:
        seated = self.seated
        entries = seats_message(words, state, seated.players, self._names, seated.open)
        for seat, stand_in in self.seated.play_state.stand_ins.items():
            entries[seat] = structs.replace(entries[seat], stand_in=stand_in.bot)
        return entries

    def refused(
        self, language: str, seats: frozenset[int], code: str, **values: Argument
    ) -> wire.Refused:
        seats &= self.seated.active
        legal = self._legal_decisions(narrator_for(language), seats)
        return refused(language, code, self.seated.version, legal, **values)

    def _legal_decisions(self, words: Narrator, seats: frozenset[int]) -> list[wire.Legal]:
        game = self.seated.game
        if game.is_over or game.seat not in seats or self.seated.play_state.is_paused:
            return []
        if not self._trials:
            self._trials = [Trial(game.state, decision) for decision in self.seated.legal_ids()]
        if words.language not in self._legal_messages:
            legal = [legal_message(trial, words, self._names) for trial in self._trials]
            self._legal_messages[words.language] = legal
        return self._legal_messages[words.language]

    def _log(self, words: Narrator) -> list[wire.LogEntry]:
        parts = self.seated.log_parts
        old_parts = self._log_parts.get(words.language, [])
        entries = self._log_entries.setdefault(words.language, [])
        unchanged = min(len(parts), len(old_parts))
        while unchanged and old_parts[unchanged - 1] is not parts[unchanged - 1]:
            unchanged -= 1
        del entries[unchanged:]
        entries += [
            part.entry(index, words, self._names)
            for index, part in enumerate(parts[unchanged:], unchanged)
        ]
        if self.seated.game.header.options.first_game:
            self._explain(words.language, entries, unchanged)
        self._log_parts[words.language] = [*parts]
        return list(entries)

    def _explain(self, language: str, entries: list[wire.LogEntry], since: int) -> None:
        texts = Translator(language, part=LESSON_TEXTS)
        kinds = [first_events.explained_kinds(part.events) for part in self.seated.log_parts]
        explained_kinds = {kind for part_kinds in kinds[:since] for kind in part_kinds}
        for index, entry in enumerate(entries[since:], since):
            new_kinds = [kind for kind in kinds[index] if kind not in explained_kinds]
            explained_kinds.update(new_kinds)
            explained = [
                wire.Explanation(texts.text(f"once.{kind}"), first_events.RULE_OF_EVENT[kind])
                for kind in new_kinds
            ]
            entries[index] = structs.replace(entry, explained=explained)


def _options(seated: SeatedGame, seats: frozenset[int]) -> wire.Can:
    return wire.Can(
        undo=seated.can_undo(seats),
        redo=seated.can_redo(seats),
        undo_beyond=seated.can_undo_beyond(seats),
        agree=seated.can_agree(seats),
        hint=seated.can_hint(seats),
        allow_hints=seated.can_allow_hints(seats),
        plan=can_plan(seated, seats),
    )
