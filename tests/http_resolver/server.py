"""A TLS server on loopback that says exactly what a test wants said, at the pace the test wants."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Self

HOST = "schemas.example.test"
MARKER = "b0dy-m4rker"
SCHEMA = b'{"title": "b0dy-m4rker", "type": "integer"}'


def answer(
    body: bytes = SCHEMA,
    *,
    status: str = "200 OK",
    media_type: str | None = "application/json",
    fields: str = "",
    length: str | None = "auto",
) -> bytes:
    """A whole answer; `fields` are ready lines, `length` is the declared one."""
    head = f"HTTP/1.1 {status}\r\n{fields}"
    if media_type is not None:
        head += f"Content-Type: {media_type}\r\n"
    if length is not None:
        head += f"Content-Length: {len(body) if length == 'auto' else length}\r\n"
    return head.encode("utf-8", "surrogateescape") + b"\r\n" + body


class Talk:
    """One connection after the handshake: the request as received, and ways to answer it."""

    def __init__(self, link: socket.socket, server: Server) -> None:
        self.link = link
        self.server = server
        self.request = b""

    def read_request(self) -> bool:
        while b"\r\n\r\n" not in self.request:
            received = self.link.recv(4096)
            if not received:
                return False
            self.request += received
        self.server.requests.append(self.request)
        return True

    @property
    def path(self) -> str:
        return self.request.split(b" ")[1].decode()

    def send(self, text: bytes) -> None:
        self.link.sendall(text)
        self.server.sent += len(text)

    def flood(self, text: bytes, most: int = 64_000_000) -> None:
        """Send over and over, until the other side goes; the bound keeps a broken client from running on."""
        while self.server.sent < most and not self.server.stopped.is_set():
            self.send(text)

    def drip(self, text: bytes, gap: float) -> None:
        for byte in text:
            self.send(bytes([byte]))
            if self.server.stopped.wait(gap):
                return

    def stall(self) -> None:
        self.server.stopped.wait(10)


Behaviour = Callable[[Talk], None]


class Server:
    """Listens on 127.0.0.1; counts connections, requests, the names asked for and the bytes sent."""

    def __init__(self, context: ssl.SSLContext | None, behaviour: Behaviour | bytes) -> None:
        self.behaviour = behaviour
        self.context = context
        self.connections = 0
        self.requests: list[bytes] = []
        self.names: list[str | None] = []
        self.sent = 0
        self.stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        if context is not None:
            context.sni_callback = lambda _link, name, _context: self.names.append(name)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}/s"

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive()

    def _run(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._run(self._serve, link)

    def _serve(self, link: socket.socket) -> None:
        link.settimeout(10)
        with contextlib.suppress(OSError, ValueError), link:
            if self.context is None:
                self._behave(Talk(link, self))
                return
            with self.context.wrap_socket(link, server_side=True) as tls:
                talk = Talk(tls, self)
                if talk.read_request():
                    self._behave(talk)
                    tls.unwrap()

    def _behave(self, talk: Talk) -> None:
        if isinstance(self.behaviour, bytes):
            talk.send(self.behaviour)
        else:
            self.behaviour(talk)
