"""Notifications by mail, sent through the host's mail server."""

import asyncio
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import ClassVar, Final

import aiosmtplib
import msgspec
from msgspec import Struct

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.notifications.channel import Channel
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.problem import PermanentSendError, SendError
from redcathedral.server.features.notifications.settings import MessageSettings, mailbox
from redcathedral.server.features.notifications.sql import CONFIRM, DAY_MS, AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress
from redcathedral.text import Narrator

SEND_SECONDS: Final = 30.0
# Mail programs need a link on one line (RFC 8058), so the limit prevents folding.
MAIL_POLICY: Final = SMTP.clone(max_line_length=998, cte_type="7bit")


class MailTarget(Struct, frozen=True, tag="mail"):
    """A mail address."""

    base: ClassVar[str] = ""  # mail needs the server's own URL
    endpoint: ClassVar[None] = None

    mail: str

    @property
    def destination(self) -> str:
        """The address in lowercase, so that two spellings count as one address."""
        return self.mail.casefold()

    @property
    def label(self) -> str:
        return self.mail


class Mail(Channel):
    """The channel that sends mail."""

    kind: ClassVar[ChannelKind] = "mail"
    needs_confirmation: ClassVar[bool] = True
    confirmation_interval: ClassVar[int] = DAY_MS

    def __init__(
        self,
        settings: MessageSettings,
        *,
        ssl_context: ssl.SSLContext | None = None,
        seconds: float = SEND_SECONDS,
    ) -> None:
        self._settings = settings
        self._ssl_context = ssl_context
        self._seconds = seconds

    async def parse(self, request: NewAddress, _: str) -> MailTarget:
        target = MailTarget(mailbox(request.mail or ""))
        if not self._settings.has_mail:
            missing = ", ".join(self._settings.missing or ("--url", "--smtp", "--mail-from"))
            fix = f"ask the host to start the server with {missing}, or choose another channel"
            raise ApiError(409, "no-mail", fix=fix)
        return target

    def target(self, stored: str) -> MailTarget:
        return msgspec.json.decode(stored, type=MailTarget)

    async def send(self, message: Notification, address: AddressRow) -> bool:
        server, sender = self._settings.mail_server, self._settings.sender
        if self._settings.url is None or server is None or sender is None:
            raise SendError("the server has no mail server")
        target, words = self.target(address.target), narrator_for(message.language)
        # aiosmtplib would fold the lines of an EmailMessage, but keeps bytes.
        mail = mail_message(message, target.mail, self._settings, words).as_bytes()
        try:
            async with asyncio.timeout(self._seconds):
                await aiosmtplib.send(
                    mail,
                    sender=sender,
                    recipients=[target.mail],
                    hostname=server.host,
                    port=server.port,
                    username=server.user or None,
                    password=server.password or None,
                    use_tls=server.is_tls,
                    start_tls=server.starts_tls,
                    tls_context=self._ssl_context or ssl.create_default_context(),
                    timeout=self._seconds,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(recipient.code >= 500 for recipient in error.recipients):
                raise PermanentSendError("the mail server refuses the address") from None
            raise SendError("the mail server refuses the address at present") from None
        except aiosmtplib.SMTPException as error:
            raise SendError(f"the mail server: {type(error).__name__}: {error}") from None
        except (OSError, TimeoutError, ValueError) as error:
            raise SendError(f"the mail server {server.host}: {type(error).__name__}") from None
        return False


def mail_message(
    message: Notification, to: str, settings: MessageSettings, words: Narrator
) -> EmailMessage:
    assert settings.sender is not None
    mail = EmailMessage(MAIL_POLICY)
    mail["From"] = settings.sender
    mail["To"] = to
    mail["Subject"] = message.title
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{message.id}@{settings.host}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    link = message.confirm if message.kind == CONFIRM else message.link
    end = words.text("notify.mail.end")
    mail.set_content(f"{message.text}\n\n{link}\n\n-- \n{end}\n{message.unsubscribe}\n")
    mail["Content-Language"] = message.language
    return mail
