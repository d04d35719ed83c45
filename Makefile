# make play      a game in the browser; sets everything up first
# make install   the same without starting it: .venv/bin/redcathedral is the command then
# make test      the tests of every change; COVERAGE=1 make test measures what they cover
# make test-slow the tests that are too slow for that; a submission must pass them too
# make test-full all tests: whole games, matrices and long fuzzing too
# make test-e2e  only the tests with a browser
# make lint      everything a commit must pass; make format repairs what can be repaired
# make bench     every speed that is claimed; FIGURES=engine/copy measures only that one
# make screens   pictures of the page, in build/screens
# make locales   the notes that an editor shows next to the texts: docs/guides/translation.md
# make docs      the links and the examples in the documentation
# make clean     remove what these commands made (never a saved game)
# make help-all  the other targets
#
# PYTHON=python3.13 make play chooses another Python, CC=clang make play another C compiler,
# REDCATHEDRAL_NO_PAGE=1 make test leaves out the page for browsers, for work on the engine alone.

# Other targets:
# make site          the website, with the game and the documentation: build/site and build/site.zip
# make site-serve    the same, shown on this computer
# make test-site     tests of it
# make test-servers  tests of several servers on one PostgreSQL, which are killed while people play
# make faults        50 kills and 50 ends, and nginx and Caddy; REDCATHEDRAL_FAULTS=200 for more
# make test-train    tests of training and of environments, with PyTorch
# make gallery       the pictures of docs/gallery.md
# make trees         what a screen reader finds at the table, for tests/e2e/trees
# make fixtures      the tables for the tests of the page, as the server sends them
# make ladder-check  the published ladder of bots: replays published games and plays new ones
# make statistics    what good play looks like, from games of a bot in all modes: docs/statistics.md
# make train         train the value function by self-play: build/training
# make reference     the references of the command line and the protocol, and the pages in build/docs
# make lock          the lock files again from pyproject.toml; make audit asks for known weaknesses
# make release       what a release consists of, in dist: docs/guides/release.md
# make mutants       how well the tests hold the engine: 500 small changes, about half an hour
# make tests, make check  other names of make test

PYTHON ?= python3
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# Two installations at the same time would break an environment; pytest runs tests in parallel itself.
.NOTPARALLEL:
TARGETS := help help-all play install test tests check test-slow test-full test-servers faults test-e2e site site-serve test-site test-train screens gallery trees fixtures lint format bench ladder-check statistics train locales docs reference lock audit release mutants clean
# make treats a folder as an up-to-date target: without this, `make web` would do nothing and succeed.
FOLDERS := $(filter-out $(TARGETS),$(patsubst %/,%,$(wildcard */)))
.PHONY: $(TARGETS) $(FOLDERS) engine FORCE

# pytest stores the compiled test modules. Without that, each worker compiles them in each run, which
# takes longer than all tests of the engine.
unexport PYTHONDONTWRITEBYTECODE

# All paths are relative to this folder, so that its own path may contain spaces.
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PIP_INSTALL := $(PIP) install --quiet --no-input

# Stamps: each is touched only after its step has succeeded.
MADE := .venv/.made
RUNTIME := .venv/.runtime
DEV := .venv/.dev
PACKAGE := .venv/.package
WHEEL := build/wheel
# The build writes to this file whether the engine is compiled.
NOTE := .venv/lib/python3*/site-packages/redcathedral/_build.txt

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

help-all:
	@sed -n '/^PYTHON/q;s/^# \{0,1\}//;p' Makefile

$(FOLDERS):
	@echo "$@ is a folder, not a target; make help lists the targets." >&2; exit 1

# --- the environment ----------------------------------------------------------------------------

