"""Whatever a server answers: a schema, or a refusal with a reason, in bounded time, with one request."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest

from schemawright.runtime.http_answer import read_body
from schemawright.runtime.http_bounds import Refusal

from .behaviours import ACCEPTED, CAP, LATE, REFUSED, chunked
from .conftest import handed, refusal
from .server import SCHEMA, answer

DEADLINE = 0.2
SLACK = 0.5


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_sound_answer_is_a_schema(name: str, serve: Any, resolver_for: Any, names: Any) -> None:
    """Every sound answer gives its schema, over one connection with one request, after one look-up."""
    server = serve(ACCEPTED[name])
    schema = resolver_for(server)(server.url)
    assert schema is True or "title" in schema or "$id" in schema
    assert (server.connections, len(server.requests), len(names.asked)) == (1, 1, 1)


@pytest.mark.parametrize("name", REFUSED)
def test_an_unsound_answer_is_refused_with_its_reason(name: str, serve: Any, resolver_for: Any) -> None:
    """Every unsound answer is unresolved for its reason, after one request, and the reading stops at the bound."""
    reason, behaviour = REFUSED[name]
    server = serve(behaviour)
    assert refusal(resolver_for(server), server.url).reason == reason
    assert (server.connections, len(server.requests)) == (1, 1)
    assert server.sent < 16_000_000  # the cap, twice, and what the sockets hold


@pytest.mark.parametrize("name", LATE)
def test_the_deadline_is_one_for_the_whole_exchange(name: str, serve: Any, resolver_for: Any) -> None:
    """However the bytes drip, the exchange ends at the deadline."""
    server = serve(LATE[name])
    started = time.monotonic()
    assert refusal(resolver_for(server, timeout=DEADLINE), server.url).reason == "timeout"
    assert time.monotonic() - started < DEADLINE + SLACK
    assert server.connections == 1


@pytest.mark.parametrize("name", ["body 2 MB", "length huge", "chunked endless", "headers endless", "gzip bomb 50 MB"])
def test_memory_stays_near_the_cap(name: str, serve: Any, resolver_for: Any) -> None:
    """No answer makes the client hold more than a few times the cap."""
    server = serve(REFUSED[name][1])
    resolver = resolver_for(server)
    tracemalloc.start()
    try:
        refusal(resolver, server.url)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 6 * CAP


def test_the_request_holds_what_the_rules_say_and_nothing_else(serve: Any, resolver_for: Any) -> None:
    """A GET with five fields: no cookie, no credential, no local path, no proxy form."""
    server = serve(answer())
    resolver_for(server)(f"{server.url}?a=b%20c&d")
    assert server.requests == [
        (
            f"GET /s?a=b%20c&d HTTP/1.1\r\nHost: schemas.example.test:{server.port}\r\n"
            "Accept: application/schema+json, application/json\r\nAccept-Encoding: identity\r\n"
            "User-Agent: schemawright\r\nConnection: close\r\n\r\n"
        ).encode()
    ]


def test_the_query_is_not_shown(serve: Any, resolver_for: Any) -> None:
    """The address in the message ends before its query, which may hold a token."""
    server = serve(REFUSED["404"][1])
    error = refusal(resolver_for(server), f"{server.url}?token=t0k3n")
    assert error.message.startswith(f"{server.url} was not fetched: ")
    assert "t0k3n" not in str(error)


def test_nothing_is_kept_between_calls(serve: Any, resolver_for: Any, names: Any) -> None:
    """Each call is its own exchange: no cache, no connection kept, and a failure is not remembered."""
    answers = [answer(), answer(status="500 Error"), answer(b"false")]
    server = serve(lambda talk: talk.send(answers[len(server.requests) - 1]))
    resolver = resolver_for(server)
    assert resolver(server.url)["type"] == "integer"
    assert refusal(resolver, server.url).reason == "status"
    assert resolver(server.url) is False
    assert (server.connections, len(names.asked)) == (3, 3)


def test_the_body_can_be_had_unread(serve: Any, resolver_for: Any) -> None:
    """`fetch` gives the bytes, so that a compiler can count and read them with its own limits."""
    server = serve(answer(SCHEMA + b" "))
    assert resolver_for(server).fetch(server.url) == SCHEMA + b" "


def test_a_smaller_cap_is_obeyed(serve: Any, resolver_for: Any) -> None:
    """The cap is the caller's: a body of that size passes, one byte more does not."""
    server = serve(answer())
    assert resolver_for(server, max_body_bytes=len(SCHEMA))(server.url)
    assert refusal(resolver_for(server, max_body_bytes=len(SCHEMA) - 1), server.url).reason == "size"


class Flood:
    """A source of one unit without end that counts what was taken."""

    def __init__(self, start: bytes, unit: bytes) -> None:
        self.text, self.unit, self.taken = start, unit, 0

    def receive(self, size: int) -> bytes:
        part, self.text = self.text[:size], self.text[size:] or self.unit
        self.taken += len(part)
        return part

    def has_more(self) -> bool:
        return True


@pytest.mark.parametrize("cap", [100, CAP])
def test_received_bytes_count_against_the_cap_and_64_kib(cap: int) -> None:
    """Framing is paid for like the body: one-byte chunks end at the cap and 64 KiB, give or take one read."""
    flood = Flood(chunked([], end=b""), b"1\r\n \r\n" * 1000)
    with pytest.raises(Refusal) as caught:
        read_body(flood, cap)
    assert caught.value.reason == "size"
    assert flood.taken <= cap + 65_536 + 16_384


# Several documents: these cases are in test_http_resolver_compile.py.
NEEDS_COMPILE = {"refers to a third host", "chain of 300 documents"}


@pytest.mark.skipif(not handed("server"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", [case for case in handed("server") if case.values[0]["server"] not in NEEDS_COMPILE])
def test_corpus(case: dict[str, Any], serve: Any, resolver_for: Any) -> None:
    """The corpus case ends in a class it allows, inside the deadline, after one request."""
    name = case["server"]
    behaviour = ACCEPTED.get(name) or LATE.get(name) or REFUSED[name][1]
    server = serve(behaviour)
    timeout = DEADLINE if name in LATE else 20
    resolver = resolver_for(server, timeout=timeout, max_body_bytes=case["config"]["max_body_bytes"])
    started = time.monotonic()
    if "ok" in case["expect"]:
        assert resolver(server.url)
    else:
        assert "unresolved_reference" in case["expect"]
        refusal(resolver, server.url)
    assert time.monotonic() - started < timeout + SLACK
    assert server.connections == 1
    assert len(server.requests) == 1 or name in LATE
