"""A notification channel is one class; what it lacks is found when it is made."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.notifications.channel import Channel
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.push import ServerKey
from redcathedral.server.features.notifications.safe_http import SafeHttpClient
from redcathedral.server.features.notifications.webhook import Webhook
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress
from tests.server.features.notifications.fake_server import settings


def test_each_kind_on_the_wire_is_a_channel_with_its_texts() -> None:
    network = SafeHttpClient()
    messenger = Messenger(settings(), network, ServerKey(None), lambda: 0)
    kinds = [channel.kind for channel in messenger.channels]
    assert sorted(kinds) == sorted(get_args(ChannelKind))
    fields = {field.name for field in msgspec.structs.fields(NewAddress)}
    assert fields - {"language", "quiet"} == {*kinds}
    for kind in messenger.confirmed_kinds:
        assert narrator_for("en").text(f"notify.confirm.{kind}")


def test_a_channel_without_one_of_its_attributes_cannot_be_made() -> None:
    wanted = Channel.__abstractmethods__
    assert wanted >= {"kind", "needs_confirmation", "confirmation_interval", "parse", "send"}
    whole = {name: getattr(Webhook, name) for name in wanted}
    for name in wanted:
        rest = {each: value for each, value in whole.items() if each != name}
        half = type("Half", (Channel,), rest)
        with pytest.raises(TypeError, match=name):
            half()
    assert type("Whole", (Channel,), whole)()
