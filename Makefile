# pi_companion. `make help` says what there is. The first call sets everything up in .venv; later calls are quick.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
AT_ONCE ?= -n 2 --dist worksteal
BOARDS ?= 1600
SEED ?= 1
HIL_ROOT ?= /var/tmp/pi-companion-hil
FRESH_ROOT ?= /var/tmp/pi-companion-fresh
ARM64_ROOT ?= /var/tmp/pi-companion-arm64
SUITE ?= trixie
KERNEL ?= ../shared/hil/linux-uml61.xz
BOOTS ?= table picamera faults cut

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.installed-dev

.PHONY: help demo test check format gnubg sparring eval load train install upgrade uninstall hil hil-broken test-install test-arm64 drawings clean
.DEFAULT_GOAL := help

help:  ## say what there is
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-12s %s\n' "$$name" "$$text"; done

demo: $(INSTALLED)  ## a whole match at a table that needs no hardware; other ones: make demo ARGS="--seed 3 --length 5"
	@$(BIN)/pi-companion demo $(ARGS)

test: $(DEV_INSTALLED)  ## the tests, without the slow ones, two at once; make test ARGS=tests/rules; one at a time: AT_ONCE=
	@$(BIN)/python -m pytest -q $(AT_ONCE) -m "not slow" $(ARGS)

check: $(DEV_INSTALLED)  ## what CI runs: format, lint, types, imports, all tests with coverage
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q $(AT_ONCE) --cov --cov-report=term $(ARGS)

format: $(DEV_INSTALLED)  ## put the code in its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

gnubg: $(INSTALLED)  ## a million random positions put to GNU Backgammon: legal plays must agree; make gnubg ARGS="--count 5000"
	@$(BIN)/python -m pi_companion.bench.gnubg $(ARGS)

sparring: $(INSTALLED)  ## the sparring levels play one another, 400 games each pairing; make sparring ARGS="--games 40"
	@$(BIN)/python -m pi_companion.bench.sparring $(ARGS)

eval: $(INSTALLED)  ## score the reading on labelled pictures, table and worst cases in build/eval; make eval ARGS="--only photos,stills"
	@$(BIN)/python -m pi_companion.evaluation $(ARGS)

load: $(DEV_INSTALLED)  ## fifty spectators look on for five minutes: is an event lost, is the table slower; make load ARGS="--minutes 1"
	@$(BIN)/python -m tests.web.load $(ARGS)

train: $(INSTALLED)  ## render boards and train the networks anew, hours on two cores; make train BOARDS=1600 SEED=1
	@$(PIP) $$($(BIN)/python -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["train"])')
	$(BIN)/python -m pi_companion.training.run render --shards $$(($(BOARDS) / 16)) --seed $(SEED)
	$(BIN)/python -m pi_companion.training.run closeups --shards $$(($(BOARDS) / 64)) --seed $(SEED)
	$(BIN)/python -m pi_companion.training.run train --seed $(SEED)

install:  ## install the service on this Pi; safe to repeat: sudo make install
	@systemd/install.sh

upgrade: install  ## bring the installed service up to date; matches and settings stay: sudo make upgrade

uninstall:  ## remove the service; matches and settings stay: sudo make uninstall
	@systemd/uninstall.sh $(ARGS)

hil:  ## the whole product through simulated pins and camera, in a Linux of its own; see tests/hil/README.md
	@tests/hil/make_root.sh "$(HIL_ROOT)"
	@tests/hil/run.py "$(HIL_ROOT)" "$(KERNEL)" $(BOOTS)

hil-broken:  ## break what each of these checks guards, after make hil: each must see it
	@tests/hil/run.py "$(HIL_ROOT)" "$(KERNEL)" broken
	@HIL_BREAK=1 tests/hil/run.py "$(HIL_ROOT)" "$(KERNEL)" picamera cut

night: $(DEV_INSTALLED)  ## twenty companions, a broker and a desk for ten minutes, with faults; make night ARGS="--minutes 2"
	@$(BIN)/python -m tests.club.night $(ARGS)

test-install:  ## install, upgrade and remove the service in a fresh Debian, each twice; make test-install SUITE=bookworm
	@tests/systemd/fresh_root.sh "$(FRESH_ROOT)" $(SUITE)

test-arm64:  ## the tests as a Pi's processor would run them, emulated: hours; make test-arm64 ARGS=tests/rules
	@nice -n 15 tests/arm64/run.sh "$(ARM64_ROOT)" $(ARGS)

drawings: $(INSTALLED)  ## draw the wirings and the focus sheet anew
	@$(BIN)/python -m pi_companion.devices.wiring_drawing hardware/wiring
	@$(BIN)/python -m pi_companion.devices.focus_sheet calibration/focus_sheet.svg

clean:  ## remove .venv and what tools left; matches are kept, they lie elsewhere
	rm -rf $(VENV) build dist *.egg-info .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find pi_companion tests -name __pycache__ -type d -prune -exec rm -rf {} +

# A Pi has OpenCV and numpy from apt, fitting its picamera2; numpy 2 from pip beside them breaks the camera. So where
# the system's Python already sees OpenCV, .venv looks through to it and nothing of numpy or OpenCV is installed.
$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null || { \
	  echo "Python 3.11 to 3.13 is needed; $(PYTHON) is another or is missing. Try: make PYTHON=python3.13 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. Run: sudo apt install python3-venv (then make again)" >&2; exit 1; }
	@echo "Setting up $(VENV): once, a minute or two."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) $$($(PYTHON) -c \
	  'import cv2, numpy, sys; print("--system-site-packages" if sys.prefix == sys.base_prefix else "")' 2>/dev/null)
	@if grep -q 'include-system-site-packages = true' $(VENV)/pyvenv.cfg; then \
	  $(PIP) --no-deps --editable . && \
	  { $(BIN)/python -c 'import gpiozero' 2>/dev/null || $(PIP) --no-deps gpiozero colorzero; } && \
	  { $(BIN)/python -c 'import PIL' 2>/dev/null || $(PIP) --no-deps pillow; } && \
	  { $(BIN)/python -c 'from fpdf.enums import RenderStyle' 2>/dev/null || $(PIP) --no-deps fpdf2 defusedxml fonttools; } && \
	  $(PIP) segno starlette uvicorn; \
	else $(PIP) --editable .; fi
	@touch $@

# The extra's own list, without the package, so that pip has no reason to touch numpy or OpenCV.
$(DEV_INSTALLED): $(INSTALLED)
	@$(PIP) $$($(BIN)/python -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"])')
	@touch $@
