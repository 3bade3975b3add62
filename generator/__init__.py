"""Turns JSON Schemas into standalone Python validator modules."""
