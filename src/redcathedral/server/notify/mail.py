"""Messages by mail, handed in at the host's mail server."""

import asyncio
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Final

import aiosmtplib

from redcathedral.server.notify.message import Notification
from redcathedral.server.notify.problem import NeverSent, NotSent
from redcathedral.server.notify.settings import MailServer, MessageSettings
from redcathedral.server.notify.target import MailTarget
from redcathedral.server.store.notices import CONFIRM
from redcathedral.words import Words

SECONDS: Final = 30.0  # for the whole of it
# Links are not folded: programs look for one on a line, as it is (RFC 8058).  7 bits are taken by
# every mail server.
POLICY: Final = SMTP.clone(max_line_length=998, cte_type="7bit")


class Mail:
    """Sends messages to mailboxes."""

    def __init__(
        self,
        settings: MessageSettings,
        server: MailServer,
        *,
        trust: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """``trust`` has the authorities that the mail server's certificate is of."""
        self._server = server
        self._settings = settings
        self._trust = trust
        self._seconds = seconds

    async def send(self, message: Notification, target: MailTarget, words: Words) -> bool:
        """Send a message; False, as no mail is confirmed by that.  Raises NotSent."""
        sender = self._settings.sender
        assert sender is not None
        # as bytes: aiosmtplib writes a message by a policy of its own, which folds
        mail = written(message, target.mail, self._settings, words).as_bytes()
        server = self._server
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
                    tls_context=self._trust or ssl.create_default_context(),
                    timeout=self._seconds,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(one.code >= 500 for one in error.recipients):
                raise NeverSent("the mail server refuses the address") from None
            raise NotSent("the mail server refuses the address for now") from None
        except aiosmtplib.SMTPException as error:
            raise NotSent(f"the mail server: {type(error).__name__}: {error}") from None
        except (OSError, TimeoutError, ValueError) as error:
            raise NotSent(f"the mail server {server.host}: {type(error).__name__}") from None
        return False


def written(
    message: Notification, to: str, settings: MessageSettings, words: Words
) -> EmailMessage:
    """A message as a mail."""
    assert settings.sender is not None
    mail = EmailMessage(POLICY)
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
