"""Compiles, loads, verifies, caches and admits validators; needs the standard library and `regex` alone.

`compile` and what builds on it need the extra `generator`, and import it only when they are called.
"""

from .admission import admit_batch
from .admitted import AdmittedCatalog, AdmittedTool, RejectedTool
from .authority import Authority
from .catalog import ToolCatalog
from .compiling import compile, compile_bundle
from .descriptors import ToolDescriptor
from .errors import (
    ExecutionFailure,
    SchemaError,
    SchemawrightError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
    ValidationError,
)
from .gateway import Gateway
from .http_resolver import HTTPResolver
from .limits import Limits
from .session import CatalogSession
from .tool_boundary import validate_arguments, validate_schema
from .validator import Validator
from .violations import Violation

__all__ = [
    "AdmittedCatalog",
    "AdmittedTool",
    "Authority",
    "CatalogSession",
    "ExecutionFailure",
    "Gateway",
    "HTTPResolver",
    "Limits",
    "RejectedTool",
    "SchemaError",
    "SchemawrightError",
    "ToolCatalog",
    "ToolDescriptor",
    "UnresolvedReferenceError",
    "UnsupportedCapabilityError",
    "ValidationError",
    "Validator",
    "Violation",
    "admit_batch",
    "compile",
    "compile_bundle",
    "validate_arguments",
    "validate_schema",
]
