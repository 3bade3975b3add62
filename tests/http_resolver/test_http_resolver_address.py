"""The host is looked up once and every address is checked before one is dialled."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from schemawright.runtime.http_resolver import HTTPResolver

from .conftest import Names, handed, refusal
from .server import HOST, answer

PUBLIC = "93.184.215.14"


def resolver(lookup: Any, **options: Any) -> HTTPResolver:
    return HTTPResolver([HOST], **{"timeout": 0.5, "lookup": lookup, **options})


REFUSED_ADDRESSES = [
    *(
        "127.0.0.1",
        "127.255.255.254",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
    ),
    *(
        "192.168.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "169.254.169.254",
        "0.0.0.0",  # noqa: S104 - an address to be refused, nothing binds to it
        "0.1.2.3",
    ),
    *(
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
    ),
    *(
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
    ),
    *(
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
    ),
    *(
        "100::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd00:ec2::254",
    ),
    *(
        "ff02::1",
        "2001::1",
        "2001:0:7f00:1::",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
    ),
    *(
        "4000::1",
        "5f00::1",
    ),
]
PRIVATE = ["127.0.0.1", "10.0.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd12::1"]
NEVER = ["169.254.169.254", "0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "::ffff:127.0.0.1", "fe80::1"]  # noqa: S104
NEVER += ["fd12::1%3"]


@pytest.mark.parametrize("address", REFUSED_ADDRESSES)
def test_an_address_that_is_not_public_is_not_dialled(address: str, dialled: Any) -> None:
    """Alone or among public ones, in any place, it ends the fetch after one look-up and before any connection."""
    for answers in ([address], [PUBLIC, "2606:4700::1", address], [address, PUBLIC]):
        names = Names(answers)
        assert refusal(resolver(names), f"https://{HOST}/s").reason == "address"
        assert names.asked == [(HOST, 443)]
    assert dialled == []


@pytest.mark.parametrize("address", NEVER)
def test_the_option_for_private_addresses_lets_only_those_pass(address: str, dialled: Any) -> None:
    """Link-local, multicast, reserved and translated addresses stay refused: metadata services live there."""
    names = Names(["127.0.0.1", address])
    assert refusal(resolver(names, allow_private_addresses=True), f"https://{HOST}/s").reason == "address"
    assert dialled == []


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700::1", "172.32.0.1", "100.128.0.1", "2003::1"])
def test_a_public_address_is_dialled_as_checked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked is what the socket is given, and no second look-up can change it."""
    seen: list[Any] = []

    def connect(_link: Any, target: Any) -> None:
        seen.append(target)
        raise ConnectionRefusedError

    monkeypatch.setattr("socket.socket.connect", connect)
    names = Names([address], ["127.0.0.1"])
    assert refusal(resolver(names), f"https://{HOST}/s").reason == "connect"
    assert (seen, len(names.asked)) == ([(address, 443)], 1)


