"""The resolver inside a compile: asked once an address, never for what is known, never without being given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from schemawright.runtime import compile as compile_schema
from schemawright.runtime.errors import ExecutionFailure, UnresolvedReferenceError

from .conftest import Names, handed
from .server import HOST, Talk, answer


def documents(by_target: dict[str, str]) -> Callable[[Talk], None]:
    """Answer each request target with its document, any other with 404."""

    def behave(talk: Talk) -> None:
        text = by_target.get(talk.path)
        talk.send(answer(text.encode()) if text is not None else answer(status="404 Not Found"))

    return behave


def targets(server: Any) -> list[str]:
    return sorted(request.split()[1].decode() for request in server.requests)


def refused(schema: Any, resolver: Any) -> str:
    with pytest.raises(UnresolvedReferenceError) as caught:
        compile_schema(schema, http_resolver=resolver)
    return caught.value.reason


def file_base(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/b.json": "true"}))
    schema = {"$id": "file:///srv/schemas/a.json", "$ref": "b.json"}
    assert refused(schema, resolver_for(server)) == "scheme"
    assert server.connections == 0


def asked_twice(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/s": '{"$defs": {"a": {"type": "integer"}}}'}))
    schema = {"allOf": [{"$ref": server.url}, {"$ref": f"{server.url}#/$defs/a"}, {"$ref": server.url}]}
    compile_schema(schema, http_resolver=resolver_for(server))
    assert targets(server) == ["/s"]


def interrupted(serve: Any, resolver_for: Any) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    server = serve(answer())
    assert refused({"$ref": server.url}, resolver_for(server, lookup=Names(interrupt))) == "dns"


def two_threads(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/s": '{"type": "integer"}'}))
    resolver, made = resolver_for(server), []
    threads = [
        threading.Thread(target=lambda: made.append(compile_schema({"$ref": server.url}, http_resolver=resolver)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(made) == 2
    assert targets(server) == ["/s", "/s"]


def query(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/s?v=1": "true", "/s?v=2": "true"}))
    schema = {"allOf": [{"$ref": f"{server.url}?v=1"}, {"$ref": f"{server.url}?v=2"}]}
    compile_schema(schema, http_resolver=resolver_for(server))
    assert targets(server) == ["/s?v=1", "/s?v=2"]


def meta_schema(serve: Any, resolver_for: Any) -> None:
    server = serve(answer())
    schema = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
    compile_schema(schema, http_resolver=resolver_for(server))
    assert server.connections == 0


def path_case(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/s": "true", "/S": "true"}))
    schema = {"allOf": [{"$ref": f"https://{HOST}:{server.port}/{name}"} for name in "sS"]}
    compile_schema(schema, http_resolver=resolver_for(server))
    assert targets(server) == ["/S", "/s"]


def encoded_path(serve: Any, resolver_for: Any) -> None:
    server = serve(documents({"/s": "true", "/%73": "true"}))
    schema = {"allOf": [{"$ref": f"https://{HOST}:{server.port}/{name}"} for name in ("s", "%73")]}
    compile_schema(schema, http_resolver=resolver_for(server))
    assert targets(server) in (["/%73", "/s"], ["/%73"], ["/s"])


USES = {
    "http-use-02": file_base,
    "http-use-04": asked_twice,
    "http-use-07": interrupted,
    "http-use-08": two_threads,
    "http-use-10": query,
    "http-use-11": meta_schema,
    "http-use-12": path_case,
    "http-use-13": encoded_path,
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_use(use: Callable[[Any, Any], None], serve: Any, resolver_for: Any) -> None:
    """Each way of using the resolver in a compile ends in a validator or an unresolved reference, never in surprise."""
    use(serve, resolver_for)


def test_every_use_of_the_corpus_is_covered() -> None:
    """A new case of the corpus needs a test here."""
    assert {case.id for case in handed("use")} <= set(USES)


def test_nothing_is_fetched_without_a_resolver(dialled: Any) -> None:
    """A compile without a resolver reports the reference and opens no connection."""
    with pytest.raises(UnresolvedReferenceError):
        compile_schema({"$ref": f"https://{HOST}/s"})
    assert dialled == []


def test_a_document_that_refers_to_a_third_host(serve: Any, resolver_for: Any, names: Any) -> None:
    """http-server-85: the other host is not on the list, so it is neither looked up nor dialled."""
    server = serve(answer(b'{"$ref": "https://third.test/x"}'))
    assert refused({"$ref": server.url}, resolver_for(server)) == "host"
    assert [host for host, _ in names.asked] == [HOST]


def test_a_chain_of_300_documents(serve: Any, resolver_for: Any) -> None:
    """http-server-87: the chain ends in a limit, not in a verdict, and not in 300 requests."""

    def next_document(talk: Talk) -> None:
        number = int(talk.path[2:] or "0")
        talk.send(answer(b'{"$ref": "/s%d"}' % (number + 1) if number < 300 else b"true"))

    server = serve(next_document)
    with pytest.raises(ExecutionFailure):
        compile_schema({"$ref": server.url}, http_resolver=resolver_for(server))
    assert server.connections < 300
