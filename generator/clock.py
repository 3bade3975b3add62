"""The clock of a compilation, which the runtime goes on with once the module is written."""

from schemawright.runtime.clock import Clock

__all__ = ["Clock"]
