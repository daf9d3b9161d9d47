# Needs Python 3.11 or later, make and git; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/ready

.PHONY: print test lint soak bench mutants lock clean

print: $(READY)
	$(RUN) -m printkit build
	@echo "The commands are $(VENV)/bin/printkit and $(VENV)/bin/scoring."

test: $(READY)
	$(RUN) -m pytest -n auto

lint: $(READY)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

# Thousands of full games and slips: minutes, not seconds.
soak: $(READY)
	$(RUN) -m pytest -m soak -s

bench: $(READY)
	$(RUN) bench/run.py

# Which small changes to scoring/ and card_data/ no test notices: docs/mutants.md. For example
#   make mutants OF="scoring/dice_archive scoring/moves" SAMPLE=500 SEED=1 AGAIN=1 TESTS=tests/scoring JOBS=2
mutants: $(READY)
	$(RUN) -m tests.mutants.run $(OF) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) \
		$(if $(AGAIN),--again) $(if $(TESTS),--tests $(TESTS)) $(if $(JOBS),--jobs $(JOBS))

# Take the newest versions that pyproject.toml allows and write them down.
lock: $(READY)
	rm -rf $(VENV)/fresh
	$(PYTHON) -m venv $(VENV)/fresh
	$(VENV)/fresh/bin/pip install --quiet ".[dev]"
	$(VENV)/fresh/bin/pip freeze --all --exclude printkit --exclude pip --exclude setuptools > .ci/lock.txt

$(READY): .ci/lock.txt pyproject.toml
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or later is needed, this is ' + sys.version.split()[0])"
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps -r .ci/lock.txt
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf $(VENV) output/*/ dist .*_cache .mutants
