"""The server is verified, by the given or the system's trust store, whatever the environment says."""

from __future__ import annotations

import datetime as dt
import json
import socket
import ssl
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import trustme

from schemawright.runtime.http_bounds import Deadline, Refusal
from schemawright.runtime.http_exchange import Channel
from schemawright.runtime.http_resolver import HTTPResolver

from .conftest import Names, handed, refusal
from .server import HOST, Talk, answer

PAST = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
Shape = Callable[[trustme.CA, ssl.SSLContext], None]


def issued(*names: str, **options: Any) -> Shape:
    def shape(authority: trustme.CA, context: ssl.SSLContext) -> None:
        authority.issue_cert(*names, **options).configure_cert(context)

    return shape


def stranger(_: trustme.CA, context: ssl.SSLContext) -> None:
    trustme.CA().issue_cert(HOST).configure_cert(context)


def self_signed(_: trustme.CA, context: ssl.SSLContext) -> None:
    own = trustme.CA()
    with own.cert_pem.tempfile() as certificate, own.private_key_pem.tempfile() as key:
        context.load_cert_chain(certificate, key)


def versions(newest: ssl.TLSVersion, ciphers: str) -> Shape:
    def shape(authority: trustme.CA, context: ssl.SSLContext) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            context.minimum_version = min(newest, ssl.TLSVersion.TLSv1_2)
            context.maximum_version = newest
        context.set_ciphers(ciphers)
        issued(HOST)(authority, context)

    return shape


def client_certificate(mode: ssl.VerifyMode) -> Shape:
    def shape(authority: trustme.CA, context: ssl.SSLContext) -> None:
        issued(HOST)(authority, context)
        authority.configure_trust(context)
        context.verify_mode = mode

    return shape


def chain(authority: trustme.CA, context: ssl.SSLContext) -> None:
    issuer = trustme.CA(parent_cert=authority, path_length=100)
    for _ in range(98):
        issuer = issuer.create_child_ca()
    issuer.issue_cert(HOST).configure_cert(context)


def tickets(authority: trustme.CA, context: ssl.SSLContext) -> None:
    issued(HOST)(authority, context)
    context.num_tickets = 100_000


LOW = "ALL:@SECLEVEL=0"
SERVERS: dict[str, tuple[str, Shape]] = {
    "trusted": ("", issued(HOST)),
    "several names": ("", issued("other.test", HOST)),
    "wildcard one level": ("", issued("*.example.test")),
    "SNI must be the name": ("", issued(HOST)),
    "only TLS 1.2": ("", versions(ssl.TLSVersion.TLSv1_2, "DEFAULT")),
    "client certificate asked": ("", client_certificate(ssl.CERT_OPTIONAL)),
    "client certificate required": ("tls", client_certificate(ssl.CERT_REQUIRED)),
    "untrusted issuer": ("tls", stranger),
    "self signed": ("tls", self_signed),
    "wrong name": ("tls", issued("other.example.test")),
    "wildcard two levels": ("tls", issued("*.test")),
    "wildcard of the name": ("tls", issued(f"*.{HOST}")),
    "name only in the subject": ("tls", issued(common_name=HOST)),
    "expired": ("tls", issued(HOST, not_before=PAST, not_after=PAST + DAY)),
    "not yet valid": ("tls", issued(HOST, not_before=PAST + 10_000 * DAY, not_after=PAST + 20_000 * DAY)),
    "IP address certificate": ("tls", issued("127.0.0.1")),
    "old TLS 1.0": ("tls", versions(ssl.TLSVersion.TLSv1, LOW)),
    "old TLS 1.1": ("tls", versions(ssl.TLSVersion.TLSv1_1, LOW)),
    "null cipher": ("tls", versions(ssl.TLSVersion.TLSv1_2, "NULL:@SECLEVEL=0")),
    "anonymous cipher": ("tls", versions(ssl.TLSVersion.TLSv1_2, "aNULL:@SECLEVEL=0")),
    "certificate chain of 100": ("tls", chain),
    "ticket flood": ("size", tickets),
}


