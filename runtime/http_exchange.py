"""One request over one verified connection to a checked address, all of it before one deadline."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from .http_address import Target
from .http_answer import OVERHEAD, read_body
from .http_bounds import Deadline, Refusal

T = TypeVar("T")

MAX_DIALLED = 4
RECORDS = 2  # raw bytes a byte of answer may cost: handshake, tickets and record headers are the server's choice
READ_SIZE = 16_384

REQUEST = (
    "GET {target} HTTP/1.1\r\n"
    "Host: {host}\r\n"
    "Accept: application/schema+json, application/json\r\n"
    "Accept-Encoding: identity\r\n"
    "User-Agent: schemawright\r\n"
    "Connection: close\r\n"
    "\r\n"
)


def exchange(
    target: Target, addresses: Sequence[str], context: ssl.SSLContext, deadline: Deadline, max_body_bytes: int
) -> bytes:
    """The body the server has for `target`; raises `Refusal`, `ssl.SSLError`, `TimeoutError` or another `OSError`."""
    with _dial(addresses, target.port, deadline) as link:
        channel = Channel(link, context, target.host, deadline, RECORDS * (max_body_bytes + OVERHEAD))
        channel.open()
        host = target.host if target.port == 443 else f"{target.host}:{target.port}"
        channel.send(REQUEST.format(target=target.path + target.query, host=host).encode("ascii"))
        return read_body(channel, max_body_bytes)


def _dial(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """A connection to the first address that takes one; no name is looked up here."""
    candidates = addresses[:MAX_DIALLED]
    for position, address in enumerate(candidates):
        link = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        try:
            link.settimeout(deadline.remaining() / (len(candidates) - position))
            link.connect((address, port))
        except OSError:
            link.close()
        except BaseException:
            link.close()
            raise
        else:
            return link
    deadline.remaining()
    raise Refusal("connect")


class Channel:
    """TLS over a socket, with the name verified (RFC 9525): every wait ends at the deadline, every raw byte counts.

    It works on memory buffers and waits for the socket itself, so that handshake, tickets and padding are counted too,
    and no socket class of ours has to be set on the host's context.
    """

    def __init__(
        self, link: socket.socket, context: ssl.SSLContext, host: str, deadline: Deadline, budget: int
    ) -> None:
        self._link = link
        self._deadline = deadline
        self._budget = budget
        self._is_ended = False
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)

    def open(self) -> None:
        """Shake hands; raises `ssl.SSLError` where the certificate, its name or the protocol version is refused."""
        self._drive(self._tls.do_handshake)

    def send(self, request: bytes) -> None:
        """Send all of it."""
        self._drive(lambda: self._tls.write(request))

    def receive(self, size: int) -> bytes:
        """At least one byte, or none at the end; a missing goodbye is an end, for the body tells its own."""
        try:
            return self._drive(lambda: self._tls.read(size))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            return b""

    def has_more(self) -> bool:
        """More data has arrived already."""
        self._link.settimeout(0)
        with suppress(OSError):
            self._incoming.write(self._link.recv(READ_SIZE))
        try:
            return bool(self._tls.read(1))
        except ssl.SSLError:
            return False

    def _drive(self, step: Callable[[], T]) -> T:
        while True:
            try:
                result = step()
            except ssl.SSLWantReadError:
                self._flush()
                self._fill()
            else:
                self._flush()
                return result

    def _flush(self) -> None:
        outgoing = memoryview(self._outgoing.read())
        while outgoing:
            self._link.settimeout(self._deadline.remaining())
            outgoing = outgoing[self._link.send(outgoing) :]

    def _fill(self) -> None:
        if self._is_ended:
            raise Refusal("tls")
        self._link.settimeout(self._deadline.remaining())
        received = self._link.recv(READ_SIZE)
        self._budget -= len(received)
        if self._budget < 0:
            raise Refusal("size")
        self._incoming.write(received)
        if not received:
            self._is_ended = True
            self._incoming.write_eof()
