"""What is wrong on the Python side is a `TypeError` that says what an option takes (design section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from schemawright import runtime

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "dialects, one string": ({"dialects": "https://json-schema.org/draft/2020-12/schema"}, "a collection of URIs"),
    "dialects, no string": ({"dialects": [5]}, "named by its URI"),
    "dialects, none": ({"dialects": []}, "at least one"),
    "registry": ({"registry": [1]}, "a mapping from URIs"),
    "loader": ({"loader": 5}, "a function of a URI"),
    "both": ({"loader": print, "http_resolver": print}, "not both"),
    "format_assertion": ({"format_assertion": "yes"}, "True or False"),
    "content_assertion": ({"content_assertion": 1}, "True or False"),
    "custom_formats": ({"custom_formats": ["a"]}, "a mapping from names"),
    "limits": ({"limits": 5}, "a Limits"),
    "role": ({"role": "tool"}, "one of tool_input, tool_output"),
    "cache": ({"cache": "folder"}, "a DiskCache"),
    "entry": ({"entry": 5}, "a fragment of the schema"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_option_is_told(name):
    options, what = WRONG[name]
    with pytest.raises(TypeError, match=what):
        runtime.compile({"type": "object"}, **options)


@pytest.mark.parametrize(
    "name", ["max_instance_nodes", "max_instance_depth", "max_string_length", "validation_timeout"]
)
def test_a_limit_is_as_large_as_a_module_can_say_or_refused(name):
    """The largest of each is written into a module that is admitted; a larger one is no limit."""
    largest = 99_999_999 if name == "validation_timeout" else 10**15
    given: Any = {name: largest}
    limits = runtime.Limits(**given)
    assert runtime.compile({"items": {"$ref": "#"}, "type": "array"}, limits=limits).is_valid([[]])
    for wrong in (largest + 1, 0, -1, float("inf"), float("nan"), "5"):
        given = {name: wrong}
        with pytest.raises(ValueError, match=name):
            runtime.Limits(**given)
