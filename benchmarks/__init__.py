"""Measures the emitted modules side by side with other validators: `make bench`."""
