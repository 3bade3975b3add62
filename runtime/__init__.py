"""Loads, verifies, caches and admits generated validator modules."""