# .made contains the path of the environment, because a moved environment does not work. If PYTHON is
# given and has another version than the environment, the environment is made again.
ifneq ($(shell [ -x $(BIN)/python ] && cat $(MADE) 2>/dev/null),$(CURDIR))
$(MADE): FORCE
else ifneq ($(origin PYTHON),file)
ifneq ($(shell "$(PYTHON)" -V 2>&1 || :),$(shell $(BIN)/python -V 2>&1))
$(MADE): FORCE
endif
endif

$(MADE):
	@command -v "$(PYTHON)" >/dev/null || [ -e "$(PYTHON)" ] || { \
	  echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@said=$$("$(PYTHON)" -c 'import sys' 2>&1) || { \
	  echo "$(PYTHON) cannot be started$${said:+ ($$(printf '%s\n' "$$said" | head -n 1))}. Name Python 3.11 or newer: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is $$("$(PYTHON)" --version 2>&1); Python 3.11 or newer is needed. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: its venv module is missing (Debian, Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	@echo "making .venv with $$("$(PYTHON)" --version 2>&1)"
	@"$(PYTHON)" -m venv --clear .venv
	@printf '%s\n' "$(CURDIR)" > $@

NO_PACKAGES = { echo "Installing the packages failed; see the message of pip above. Check the network; the same command resumes the work." >&2; exit 1; }

# The lock files list all packages. If older versions of pip resolve the dependencies again, they
# find releases newer than the locked ones and stop.
$(RUNTIME): $(MADE) requirements/runtime.txt requirements/build.txt
	@echo "installing what the game needs"
	@$(PIP_INSTALL) --require-hashes --no-deps -r requirements/runtime.txt -r requirements/build.txt || $(NO_PACKAGES)
	@touch $@

$(DEV): $(RUNTIME) requirements/dev.txt
	@echo "installing the tools for tests and checks"
	@$(PIP_INSTALL) --require-hashes --no-deps -r requirements/dev.txt || $(NO_PACKAGES)
	@touch $@

# The package is installed as users install it: compiled, not as a link to src. The list of its files
# and the compiler are stored, so that a removed file or another compiler counts as a change too.
# setup.py builds the page, but only if something in web has changed.
SOURCES := $(shell find src -name __pycache__ -prune -o -name '*.egg-info' -prune -o -path src/redcathedral/server/page -prune -o -type f ! -name '*.py[cod]' ! -name '*.so' -print | LC_ALL=C sort)
WEB := $(shell find web -name node_modules -prune -o -name fixtures -prune -o -name __pycache__ -prune -o -name protocol.gen.ts -o -type f -print 2>/dev/null | LC_ALL=C sort)
BUILT_FROM = $(CC) $(REDCATHEDRAL_NO_PAGE) $(SOURCES) $(WEB)
ifneq ($(strip $(shell cat .venv/.built-from 2>/dev/null)),$(strip $(BUILT_FROM)))
$(PACKAGE): FORCE
endif

# If the engine does not compile, the interpreted engine is installed, unless
# REDCATHEDRAL_REQUIRE_COMPILED=1. The wheel is not deleted: tests/project/test_packaging.py reads it
# instead of compiling again.
$(PACKAGE): $(RUNTIME) pyproject.toml setup.py $(SOURCES) $(WEB)
	@echo "installing redcathedral"
	@$(BIN)/python setup.py --quiet build_page try_compiler
	@rm -rf $(WHEEL) && $(PIP) wheel --quiet --no-input --no-build-isolation --no-deps --wheel-dir $(WHEEL) . \
	&& $(PIP_INSTALL) --no-deps --force-reinstall $(WHEEL)/*.whl || { \
	  echo "Building redcathedral failed; see the error above." >&2; exit 1; }
	@printf '%s\n' "$(BUILT_FROM)" > .venv/.built-from
	@note="$$(cat $(NOTE))"; echo "engine: $$note"; \
	case "$$note" in pure*) echo "*** The engine is NOT COMPILED: it works, about twenty times slower. The line above says why." >&2; \
	  echo "*** To get the fast engine, install a C compiler and Python's headers (Debian: apt-get install gcc libc6-dev python3-dev)" >&2; \
	  echo "*** and run: rm $@; make install" >&2;; esac
	@touch $@

# If there are a compiler and the headers of Python, tests and measurements need the compiled engine.
# An interpreted engine, which `make play` accepts, is then built again, and a failure is an error.
# (A recipe that contains MAKE would also run for `make -n`, so the command is in a variable.)
AGAIN = rm -f $(PACKAGE); REDCATHEDRAL_REQUIRE_COMPILED=1 $(MAKE) --no-print-directory $(PACKAGE)
HAS_HEADERS := $(BIN)/python -c 'import pathlib, sysconfig, sys; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'

engine: $(PACKAGE)
	@case "$$(cat $(NOTE))" in pure*) \
	  if [ "$$REDCATHEDRAL_REQUIRE_COMPILED" = 1 ] || { command -v "$(CC)" >/dev/null && $(HAS_HEADERS); }; then \
	    echo "The engine must be compiled for this; building it again." >&2; \
	    { $(AGAIN); } || { \
	      echo "The engine does not compile. To continue without a compiler: CC=none make ..." >&2; exit 1; }; \
	  fi;; esac

install: $(PACKAGE)

# --- for players --------------------------------------------------------------------------------

# Ctrl-C is the usual way to end the program, so it is not an error. make reports a child that ends
# before make itself has handled the Ctrl-C; the pause prevents this.
play: $(PACKAGE)
	@trap 'sleep 1' INT; $(BIN)/redcathedral play || { status=$$?; [ $$status -eq 130 ] || exit $$status; }

# --- for developers -----------------------------------------------------------------------------

# tests/conftest.py orders the tests: without the last option, xdist starts with the largest group.
PYTEST := $(BIN)/pytest -n auto --dist loadgroup --no-loadscope-reorder

# The engine that the tests expect.
INSTALLED = REDCATHEDRAL_EXPECT=$$(cut -d: -f1 $(NOTE))
INTERPRETED := REDCATHEDRAL_EXPECT=pure PYTHONPATH=src

# The tests that measure the coverage, and the tests that only make test-full also runs interpreted:
# fingerprints of whole games (tests/properties, tests/ai/bots) show that both engines play the same.
COVERED := $(addprefix tests/,box conformance engine record)
ALSO_PURE := $(addprefix tests/,ai/bots ai/search ai/value ai/weights envs perft play properties)

# The tests of the page run first. Then the first run of pytest uses the installed, compiled package,
# and the second run interprets src. With COVERAGE=1, as in .ci/run, the second run measures the
# coverage of box, engine and record, which takes longer.
COVERAGE :=
TRACED = $(if $(COVERAGE),--cov --cov-report=term)
QUICK := not slow and not long and not site and not servers

test: $(DEV) engine
	$(BIN)/python tools/web.py test
	$(INSTALLED) $(PYTEST) -m "$(QUICK)"
	$(INTERPRETED) $(PYTEST) -m "$(QUICK) and not once and not installed" $(TRACED) $(COVERED)
	@echo "Left out: tests marked slow (make test-slow) or long (make test-full); tests with PyTorch (make test-train)."
	@$(NO_BROWSER)
	@exec $(BIN)/python tools/cpu_time.py 600

test-slow: $(DEV) engine
	$(INSTALLED) $(PYTEST) -m "slow and not long and not site"

test-servers: $(DEV) engine
	$(INSTALLED) $(BIN)/pytest -n 3 tests/servers --ignore tests/servers/test_proxies.py -m servers

faults: $(DEV) engine
	REDCATHEDRAL_FAULTS=$${REDCATHEDRAL_FAULTS:-50} $(INSTALLED) $(BIN)/pytest tests/servers/test_faults.py tests/servers/test_proxies.py -s

tests check: test

# Reports the skipped tests if there is no browser to test with.
NO_BROWSER = $(BIN)/python -m tests.e2e.browser || [ "$$REDCATHEDRAL_REQUIRE_BROWSER" != 1 ]

test-e2e: $(DEV) engine
	@$(BIN)/python -m tests.e2e.browser
	$(PYTEST) tests/e2e

# The packages of the site are wheels for Pyodide, so they are in no environment.
site: $(DEV) engine
	$(BIN)/python -m tools.site

site-serve: site
	@echo "http://127.0.0.1:8000/ shows the site until Ctrl+C"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8000 >/dev/null 2>&1 || :

test-site: site
	$(INSTALLED) $(BIN)/pytest -n 2 --dist loadgroup tests/site -m "not slow"

screens: $(DEV) engine
	$(BIN)/python -m tests.e2e.screens

gallery: $(DEV) engine
	$(BIN)/python -m tests.e2e.screens --gallery

trees: $(DEV) engine
	$(BIN)/python -m tests.e2e.trees

fixtures: $(DEV)
	PYTHONPATH=src:. $(BIN)/python web/fixtures/make.py

# The driver for the games that test-full plays in Firefox.
FIREFOX := tests/firefox/node_modules/.done

$(FIREFOX): tests/firefox/package-lock.json $(RUNTIME)
	@cd tests/firefox && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --ignore-scripts
	@touch $@

# PyTorch is large, so it has a separate environment, which also sees the packages of .venv. The interfaces of the
# environments for research (PettingZoo, OpenSpiel, ...) and their own tests are there too.
TORCH := .venv-train/.done
EXTRAS := train research suites

$(TORCH): $(MADE) pyproject.toml requirements/research.txt
	@echo "installing PyTorch; docs/guides/development.md says how to get a smaller one"
	@$(BIN)/python -m venv --clear .venv-train
	@cd .venv-train/lib/python3*/site-packages && echo "../../../../.venv/lib/$$(basename "$$(dirname "$$PWD")")/site-packages" > venv.pth
	@$(BIN)/python -c 'import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*(line for name in sys.argv[1:] for line in extras[name]), sep="\n")' $(EXTRAS) > .venv-train/wanted.txt
	@.venv-train/bin/python -m pip --disable-pip-version-check install --quiet --no-input -c requirements/research.txt -r .venv-train/wanted.txt || $(NO_PACKAGES)
	@touch $@

test-train: $(DEV) engine $(TORCH)
	$(INSTALLED) .venv-train/bin/python -m pytest -n auto --dist loadgroup tests/tools/training tests/recipes tests/envs tests/lab/arena/test_cluster.py tests/docs/test_docs.py tests/docs/test_leaderboard.py

test-full: COVERAGE := 1
test-full: test test-slow test-site $(FIREFOX)
	$(INSTALLED) $(PYTEST) -m "long or (slow and site)"
	$(INTERPRETED) $(PYTEST) -m "(slow or long or once) and not installed" $(COVERED)
	$(INTERPRETED) $(PYTEST) -m "not installed" $(ALSO_PURE)

# The list of checks is .pre-commit-config.yaml, the same for people, commits and CI.
lint: $(DEV)
	$(BIN)/pre-commit run --all-files --show-diff-on-failure

format: $(DEV)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/python tools/web.py format

# Programs with conflicting requirements have a separate environment, from its own lock file.
.venv-%/.done: requirements/%.txt $(MADE)
	@echo "installing $<"
	@$(BIN)/python -m venv --clear .venv-$*
	@.venv-$*/bin/python -m pip --disable-pip-version-check install --quiet --no-input --require-hashes --no-deps -r $< || $(NO_PACKAGES)
	@touch $@

# The programs with which speeds are compared. Without them, the bench measures only our own figures,
# and the exit status is 1.
PEER := .venv-peer/.done

bench: $(DEV) engine
	@$(MAKE) --silent $(PEER) || echo "Measuring without the peer." >&2
	$(BIN)/python -m bench $(FIGURES)

# Takes hours with the strongest bots; an interrupted run resumes. docs/guides/ladder.md says how to
# check a part: LADDER="--players 2" make ladder-check
ladder-check: engine
	$(BIN)/python -m tools.ladder check docs/ladder --out build/ladder-check $(LADDER)

# Takes an hour or two, with half an hour for the random boxes; an interrupted run resumes. STATISTICS="--games 5000" make statistics plays more.
statistics: engine
	$(BIN)/python -m tools.random_boxes --out build/statistics/boxes
	$(BIN)/python -m tools.game_statistics --out build/statistics --publish docs/statistics.md $(STATISTICS)

# Takes hours on a few cores; an interrupted run resumes. TRAIN="--rounds 40" make train plays more rounds.
train: engine $(TORCH)
	.venv-train/bin/python -m tools.training --out build/training $(TRAIN)

locales: $(DEV)
	PYTHONPATH=src $(BIN)/python tools/locales.py make

docs: $(DEV) $(PACKAGE)
	$(BIN)/pytest tests/docs

reference: $(DEV)
	PYTHONPATH=src:. $(BIN)/python tools/command_line_reference.py
	PYTHONPATH=src:. $(BIN)/python tools/protocol_reference.py
	PYTHONPATH=src:. $(BIN)/python tools/hosting_reference.py
	$(BIN)/python -m tools.site.docs

# --- occasionally ---------------------------------------------------------------------------------

# Lock files have versions and hashes, but no addresses. research.txt has only versions, because pip
# does not accept hashes in a -c file for a folder. uv has a pinned version in its own environment.
.venv-lock/bin/uv:
	"$(PYTHON)" -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check install --quiet uv==0.13.8

LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --strip-extras

lock: .venv-lock/bin/uv
	$(LOCK) --extra dev pyproject.toml -o requirements/dev.txt
	$(LOCK) pyproject.toml -c requirements/dev.txt -o requirements/runtime.txt
	$(LOCK) --extra ray pyproject.toml -c requirements/dev.txt -o requirements/ray.txt
	$(filter-out --generate-hashes,$(LOCK)) --extra research pyproject.toml -c requirements/dev.txt -o requirements/research.txt
	$(LOCK) requirements/build.in -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) requirements/postgresql.in -c requirements/dev.txt -o requirements/postgresql.txt
	$(LOCK) requirements/site.in -c requirements/dev.txt -o requirements/site.txt
	$(subst 3.11,3.14,$(LOCK)) requirements/notebook.in -o requirements/notebook.txt
	$(LOCK) requirements/peer.in --override requirements/peer-overrides.in -o requirements/peer.txt
	$(LOCK) requirements/audit.in -o requirements/audit.txt
	$(LOCK) requirements/wheels.in -o requirements/wheels.txt
	$(LOCK) requirements/mutants.in -o requirements/mutants.txt

# Asks the package index for known vulnerabilities of every version in dev.txt, which includes the
# other two lock files; fails if it gets no answer.
audit: .venv-audit/.done
	.venv-audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/dev.txt

# Takes about ten minutes; an interrupted run resumes. Every wheel is installed and used once. The
# settings for other machines (cibuildwheel, the Containerfile) are only checked.
release: $(DEV) engine .venv-wheels/.done
	.venv-wheels/bin/validate-pyproject pyproject.toml
	.venv-wheels/bin/hadolint Containerfile
	$(BIN)/python -m tools.release

# An interrupted run resumes; docs/concepts/mutation-testing.md explains the survivors of the last run.
mutants: $(DEV) .venv-mutants/.done
	@.venv-mutants/bin/python tools/mutants.py run
	@.venv-mutants/bin/python tools/mutants.py report

clean:
	rm -rf .venv .venv-* build dist src/*.egg-info src/redcathedral/server/page web/node_modules tools/site/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* htmlcov
	find . -name __pycache__ -prune -exec rm -rf {} +
