"""The Model Context Protocol: validators of its messages, forms and results, and adapters for its SDKs."""

from .callbacks import validate_callback_result, validate_tool_result
from .definitions import UnknownDefinitionError, definitions, message_validator
from .elicitation import elicitation_form, validate_elicitation_answer, validate_elicitation_request
from .messages import Tagged, tag, validate_message, validate_result
from .overlays import DEFAULT_OVERLAY, DEFAULT_VERSION, OVERLAYS, PUBLISHED, Correction, Published

__all__ = [
    "DEFAULT_OVERLAY",
    "DEFAULT_VERSION",
    "OVERLAYS",
    "PUBLISHED",
    "Correction",
    "Published",
    "Tagged",
    "UnknownDefinitionError",
    "definitions",
    "elicitation_form",
    "message_validator",
    "tag",
    "validate_callback_result",
    "validate_elicitation_answer",
    "validate_elicitation_request",
    "validate_message",
    "validate_result",
    "validate_tool_result",
]
