"""Adapters that put the tool boundary into MCP SDKs: one module each, which imports its SDK, and nothing else does."""
