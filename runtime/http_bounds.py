"""What ends a fetch early: a refusal with a reason from a closed list, and the one deadline of the exchange."""

from __future__ import annotations

from time import monotonic
from typing import Final

REASONS: Final = {
    "scheme": "it is not an https URL of plain ASCII, without user, fragment or blank",
    "host": "its host is not on the list of allowed hosts",
    "port": "its port is not on the list of allowed ports",
    "dns": "its host has no usable address",
    "address": "its host has an address that must not be dialled",
    "tls": "the server could not be verified, or the encrypted connection failed",
    "connect": "the connection could not be made, or was lost",
    "timeout": "the exchange did not end before the deadline",
    "status": "the answer is not a well-formed 200",
    "media_type": "the answer is not declared as one JSON media type in UTF-8",
    "encoding": "the answer is encoded in a way nobody asked for",
    "length": "the declared length is malformed, or not that of the body",
    "size": "the answer is larger than allowed",
    "body": "the body is not framed as declared",
    "json": "the body is not a JSON Schema in strict JSON",
}


class Refusal(Exception):
    """The exchange ends here; `reason` is a key of `REASONS`, and nothing that was received is kept."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


class Deadline:
    """One moment for the whole exchange: every wait asks what is left of it."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def remaining(self) -> float:
        """The seconds left; raises `Refusal` when there are none."""
        left = self._end - monotonic()
        if left <= 0:
            raise Refusal("timeout")
        return left
