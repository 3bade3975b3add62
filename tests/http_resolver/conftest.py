"""The guard on sockets, a certificate authority, and a resolver that knows one host."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import trustme

from schemawright.runtime.errors import UnresolvedReferenceError
from schemawright.runtime.http_bounds import REASONS
from schemawright.runtime.http_resolver import HTTPResolver

from .server import HOST, MARKER, Behaviour, Server

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "cases" / "hostile" / "handed" / "http.json"


def handed(group: str) -> list[Any]:
    """The corpus cases of one group as parameters; none where the corpus is absent, and the test is skipped then."""
    if not CORPUS.exists():
        return []
    cases = json.loads(CORPUS.read_text())["cases"]
    return [pytest.param(case, id=case["id"]) for case in cases if case["group"] == group]


def refusal(resolver: Callable[[str], Any], url: str) -> UnresolvedReferenceError:
    """The error of a fetch that must fail: of our class, structured, and without a word of the answer."""
    with pytest.raises(UnresolvedReferenceError) as caught:
        resolver(url)
    error = caught.value
    assert (error.error_class, error.code) == ("validation", "unresolved_reference")
    assert error.reason in REASONS
    assert error.__cause__ is None
    assert error.__context__ is None
    assert MARKER not in f"{error} {error!r} {error.args}"
    return error


class Dialled(list[Any]):
    """Every address a socket was asked to connect to."""


@pytest.fixture(autouse=True)
def dialled(monkeypatch: pytest.MonkeyPatch) -> Dialled:
    """No test connects to anything but loopback, and none asks the system for a name."""
    seen = Dialled()
    connect = socket.socket.connect

    def guarded(link: socket.socket, address: Any) -> None:
        seen.append(address)
        assert address[0] in ("127.0.0.1", "::1"), "a test may dial loopback only"
        connect(link, address)

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a test may not ask the system for a name")

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket.socket, "connect_ex", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    return seen


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    """The one authority the resolver of a test trusts."""
    return trustme.CA()


@pytest.fixture
def server_context(authority: trustme.CA) -> ssl.SSLContext:
    """A server's context with a certificate for the one host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)
    return context


@pytest.fixture
def serve(server_context: ssl.SSLContext) -> Iterator[Callable[..., Server]]:
    """Start a server that behaves as told; all are stopped and joined at the end."""
    with ExitStack() as servers:

        def start(behaviour: Behaviour | bytes, context: ssl.SSLContext | None = server_context) -> Server:
            return servers.enter_context(Server(context, behaviour))

        yield start


class Names:
    """A look-up that answers from a list, one entry a question, and counts the questions."""

    def __init__(self, *answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, int]] = []

    def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append((host, port))
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        result: list[str] = answer() if callable(answer) else answer
        return result


@pytest.fixture
def names() -> Names:
    """The look-up that says 127.0.0.1 for every host."""
    return Names(["127.0.0.1"])


@pytest.fixture
def resolver_for(authority: trustme.CA, names: Names) -> Callable[..., HTTPResolver]:
    """A resolver for a server on loopback; the deadline is generous unless the test is about it."""

    def make(server: Server, **options: Any) -> HTTPResolver:
        trust = {} if "ssl_context" in options else {"ca_data": authority.cert_pem.bytes().decode()}
        defaults: dict[str, Any] = {"timeout": 20, "allow_private_addresses": True, "lookup": names}
        return HTTPResolver([HOST], [server.port], **{**defaults, **trust, **options})

    return make
