# Every target does its own set-up, in environments of this folder: nothing needs to be activated or installed before.
# On a fresh machine: Python 3.11 or later, pip and make.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for p in $(CANDIDATES); do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv-bench/.ready
PYTEST := $(BIN)/python -m pytest

# Some distributions ship Python without ensurepip: then the pip beside that Python fills the environment.
# $(call environment,FOLDER,WHAT TO INSTALL)
define environment
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name it: make PYTHON=/path/to/python3.12" >&2; exit 2; }
	@echo "setting up $(1) (once; again when pyproject.toml changes)"
	@$(PYTHON) -m venv --clear $(1) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(1)
	@pip="$(1)/bin/python -m pip"; $$pip --version >/dev/null 2>&1 || pip="$(PYTHON) -m pip --python $(1)/bin/python"; \
		$$pip install --quiet --disable-pip-version-check $(2)
	@touch $(1)/.ready
endef

.PHONY: help demo test lint types tests suite golden regen bench coverage format suite-files clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

$(READY): pyproject.toml
	$(call environment,.venv,--editable '.[dev]')

$(BENCH_READY): pyproject.toml benchmarks/requirements.txt
	$(call environment,.venv-bench,--editable '.[generator]' --requirement benchmarks/requirements.txt)

demo: $(READY) ## build the example catalog, validate a good and a bad call, show the module and the violations
	@examples/demo.sh $(BIN)

test: lint types tests ## everything: lint, types and all tests

lint: $(READY) ## ruff (all rules but the explained exceptions), formatting, import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache --no-logo

types: $(READY) ## mypy, strict for the library
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks

suite-files: $(READY)
	$(BIN)/python tests/suite_source.py

tests: suite-files ## all tests
	$(PYTEST)

suite: suite-files ## the official JSON Schema Test Suite alone
	$(PYTEST) tests/test_suite.py

golden: $(READY) ## rewrite the expected modules of the golden tests; read the difference before you commit it
	$(PYTEST) tests/test_golden.py --update-golden
	git --no-pager diff --stat -- tests/golden

regen: $(READY) ## rewrite generated/ from its sources; an empty difference means it was up to date
	$(BIN)/python -m schemawright.generator.regen
	git --no-pager diff --stat -- generated

bench: $(BENCH_READY) ## compare the speed of the emitted modules with that of other validators
	.venv-bench/bin/python -m benchmarks $(BENCH)

coverage: suite-files ## all tests, with branch coverage
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report

format: $(READY) ## let ruff format and mend what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## remove the environments and everything else that can be made again
	rm -rf .venv .venv-bench demo build dist *.egg-info vendor/test-suite/json
