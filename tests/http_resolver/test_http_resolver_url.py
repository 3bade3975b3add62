"""The URL is parsed strictly, and only one that is on both lists leads to a look-up."""

from __future__ import annotations

from typing import Any

import pytest

from schemawright.runtime.http_resolver import HTTPResolver

from .conftest import Names, handed, refusal
from .server import HOST, answer

PUBLIC = "93.184.215.14"


def resolver(lookup: Any) -> HTTPResolver:
    return HTTPResolver([HOST], timeout=0.5, lookup=lookup)


REFUSED_URLS: dict[str, list[Any]] = {
    "scheme": [
        "",
        "/s",
        "//schemas.example.test/s",
        "http://schemas.example.test/s",
        "httpss://schemas.example.test/s",
        "ftp://schemas.example.test/s",
        "file:///etc/passwd",
        "data:application/json,true",
        "urn:example:x",
        "javascript:alert(1)",
        "http+unix://%2Frun%2Fx.sock/s",
        "https:schemas.example.test/s",
        "https:/schemas.example.test/s",
        "https:\\\\schemas.example.test\\s",
        " https://schemas.example.test/s",
        "\nhttps://schemas.example.test/s",
        "\ufeffhttps://schemas.example.test/s",
        "http\u017f://schemas.example.test/s",
        "https://schemas.example.test/s ",
        "https://schemas.example.test/a b",
        "https://schemas.example.test/a\tb",
        "https://schemas.example.test/a\r\nX: y",
        "https://schemas.example.test/s\n",
        "https://schemas.example.test/\x00",
        "https://schemas.example.test/a\\b",
        "https://schemas.example.test/\u00e4",
        "https://schemas.example.test/?\u00e4",
        "https://schemas.example.test/%zz",
        "https://schemas.example.test/%0",
        "https://schemas.example.test/s#a",
        "https://schemas.example.test/s#",
        "https://schemas.example.test/s?a#b",
        "https://schemas.example.test/<s>",
        'https://schemas.example.test/"s"',
        "https://schemas.example.test/" + "a" * 8000,
        None,
        b"https://schemas.example.test/s",
        7,
    ],
    "host": [
        "https://",
        "https:///schemas.example.test/s",
        "https://?schemas.example.test",
        "https://evil.test/s",
        "https://user@schemas.example.test/s",
        "https://user:secret@schemas.example.test/s",
        "https://@schemas.example.test/s",
        "https://schemas.example.test@evil.test/s",
        "https://schemas.example.test:443@evil.test/s",
        "https://evil.test\\@schemas.example.test/s",
        "https://evil.test#@schemas.example.test/s",
        "https://schemas.example.test#.evil.test/s",
        "https://schemas.example.test%40evil.test/s",
        "https://schemas.example.test%2f.evil.test/s",
        "https://schemas.example.test%00.evil.test/s",
        "https://schemas.example.test./s",
        "https://schemas..example.test/s",
        "https://.schemas.example.test/s",
        "https://schemas.example.test.evil.test/s",
        "https://evilschemas.example.test/s",
        "https://sub.schemas.example.test/s",
        "https://example.test/s",
        "https://*.example.test/s",
        "https://schemas.example.test,evil.test/s",
        "https://schemas .example.test/s",
        "https://schemas\t.example.test/s",
        "https://schemas.example.test\r\nHost: evil.test/s",
        "https://schemas.example.test\n/s",
        "https://schemas.example.test\x00/s",
        "https://schemas\u3002example.test/s",
        "https://\uff53chemas.example.test/s",
        "https://schem\u0430s.example.test/s",
        "https://\u017fchemas.example.test/s",
        "https://schemas\u00ad.example.test/s",
        "https://schemas.example.te\u017ft/s",
        "https://xn--schems-7fg.example.test/s",
        "https://localhost/s",
        "https://127.0.0.1/s",
        "https://127.1/s",
        "https://2130706433/s",
        "https://0x7f000001/s",
        "https://0177.0.0.1/s",
        "https://[::1]/s",
        "https://[::ffff:127.0.0.1]/s",
        "https://[fe80::1%25eth0]/s",
        "https://[schemas.example.test]/s",
        "https://169.254.169.254/s",
    ],
    "port": [
        "https://schemas.example.test:/s",
        "https://schemas.example.test:8443/s",
        "https://schemas.example.test:0/s",
        "https://schemas.example.test:0443/s",
        "https://schemas.example.test:65979/s",
        "https://schemas.example.test:4294967739/s",
        "https://schemas.example.test:+443/s",
        "https://schemas.example.test:-443/s",
        "https://schemas.example.test:443x/s",
        "https://schemas.example.test:4_43/s",
        "https://schemas.example.test: 443/s",
        "https://schemas.example.test:443:443/s",
        "https://schemas.example.test:https/s",
        "https://schemas.example.test:\u0664\u0664\u0663/s",
        "https://schemas.example.test:443\n/s",
    ],
}


@pytest.mark.parametrize("reason", REFUSED_URLS)
def test_a_url_that_is_not_on_the_lists_is_never_looked_up(reason: str, dialled: Any) -> None:
    """Each is refused for its reason, without a look-up or a connection, and is not repeated in the error."""
    names = Names([PUBLIC])
    strict = resolver(names)
    for url in REFUSED_URLS[reason]:
        error = refusal(strict, url)
        assert (error.reason, url) == (reason, url)
        assert "schemas.example" not in error.message
        assert "secret" not in error.message
    assert (names.asked, dialled) == ([], [])


def test_letters_that_only_fold_to_ascii_are_no_letters_of_a_host() -> None:
    """The Kelvin sign folds to k, and is refused all the same (RFC 3986 section 3.2.2)."""
    names = Names([PUBLIC])
    assert refusal(HTTPResolver(["k.test"], timeout=0.5, lookup=names), "https://\u212a.test/s").reason == "host"
    assert names.asked == []


@pytest.mark.skipif(not handed("url"), reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", handed("url"))
def test_corpus_urls(case: dict[str, Any], dialled: Any, serve: Any, resolver_for: Any, names: Any) -> None:
    """A refused URL opens no connection and asks for no name; one that may pass ends in a schema or a refusal."""
    if "ok" not in case["expect"]:
        assert case["expect"] == ["unresolved_reference"]
        refusal(resolver(names), case["url"])
        assert (names.asked, dialled) == ([], [])
        return
    server = serve(answer())
    url = case["url"].lower().replace("test:/", "test/").replace("test/", f"test:{server.port}/", 1)
    assert resolver_for(server)(url)
    refusal(resolver(Names(["10.0.0.1"])), case["url"])


def test_scheme_and_host_have_no_case_and_the_path_has(serve: Any, resolver_for: Any) -> None:
    """RFC 3986 section 6.2.2.1: the parsed parts are used, and path and query are sent as they stand."""
    server = serve(answer())
    assert resolver_for(server)(f"HTTPS://Schemas.EXAMPLE.test:{server.port}/A/../%2fb;c?D=~")
    assert resolver_for(server)(f"https://{HOST}:{server.port}?q")
    assert [request.split()[1] for request in server.requests] == [b"/A/../%2fb;c?D=~", b"/?q"]
    assert server.names == [HOST, HOST]
