# Everything runs from a fresh clone with Python 3.11+, git and make. The first target that needs it sets .venv up from
# requirements.lock (hash-checked); after that nothing asks a registry again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_DB := build/demo.db
TESTED := build/.tested
SOURCES := $(shell git ls-files -co --exclude-standard 2>/dev/null)

.PHONY: demo test check bench lock clean

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("headjudge needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12 demo" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(READY)
	@HEADJUDGE_DB=$(DEMO_DB) $(BIN)/python -m headjudge.cli.demo build/site

test: $(READY)
	$(BIN)/python -m pytest -q
	@mkdir -p build && touch $(TESTED)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory $(TESTED)
	$(BIN)/python tests/wheel_check.py

# Tests that passed on just these files need not run again within `make check`.
$(TESTED): $(READY) $(SOURCES)
	$(BIN)/python -m pytest -q
	@mkdir -p build && touch $@

bench: $(READY)
	$(BIN)/python -m benchmarks

# Maintainers only: needs `uv`. Writes hashes and no addresses.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra dev --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info
