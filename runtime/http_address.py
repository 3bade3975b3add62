"""From a URL to addresses that may be dialled: strict parsing, one bounded look-up, every answer checked."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import islice
from threading import Lock, Thread
from typing import NamedTuple, TypeAlias

from .http_bounds import Deadline, Refusal

Lookup: TypeAlias = Callable[[str, int], Iterable[str]]

MAX_URL_LENGTH = 8000  # RFC 9110 section 4.1 asks for at least this much
MAX_ANSWERS = 32
MAX_ABANDONED = 4

LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"{LABEL}(?:\.{LABEL})*", re.ASCII)
NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")  # a last label that C libraries take for a part of an address
PORT = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
URL = re.compile(r"[Hh][Tt][Tt][Pp][Ss]://(?P<authority>[^/?]*)(?P<path>/[^?]*)?(?P<query>\?.*)?", re.DOTALL)
TARGET = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*", re.ASCII)

# Written out, for the tables of the standard library change between versions (IANA special-purpose registries).
PRIVATE_V4 = [
    ip_network(text) for text in ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
]
SPECIAL_V4 = [
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "169.254.0.0/16",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
]
GLOBAL_V6 = ip_network("2000::/3")
PRIVATE_V6 = [ip_network("::1/128"), ip_network("fc00::/7")]
SPECIAL_V6 = [ip_network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


class Target(NamedTuple):
    """The parts of a URL that was let through; the text is not used again."""

    host: str
    port: int
    path: str
    query: str


def is_host_name(text: str) -> bool:
    """A lower-case ASCII host name that is no address in any notation (RFC 1123 section 2.1)."""
    return len(text) <= 253 and bool(HOST.fullmatch(text)) and not NUMERIC.fullmatch(text.rpartition(".")[2])


def parse_url(url: object, hosts: frozenset[str], ports: frozenset[int]) -> Target:
    """The parts of an `https` URL (RFC 3986 section 3) on both lists; raises `Refusal`: scheme, host or port."""
    if type(url) is not str or len(url) > MAX_URL_LENGTH:
        raise Refusal("scheme")
    match = URL.fullmatch(url)
    if match is None:
        raise Refusal("scheme")
    name, colon, digits = match["authority"].partition(":")
    host = name.lower() if name.isascii() else ""
    if not is_host_name(host) or host not in hosts or "@" in digits:
        raise Refusal("host")
    if colon and not PORT.fullmatch(digits):
        raise Refusal("port")
    port = int(digits or 443)
    if port not in ports:
        raise Refusal("port")
    path, query = match["path"] or "/", match["query"] or ""
    if not TARGET.fullmatch(path + query):
        raise Refusal("scheme")
    return Target(host, port, path, query)


def is_allowed(address: IPv4Address | IPv6Address, *, allow_private: bool) -> bool:
    """A global unicast address, or a private one where those are allowed; never one that stands for another."""
    if isinstance(address, IPv4Address):
        if any(address in network for network in PRIVATE_V4):
            return allow_private
        return not any(address in network for network in SPECIAL_V4)
    if any(address in network for network in PRIVATE_V6):
        return allow_private and address.scope_id is None
    return address in GLOBAL_V6 and not any(address in network for network in SPECIAL_V6)


def system_lookup(host: str, port: int) -> list[str]:
    """The addresses the operating system knows for a host."""
    return [str(answer[4][0]) for answer in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class NameLookup:
    """Look-ups in helper threads, for nothing can interrupt one; threads that outlive the deadline are counted."""

    def __init__(self, lookup: Lookup, *, allow_private: bool) -> None:
        self._lookup = lookup
        self._allow_private = allow_private
        self._lock = Lock()
        self._abandoned: list[Thread] = []

    def addresses(self, host: str, port: int, deadline: Deadline) -> list[str]:
        """The addresses of one look-up, all of them checked; raises `Refusal`: dns, address or timeout."""
        answers = self._ask(host, port, deadline)
        if not 0 < len(answers) <= MAX_ANSWERS:
            raise Refusal("dns")
        for answer in answers:
            if not is_allowed(_address(answer), allow_private=self._allow_private):
                raise Refusal("address")
        return list(dict.fromkeys(answers))

    def _ask(self, host: str, port: int, deadline: Deadline) -> list[str]:
        with self._lock:
            self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
            if len(self._abandoned) >= MAX_ABANDONED:
                raise Refusal("dns")
        answers: list[list[str]] = []

        def ask() -> None:
            try:
                answers.append(list(islice(self._lookup(host, port), MAX_ANSWERS + 1)))
            except BaseException:  # noqa: BLE001 - a helper thread has nobody to tell; no answer is a failed look-up
                answers.append([])

        thread = Thread(target=ask, name="schemawright-lookup", daemon=True)
        try:
            thread.start()
            thread.join(deadline.remaining())
        except RuntimeError:
            raise Refusal("dns") from None
        finally:
            if thread.is_alive():
                with self._lock:
                    self._abandoned.append(thread)
        if not answers:
            raise Refusal("timeout")
        return answers[0]


def _address(text: object) -> IPv4Address | IPv6Address:
    try:
        return ip_address(text) if type(text) is str else _no_address()
    except ValueError:
        return _no_address()


def _no_address() -> IPv4Address | IPv6Address:
    raise Refusal("dns")
