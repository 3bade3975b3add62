"""What every adapter asks of a call and of its result, and what a refused caller reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemawright.runtime.admitted import AdmittedCatalog, AdmittedTool
from schemawright.runtime.catalog_errors import quoted
from schemawright.runtime.errors import SchemawrightError, ValidationError
from schemawright.runtime.gateway import check_arguments, check_result


class Refused(Exception):
    """A call that is not made, or a result that is not sent: the text names the tool and the places, and no value."""


def checked_call(bundle: AdmittedCatalog, name: str, arguments: object) -> AdmittedTool:
    """The admitted tool of this name, where `arguments` (`None` is `{}`) match its input schema; raises `Refused`."""
    try:
        tool = bundle.tool(name)
        check_arguments(tool, {} if arguments is None else arguments)
    except SchemawrightError as error:
        raise Refused(refusal(error, f"the call of tool {quoted(name)} cannot be checked")) from None
    return tool


def checked_result(tool: AdmittedTool, result: Mapping[str, Any]) -> None:
    """Return where the wire form of a result has the structured content that the tool promises; raises `Refused`."""
    try:
        check_result(tool, result)
    except SchemawrightError as error:
        name = quoted(tool.descriptor.name)
        raise Refused(refusal(error, f"the result of tool {name} cannot be checked")) from None


def not_admitted(error: SchemawrightError) -> Refused:
    """The refusal of a call where admission failed: what is wrong with a schema is told to the host alone (row T6)."""
    return Refused(f"no tool can be called: the catalog is not admitted ({error.code})")


def refusal(error: SchemawrightError, otherwise: str) -> str:
    """One line of what and one for each violation; an error that is no verdict is told after `otherwise`."""
    if not isinstance(error, ValidationError):
        return error.message if error.error_class == "validation" else f"{otherwise}: {error.message}"
    places = [f"- {found.instance_path or 'the root'}: {found.message} ({found.keyword})" for found in error.violations]
    return "\n".join([error.message, *places])
