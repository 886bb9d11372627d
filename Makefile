# Set-up, tests and training. Needs Python 3.11 or newer and make; `make` lists the targets.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup test quick soak train lint format clean

# Say PYTHON=/path/to/python to choose the interpreter yourself.
FIND_PYTHON = for p in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$p -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& command -v $$p && break; done
PYTHON ?= $(shell $(FIND_PYTHON))

# WHEEL=1 tests the built wheel, in a virtual environment of its own.
ifdef WHEEL
VENV := .venv-wheel
export JIVEZOO_TEST_WHEEL := 1
else
VENV := .venv
EDITABLE := --editable
endif
BIN := $(VENV)/bin
ROOT := $(CURDIR)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Tests start in an empty folder, so that `import jivezoo` finds what is installed, not the tree;
# --confcutdir keeps pytest from importing the tree's own __init__.py as a package around tests/.
# Several workers with several threads each would only wait for one another.
JOBS ?= 2
define PYTEST
folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cd "$$folder" && \
OMP_NUM_THREADS=1 "$(ROOT)/$(BIN)/pytest" -n $(JOBS) \
-c "$(ROOT)/pyproject.toml" --rootdir "$(ROOT)" --confcutdir "$(ROOT)/tests"
endef
TESTS = "$(ROOT)/tests" $(ARGS)
# (pytest leaves with 5 where no test is chosen; among the slow ones that is no error.)

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

setup: $(VENV)/.ready  ## build the virtual environment, or bring it up to date

test: lint  ## check style and types, run the tests, then a short run of the slow ones
	@$(PYTEST) -m "not slow" $(TESTS)
	@export JIVEZOO_SOAK=small; $(PYTEST) -m slow $(TESTS) || test $$? -eq 5

quick: setup  ## run the tests that are not slow
	@$(PYTEST) -m "not slow" $(TESTS)

soak: setup  ## run the slow tests at full size
	@export JIVEZOO_SOAK=full; $(PYTEST) -m slow $(TESTS) || test $$? -eq 5

train: setup  ## train an agent; ARGS="..." adds options
	$(BIN)/jivezoo train itchy_monkey $(ARGS)

lint: setup  ## check style and types
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/pyright --pythonpath $(BIN)/python

format: setup  ## put the code into the house format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:  ## remove the virtual environments, builds and caches; runs/ stays
	rm -rf .venv .venv-wheel build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp goes first and comes last: an interrupted set-up leaves none, and the next one starts
# from an empty environment.
$(VENV)/.ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "jivezoo needs Python 3.11 or newer with venv and pip: install one, or say" \
	"make PYTHON=/path/to/python." >&2; exit 1; }
	@echo "Setting up $(VENV) with $(PYTHON): this takes a few minutes the first time."
	@if test -e $@; then rm $@; else clear=--clear; fi; "$(PYTHON)" -m venv $$clear $(VENV)
	@$(INSTALL) setuptools
	@$(INSTALL) --no-build-isolation $(EDITABLE) ".[train,dev]"
	@touch $@

ifdef WHEEL
# The packages are in place; the wheel itself is built anew for every run. A build folder left over
# from another day would slip files into it.
.PHONY: wheel
setup: wheel
wheel: $(VENV)/.ready
	@rm -rf build *.egg-info
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel .
	@$(INSTALL) --force-reinstall --no-deps build/wheel/jivezoo-*.whl
endif
