"""The optional resolver of external schemas over HTTPS: it exists only where the host makes one, for hosts it names."""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from .errors import SchemawrightError, UnresolvedReferenceError
from .http_address import Lookup, NameLookup, is_host_name, parse_url, system_lookup
from .http_bounds import REASONS, Deadline, Refusal
from .http_exchange import exchange
from .json_text import JSON, parse_json
from .limits import Limits

MAX_TIMEOUT = 300.0
MAX_BODY_BYTES = 67_108_864


class HTTPResolver:
    """Fetches a schema from one of `allowed_hosts` by one bounded, verified GET, with nothing from the environment.

    No redirect, retry, cache, cookie, proxy or credential. `ca_file` or `ca_data` (PEM) replaces the system's trust
    store, `ssl_context` the whole TLS configuration, which may be stricter but not weaker; `lookup(host, port)` gives
    the addresses of a host. Raises `TypeError` or `ValueError` for a configuration that is refused.
    """

    def __init__(
        self,
        allowed_hosts: Collection[str],
        allowed_ports: Collection[int] = (443,),
        timeout: float = 5.0,
        max_body_bytes: int = 1_048_576,
        *,
        allow_private_addresses: bool = False,
        ca_file: str | os.PathLike[str] | None = None,
        ca_data: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        lookup: Lookup = system_lookup,
    ) -> None:
        self._hosts = _hosts(allowed_hosts)
        self._ports = _ports(allowed_ports)
        self._timeout = _timeout(timeout)
        self._max_body_bytes = _size(max_body_bytes)
        if type(allow_private_addresses) is not bool:
            raise TypeError("allow_private_addresses must be True or False")
        if not callable(lookup):
            raise TypeError("lookup must be a function of host and port that gives addresses")
        if ssl_context is None:
            self._context = _context(ca_file, ca_data)
        elif ca_file is None and ca_data is None:
            self._context = _checked_context(ssl_context)
        else:
            raise ValueError("give a trust store or an ssl_context, not both: a context brings its own")
        self._names = NameLookup(lookup, allow_private=allow_private_addresses)

    def __call__(self, uri: str) -> JSON:
        """The schema at `uri`; raises `UnresolvedReferenceError`, whose `reason` is a key of `REASONS`."""
        body = self.fetch(uri)
        limits = Limits()
        try:
            schema = parse_json(
                body,
                max_bytes=self._max_body_bytes,
                max_depth=limits.max_schema_depth,
                max_nodes=limits.max_schema_nodes,
            )
        except SchemawrightError:
            schema = None
        if type(schema) is not dict and type(schema) is not bool:
            raise _unresolved("json", _shown(uri))
        return schema

    def fetch(self, uri: str) -> bytes:
        """The body at `uri`, not yet read as JSON; raises as the call does, for every reason but `json`."""
        deadline = Deadline(self._timeout)
        shown = "the document"
        try:
            target = parse_url(uri, self._hosts, self._ports)
            shown = _shown(uri)
            addresses = self._names.addresses(target.host, target.port, deadline)
            return exchange(target, addresses, self._context, deadline, self._max_body_bytes)
        except Refusal as refusal:
            reason = refusal.reason
        except ssl.SSLError:
            reason = "tls"
        except TimeoutError:
            reason = "timeout"
        except OSError:
            reason = "connect"
        raise _unresolved(reason, shown)  # outside the handlers: no foreign exception stays in the chain


def _shown(uri: str) -> str:
    return uri.partition("?")[0][:200]


def _unresolved(reason: str, shown: str) -> UnresolvedReferenceError:
    return UnresolvedReferenceError(f"{shown} was not fetched: {REASONS[reason]}", reason=reason)


def _hosts(allowed_hosts: object) -> frozenset[str]:
    if not isinstance(allowed_hosts, list | tuple | set | frozenset):
        raise TypeError("allowed_hosts must be a list of host names")
    if not allowed_hosts:
        raise ValueError("allowed_hosts must name at least one host")
    for host in allowed_hosts:
        if type(host) is not str:
            raise TypeError("a host in allowed_hosts must be a string")
        if not is_host_name(host):
            raise ValueError(
                "a host in allowed_hosts must be an exact lower-case ASCII name: no address, port or wildcard"
            )
    return frozenset(allowed_hosts)


def _ports(allowed_ports: object) -> frozenset[int]:
    if not isinstance(allowed_ports, list | tuple | set | frozenset):
        raise TypeError("allowed_ports must be a list of port numbers")
    if not allowed_ports:
        raise ValueError("allowed_ports must name at least one port")
    for port in allowed_ports:
        if type(port) is not int:
            raise TypeError("a port in allowed_ports must be an integer")
        if not 0 < port < 65_536:
            raise ValueError("a port in allowed_ports must be from 1 to 65535")
    return frozenset(allowed_ports)


def _timeout(timeout: object) -> float:
    if type(timeout) is not int and type(timeout) is not float:
        raise TypeError("timeout must be a number of seconds")
    if not 0 < timeout <= MAX_TIMEOUT:  # false for NaN too
        raise ValueError(f"timeout must be above 0 and at most {MAX_TIMEOUT:g} seconds")
    return float(timeout)


def _size(max_body_bytes: object) -> int:
    if type(max_body_bytes) is not int:
        raise TypeError("max_body_bytes must be an integer")
    if not 0 < max_body_bytes <= MAX_BODY_BYTES:
        raise ValueError(f"max_body_bytes must be from 1 to {MAX_BODY_BYTES}")
    return max_body_bytes


def _context(ca_file: str | os.PathLike[str] | None, ca_data: str | None) -> ssl.SSLContext:
    """A client context that verifies, made without `create_default_context`: that one obeys the environment."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.hostname_checks_common_name = False
    if ca_file is not None or ca_data is not None:
        if not isinstance(ca_data, str | None):
            raise TypeError("ca_data must be a string of PEM certificates")
        try:
            context.load_verify_locations(cafile=ca_file, cadata=ca_data)
        except (OSError, ValueError):
            pass
        else:
            return context
        raise ValueError("the trust store could not be read: give certificates as PEM")
    _load_system_trust(context)
    return context


def _load_system_trust(context: ssl.SSLContext) -> None:
    """The trust store OpenSSL was built with; `load_default_certs` would let variables replace it."""
    if sys.platform == "win32":  # pragma: no cover
        for store in ("CA", "ROOT"):
            for certificate, encoding, trust in ssl.enum_certificates(store):
                if encoding == "x509_asn" and (trust is True or ssl.Purpose.SERVER_AUTH.oid in trust):
                    context.load_verify_locations(cadata=certificate)
        return
    paths = ssl.get_default_verify_paths()
    file = paths.openssl_cafile if Path(paths.openssl_cafile).is_file() else None
    folder = paths.openssl_capath if Path(paths.openssl_capath).is_dir() else None
    if file is not None or folder is not None:
        with suppress(OSError):  # a store that cannot be read trusts nobody
            context.load_verify_locations(file, folder)


def _checked_context(context: object) -> ssl.SSLContext:
    if not isinstance(context, ssl.SSLContext):
        raise TypeError("ssl_context must be an ssl.SSLContext")
    if not context.check_hostname or context.verify_mode != ssl.CERT_REQUIRED:
        raise ValueError("ssl_context must verify the certificate and the host name")
    if context.minimum_version not in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        raise ValueError("ssl_context must set minimum_version to TLS 1.2 or 1.3")
    if context.keylog_filename is not None:
        raise ValueError("ssl_context must not write a key log")
    return context