def served(name: str, authority: trustme.CA, serve: Any) -> Any:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    SERVERS[name][1](authority, context)
    return serve(answer(), context)


@pytest.mark.parametrize("name", SERVERS)
def test_only_a_verified_server_is_heard(name: str, authority: trustme.CA, serve: Any, resolver_for: Any) -> None:
    """A server that cannot be verified gets no request at all; one that can is asked by its name (RFC 9525)."""
    server = served(name, authority, serve)
    reason = SERVERS[name][0]
    if reason:
        found = refusal(resolver_for(server), server.url).reason
        assert found == reason or (found == "connect" and "required" in name)  # its alert may be lost in a reset
        assert server.requests == [] or reason == "size"
    else:
        assert resolver_for(server)(server.url)
        assert server.names == [HOST]
    assert server.connections == 1


@pytest.mark.skipif(not handed("tls"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", handed("tls"))
def test_corpus_tls(case: dict[str, Any], authority: trustme.CA, serve: Any, resolver_for: Any) -> None:
    """The corpus case ends in a class it allows, inside the deadline."""
    server = served(case["tls"], authority, serve)
    started = time.monotonic()
    if "ok" in case["expect"] and not SERVERS[case["tls"]][0]:
        assert resolver_for(server)(server.url)
    else:
        assert "unresolved_reference" in case["expect"]
        refusal(resolver_for(server), server.url)
    assert time.monotonic() - started < 20


def plain(talk: Talk) -> None:
    talk.link.recv(4096)
    talk.send(answer())


NOT_TLS: dict[str, tuple[str, Any]] = {
    "plain http": ("tls", plain),
    "goes at once": ("tls", lambda talk: talk.link.close()),
    "goes after the hello": ("tls", lambda talk: talk.link.recv(4096)),
    "endless noise": ("tls", lambda talk: talk.flood(b"\x16\x03\x03\x40\x00" + b"a" * 16384)),
    "silence": ("timeout", lambda talk: talk.stall()),
    "drip": ("timeout", lambda talk: talk.drip(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76" + b"\x03" * 100, 0.03)),
}


@pytest.mark.parametrize("name", NOT_TLS)
def test_a_handshake_that_leads_nowhere_ends(name: str, serve: Any, resolver_for: Any) -> None:
    """A server that does not speak TLS, or too slowly, is refused by the deadline."""
    reason, behaviour = NOT_TLS[name]
    server = serve(behaviour, None)
    started = time.monotonic()
    error = refusal(resolver_for(server, timeout=0.3 if reason == "timeout" else 5), server.url)
    assert error.reason == reason or (name == "goes at once" and error.reason == "connect")
    assert time.monotonic() - started < 5.5 if reason == "tls" else 0.8


class Hungry:
    """A TLS layer that wants more bytes for ever."""

    def wrap_bio(self, *_: Any, **__: Any) -> Hungry:
        return self

    def do_handshake(self) -> None:
        raise ssl.SSLWantReadError


def test_the_end_of_the_connection_ends_the_wait() -> None:
    """Whatever the TLS layer wants, nothing is waited for once the other side is gone."""
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours, pytest.raises(Refusal) as caught:
        Channel(ours, cast("ssl.SSLContext", Hungry()), HOST, Deadline(5), 100).open()
    assert caught.value.reason == "tls"


def test_nobody_listens(resolver_for: Any, serve: Any) -> None:
    """A refused connection is the reason connect; a reset in the middle is too."""
    server = serve(answer())
    server.__exit__()
    assert refusal(resolver_for(server), server.url).reason == "connect"

    def reset(talk: Talk) -> None:
        talk.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        talk.link.close()

    broken = serve(reset)
    assert refusal(resolver_for(broken), broken.url).reason == "connect"


ENVIRONMENTS: list[dict[str, str]] = [
    {"HTTPS_PROXY": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"},
    {"SSL_CERT_FILE": "/dev/null", "SSL_CERT_DIR": "/nowhere"},
    {"SSLKEYLOGFILE": "keys"},
    {"NETRC": "netrc"},
    {"PYTHONHTTPSVERIFY": "0"},
    {"REQUESTS_CA_BUNDLE": "/dev/null", "CURL_CA_BUNDLE": "/dev/null"},
]


def check_environment(
    variables: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch, serve: Any, resolver_for: Any
) -> None:
    """Under these variables a trusted server is read, without a proxy or credentials, and a stranger is refused."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    for file in ("netrc", ".netrc"):
        (folder / file).write_text(f"machine {HOST} login someone password s3cr3t\n")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    server = serve(answer())
    assert resolver_for(server)(server.url)
    assert b"s3cr3t" not in server.requests[0]
    assert b"uthorization" not in server.requests[0]
    assert server.requests[0].startswith(b"GET /s HTTP/1.1\r\n")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    stranger(trustme.CA(), context)
    other = serve(answer(), context)
    assert refusal(resolver_for(other), other.url).reason == "tls"
    assert sorted(path.name for path in folder.iterdir()) == [".netrc", "netrc"]


@pytest.mark.parametrize("variables", ENVIRONMENTS, ids=lambda variables: next(iter(variables)))
def test_the_environment_changes_nothing(
    variables: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any, resolver_for: Any
) -> None:
    """Proxies, bundles, key logs and credentials come from explicit options or not at all."""
    check_environment(variables, tmp_path, monkeypatch, serve, resolver_for)


@pytest.mark.skipif(not handed("environment"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", handed("environment"))
def test_corpus_environment(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any, resolver_for: Any
) -> None:
    """The corpus case changes nothing either."""
    check_environment(case["env"], tmp_path, monkeypatch, serve, resolver_for)


def test_the_environment_adds_no_trust(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any
) -> None:
    """With the system's trust store, a bundle named by SSL_CERT_FILE is not believed."""
    bundle = tmp_path / "bundle.pem"
    authority.cert_pem.write_to_path(str(bundle))
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    server = serve(answer())
    resolver = HTTPResolver([HOST], [server.port], 20, allow_private_addresses=True, lookup=Names(["127.0.0.1"]))
    assert refusal(resolver, server.url).reason == "tls"


def test_a_system_without_trust_store_trusts_nobody(monkeypatch: pytest.MonkeyPatch, serve: Any) -> None:
    """Where no store is found the resolver is made, and verifies nothing successfully."""
    nowhere = ssl.DefaultVerifyPaths("", "", "", "/nowhere/file", "", "/nowhere/folder")
    monkeypatch.setattr("ssl.get_default_verify_paths", lambda: nowhere)
    server = serve(answer())
    resolver = HTTPResolver([HOST], [server.port], 20, allow_private_addresses=True, lookup=Names(["127.0.0.1"]))
    assert refusal(resolver, server.url).reason == "tls"


def test_the_host_s_own_context_is_used_and_left_alone(authority: trustme.CA, serve: Any, resolver_for: Any) -> None:
    """A context of the host brings its trust and its client certificate, and is not changed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    authority.configure_trust(context)
    authority.issue_cert("client.test").configure_cert(context)
    server = served("client certificate required", authority, serve)
    assert resolver_for(server, ssl_context=context)(server.url)
    assert context.sslsocket_class is ssl.SSLSocket
    assert json.dumps(server.names) == f'["{HOST}"]'


def test_a_trust_store_can_be_a_file(authority: trustme.CA, tmp_path: Path, serve: Any, resolver_for: Any) -> None:
    """`ca_file` names PEM certificates that replace the system's."""
    bundle = tmp_path / "bundle.pem"
    authority.cert_pem.write_to_path(str(bundle))
    server = serve(answer())
    assert resolver_for(server, ca_data=None, ca_file=bundle)(server.url)
