"""A configuration that is not exactly meant is refused when the resolver is made, with a sentence."""

from __future__ import annotations

import ssl
from typing import Any

import pytest

from schemawright.runtime.http_resolver import HTTPResolver

from .conftest import handed
from .server import HOST


def weak(attribute: str, value: Any) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = attribute != "verify_mode"
    setattr(context, attribute, value)
    return context


REFUSED: list[tuple[type[Exception], dict[str, Any]]] = [
    (TypeError, {"allowed_hosts": HOST}),
    (TypeError, {"allowed_hosts": HOST.encode()}),
    (TypeError, {"allowed_hosts": None}),
    (TypeError, {"allowed_hosts": {HOST: True}}),
    (TypeError, {"allowed_hosts": [None]}),
    (TypeError, {"allowed_hosts": [HOST.encode()]}),
    (ValueError, {"allowed_hosts": []}),
    *[
        (ValueError, {"allowed_hosts": [HOST, host]})
        for host in (
            *("", "*", "*.example.test", ".example.test", "example.test.", "Example.test", "ex ample.test", "a..b"),
            *("127.0.0.1", "127.1", "2130706433", "0x7f.0x1", "[::1]", "::1", "10.0.0.0/8", "example.test:443"),
            *(
                "https://example.test",
                "example.test/x",
                "user@example.test",
                "\u00e4.test",
                "example.test\n",
                "-a.test",
            ),
            *("a-.test", "a_b.test", "a" * 64 + ".test", ".".join(["a" * 49] * 6), "example.123", "exampl%65.test"),
        )
    ],
    (TypeError, {"allowed_ports": 443}),
    (TypeError, {"allowed_ports": "443"}),
    (TypeError, {"allowed_ports": ["443"]}),
    (TypeError, {"allowed_ports": [443.0]}),
    (TypeError, {"allowed_ports": [True]}),
    (TypeError, {"allowed_ports": None}),
    (ValueError, {"allowed_ports": []}),
    (ValueError, {"allowed_ports": [443, 0]}),
    (ValueError, {"allowed_ports": [-1]}),
    (ValueError, {"allowed_ports": [65_536]}),
    (TypeError, {"timeout": None}),
    (TypeError, {"timeout": "5"}),
    (TypeError, {"timeout": True}),
    (ValueError, {"timeout": 0}),
    (ValueError, {"timeout": -1}),
    (ValueError, {"timeout": float("inf")}),
    (ValueError, {"timeout": float("nan")}),
    (ValueError, {"timeout": 301}),
    (ValueError, {"timeout": 10**400}),
    (TypeError, {"max_body_bytes": None}),
    (TypeError, {"max_body_bytes": 1e6}),
    (TypeError, {"max_body_bytes": True}),
    (ValueError, {"max_body_bytes": 0}),
    (ValueError, {"max_body_bytes": -1}),
    (ValueError, {"max_body_bytes": 67_108_865}),
    (TypeError, {"allow_private_addresses": 1}),
    (TypeError, {"lookup": None}),
    (TypeError, {"ssl_context": True}),
    (TypeError, {"verify": False}),
    (TypeError, {"ca_file": 7}),
    (TypeError, {"ca_data": b""}),
    (ValueError, {"ca_file": "/nowhere/at/all.pem"}),
    (ValueError, {"ca_data": ""}),
    (ValueError, {"ca_data": "no certificate"}),
    (ValueError, {"ca_data": "x", "ssl_context": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)}),
    (ValueError, {"ssl_context": ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)}),
    (ValueError, {"ssl_context": weak("check_hostname", value=False)}),
    (ValueError, {"ssl_context": weak("verify_mode", ssl.CERT_OPTIONAL)}),
    (ValueError, {"ssl_context": weak("verify_mode", ssl.CERT_NONE)}),
    (ValueError, {"ssl_context": weak("minimum_version", ssl.TLSVersion.MINIMUM_SUPPORTED)}),
]


@pytest.mark.parametrize(("error", "options"), REFUSED)
def test_a_configuration_that_is_not_meant_is_refused(error: type[Exception], options: dict[str, Any]) -> None:
    """Wildcards, addresses, patterns, odd numbers and weaker TLS raise when the resolver is made, never later."""
    with pytest.raises(error) as caught:
        HTTPResolver(**{"allowed_hosts": [HOST], **options})
    assert len(str(caught.value)) > 20


def test_a_context_that_writes_a_key_log_is_refused(tmp_path: Any) -> None:
    """`create_default_context` takes the key log from the environment: such a context is not taken."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.keylog_filename = str(tmp_path / "keys")
    with pytest.raises(ValueError, match="key log"):
        HTTPResolver([HOST], ssl_context=context)


@pytest.mark.parametrize(
    "hosts", [[HOST], (HOST, "a"), {HOST, "xn--bcher-kva.example"}, frozenset([HOST, "1.a-b.test"])]
)
def test_exact_names_are_accepted(hosts: Any) -> None:
    """Any collection of exact lower-case names, punycode written out, is a list of hosts."""
    HTTPResolver(hosts, {443, 8443}, 300, 1)


def test_a_list_that_changes_later_changes_nothing(dialled: Any) -> None:
    """The configuration is taken once."""
    hosts = [HOST]
    resolver = HTTPResolver(hosts)
    hosts.append("evil.test")
    with pytest.raises(Exception, match="host is not on the list"):
        resolver("https://evil.test/s")
    assert dialled == []


@pytest.mark.skipif(not handed("config"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", handed("config"))
def test_corpus_config(case: dict[str, Any]) -> None:
    """Every configuration of the corpus is an error of configuration."""
    config = dict(case["config"])
    timeout = config.pop("timeout_ms")
    assert case["expect"] == ["configuration_error"]
    with pytest.raises((TypeError, ValueError)):
        HTTPResolver(**config, timeout=timeout / 1000 if isinstance(timeout, int | float) else timeout)