def test_private_addresses_pass_where_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the option, loopback and site addresses are dialled: at most four of them, one after the other."""
    seen: list[Any] = []

    def connect(_link: Any, target: Any) -> None:
        seen.append(target[0])
        raise TimeoutError

    monkeypatch.setattr("socket.socket.connect", connect)
    assert refusal(resolver(Names(PRIVATE), allow_private_addresses=True), f"https://{HOST}/s").reason == "connect"
    assert seen == PRIVATE[:4]


def test_the_next_address_is_tried(serve: Any, resolver_for: Any) -> None:
    """A host of which one address is dead is reached by the next; nothing is sent twice."""
    server = serve(answer())
    assert resolver_for(server, lookup=Names(["::1", "127.0.0.1"]))(server.url)
    assert len(server.requests) == 1


def endless() -> Any:
    while True:
        yield PUBLIC


def fails() -> Any:
    raise OSError("s3cr3t")


def interrupts() -> Any:
    raise KeyboardInterrupt


NO_ADDRESS = [
    [],
    ["not an address"],
    ["127.1"],
    ["0x7f.1"],
    [f"{PUBLIC}\n"],
    [7],
    [None],
    None,
    fails,
    interrupts,
    endless,
]
MANY = [f"93.184.{n // 250}.{n % 250}" for n in range(1000)]


@pytest.mark.parametrize("answers", [*NO_ADDRESS, MANY], ids=lambda answers: repr(answers)[:30])
def test_a_look_up_without_usable_answer_is_refused(answers: Any, dialled: Any, capfd: Any) -> None:
    """No answer, too many, odd ones or an exception: reason dns, nothing dialled, nothing printed by the thread."""
    names = Names(answers)
    error = refusal(resolver(names), f"https://{HOST}/s")
    assert (error.reason, dialled) == ("dns", [])
    assert capfd.readouterr() == ("", "")


def test_look_ups_that_never_return_are_bounded_in_number() -> None:
    """Each ends at the deadline; with four threads abandoned the next is refused at once, until one comes back."""
    release = threading.Event()

    def block() -> list[str]:
        release.wait(10)
        return []

    names = Names(block)
    blocked = resolver(names, timeout=0.1)
    started = time.monotonic()
    for _ in range(4):
        assert refusal(blocked, f"https://{HOST}/s").reason == "timeout"
    assert time.monotonic() - started < 4 * 0.1 + 0.5
    assert refusal(blocked, f"https://{HOST}/s").reason == "dns"
    assert len(names.asked) == 4
    release.set()
    for thread in threading.enumerate():
        if thread.name == "schemawright-lookup":
            thread.join(5)
    refusal(blocked, f"https://{HOST}/s")
    assert len(names.asked) == 5


def test_an_interrupt_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt in the middle of dialling reaches the caller, and the socket is closed before."""
    links: list[Any] = []

    def connect(link: Any, _address: Any) -> None:
        links.append(link)
        raise KeyboardInterrupt

    monkeypatch.setattr("socket.socket.connect", connect)
    with pytest.raises(KeyboardInterrupt):
        resolver(Names([PUBLIC]))(f"https://{HOST}/s")
    assert [link.fileno() for link in links] == [-1]


def test_a_process_without_threads_to_spare_is_a_failed_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no thread can be started nothing is looked up in the caller's, which nothing could interrupt."""

    def start(_thread: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    names = Names([PUBLIC])
    assert refusal(resolver(names), f"https://{HOST}/s").reason == "dns"
    assert names.asked == []


def test_the_system_is_asked_for_stream_addresses(monkeypatch: pytest.MonkeyPatch, dialled: Any) -> None:
    """Without a hook the operating system answers, once."""
    asked: list[Any] = []

    def getaddrinfo(*arguments: Any, **options: Any) -> list[Any]:
        asked.append((arguments, options["type"].name))
        return [(0, 0, 0, "", ("127.0.0.1", 443))] * 2

    monkeypatch.setattr("socket.getaddrinfo", getaddrinfo)
    assert refusal(HTTPResolver([HOST], timeout=5), f"https://{HOST}/s").reason == "address"
    assert (asked, dialled) == ([((HOST, 443), "SOCK_STREAM")], [])


@pytest.mark.skipif(not handed("dns"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", handed("dns"))
def test_corpus_look_ups(case: dict[str, Any], dialled: Any) -> None:
    """The corpus case is refused after one question, with no connection, inside the deadline."""
    release = threading.Event()
    answers = [(lambda: release.wait(5) and []) if answer == "block" else answer for answer in case["dns"]]
    names = Names(*answers)
    started = time.monotonic()
    assert case["expect"] == ["unresolved_reference"]
    refusal(resolver(names, timeout=0.2), case["url"])
    assert time.monotonic() - started < 0.7
    release.set()
    assert (len(names.asked), dialled) == (1, [])
