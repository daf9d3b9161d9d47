# Needs Python 3.11 or later, make and git; everything else goes into .venv.
# make test PYTHON=python3.13 sets up and uses another version in a folder of its own.
PYTHON ?= python3
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(shell $(PYTHON) -c "import platform; print(platform.python_version())"))
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --quiet --disable-pip-version-check
INSTALLED := $(VENV)/installed
READY := $(VENV)/ready

# Tests are compiled once, not by each worker of each run, whatever the shell is told.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: print test test-all lint docs prints golden soak bench fuzz weights findings mutants lock clean

print: $(INSTALLED)
	$(RUN) -m printkit build
	@echo "The commands are $(VENV)/bin/printkit and $(VENV)/bin/scoring."

# OF=tests/dice_archive: only these; so too for test-all and soak.
test: $(READY)
	$(RUN) -m pytest -n auto --dist loadfile $(OF)

# Beside them the sweeps, which look at every component, paper and way to print.
test-all: test
	$(RUN) -m pytest -n auto --dist loadfile -m "sweep and not soak" $(OF)

lint: $(READY)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

# The tables of the docs that are made from the data and the code.
docs: $(READY)
	$(RUN) -m tests.docs.made

# The figures of what is drawn, after a change of it that is meant.
prints: $(READY)
	$(RUN) -m tests.printkit.prints

# What programs say, in tests/golden, after a change of it that is meant.
golden: $(READY)
	GOLDEN=write $(RUN) -m pytest $$(grep -rlE '(golden_files|scored|data_edits|transcripts)\.check' --include='test_*.py' tests)

# Thousands of full games and slips: minutes, not seconds.
soak: $(READY)
	$(RUN) -m pytest -m soak --hypothesis-profile 'new examples' -vv -s -o faulthandler_timeout=0 $(OF)

bench: $(READY)
	$(RUN) -m bench.printing
	$(RUN) -m bench.play
	$(RUN) -m bench.watch
	$(RUN) -m bench.pictures

# Files changed at random, to find what makes a command fail, hang or reach out: docs/develop/safety.md.
# For example: make fuzz FOR=600 SEED=1 ONLY=template JOBS=2, or one case once more: CASE=123
fuzz: $(READY)
	$(RUN) -m tests.fuzz.run $(if $(FOR),--seconds $(FOR)) $(if $(SEED),--seed $(SEED)) \
		$(if $(ONLY),--only $(ONLY)) $(if $(JOBS),--jobs $(JOBS)) $(if $(CASE),--case $(CASE))

# The networks that read photos, from simulated ones: half an hour. Needs npm and the network.
weights: $(READY)
	$(RUN) -m tests.photo.training

# What other people's software does that one would not guess: findings/README.md. Needs the network.
findings:
	@for script in findings/*.sh; do echo "== $$script"; bash "$$script" || failed="$$failed $$script"; done; \
		test -z "$$failed" || { echo "No longer as described:$$failed"; exit 1; }

# Which small changes to the code no test notices: docs/develop/mutants.md. For example
#   make mutants OF="scoring/dice_archive printkit/inspection" SAMPLE=500 SEED=1 AGAIN=1 TESTS=tests/scoring JOBS=2
mutants: $(READY)
	$(RUN) -m tests.mutants.run $(OF) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) \
		$(if $(AGAIN),--again) $(if $(TESTS),--tests $(TESTS)) $(if $(JOBS),--jobs $(JOBS))

# Write down what pyproject.toml asks for, for every system, with the hashes of all files: what
# printing needs, and with it what developing needs. Versions stay as they are unless
# UPGRADE=--upgrade. UV_DEFAULT_INDEX names a mirror.
LOCK = $(VENV)/bin/uv pip compile $(UPGRADE) --quiet --universal --python-version 3.11 \
	--only-binary :all: --emit-build-options --generate-hashes --no-header --no-annotate \
	--extra checkout pyproject.toml

lock: $(READY)
	$(LOCK) --extra dev --output-file .ci/lock-dev.txt
	$(LOCK) --constraints .ci/lock-dev.txt --output-file .ci/lock.txt

$(INSTALLED): .ci/lock.txt pyproject.toml
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or later is needed, this is ' + sys.version.split()[0])"
	@echo "Installing into $(VENV) what printing needs, once: about half a minute."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r .ci/lock.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(INSTALLED) .ci/lock-dev.txt
	@echo "Installing into $(VENV) what the tests need, once: about half a minute more."
	@$(PIP) install --require-hashes -r .ci/lock-dev.txt
	@touch $@

clean:
	rm -rf .venv .venv-* output/*/ dist .*_cache .mutants
