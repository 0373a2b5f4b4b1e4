# Two commands do everything on a fresh machine: `make grade` and `make test`.
# What they need is installed into .venv; nothing is installed system-wide except, by root, what `.ci/system-parts` lists.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
EXTRAS ?= all

.DEFAULT_GOAL := help
.PHONY: help setup grade test lint course bench clean

help:  ## what can be made here
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# A student's `make grade` installs only what a student needs; the tests need everything.
$(VENV)/.student: pyproject.toml .ci/make-venv
	@PYTHON="$(PYTHON)" .ci/make-venv "$(VENV)" .
	@touch $@

$(VENV)/.everything: $(VENV)/.student
	@PYTHON="$(PYTHON)" .ci/make-venv "$(VENV)" ".[$(EXTRAS)]"
	@touch $@

setup: $(VENV)/.everything  ## a virtual environment with everything in it

grade: $(VENV)/.student  ## grade your own exercises (or the sample while yours are untouched)
	@$(BIN)/python .ci/grade-something

test: $(VENV)/.everything lint  ## every test there is
	@.ci/system-parts
	@$(BIN)/python -m pytest tests/grader tests/public tests/hidden $(PYTEST_ARGS)

lint: $(VENV)/.everything  ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

course: $(VENV)/.everything  ## prove that the course tests itself
	@$(BIN)/grade course check

bench: $(VENV)/.everything  ## speed, as ratios within one run
	@$(BIN)/python -m tests.benchmarks $(BENCH_ARGS)

clean:  ## remove what make has made
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .bench
