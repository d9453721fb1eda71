# One command per wish. Every target first sets up what is missing, and only that.

PORT ?= 8000
DATA ?=
PYTHON ?=
PYTEST_ARGS ?=
UPGRADE ?=
TOWNS ?= 20000
PAIRS ?= 10000
ROUNDS ?= 20
LOAD ?= 6
PART ?=
SEED ?=

export PYTHON
# Where this is set, every process that is started compiles all of the source anew.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
NPM := PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix web run --silent
SET_UP := @sh tools/set-up.sh

.DEFAULT_GOAL := help
.PHONY: help play test bench reference sweep soak faults rules lint format coverage lock screenshots lighthouse clean set-up set-up-dev

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: ## set up, then serve the games at http://localhost:8000 (PORT=...; a second server also needs a DATA=folder)
	$(SET_UP) play page
	@exec $(BIN)/facedown serve --port $(PORT) $(if $(DATA),--data '$(DATA)')

# Byte code is kept even where the environment says otherwise: every program that a test starts would be compiled anew.
test: ## set up, then run every check and every test
	$(SET_UP) dev page browser
	@began=$$(date +%s); $(MAKE) --no-print-directory every-check; status=$$?; \
		echo "== $$(($$(date +%s) - began)) s in all, after set-up"; exit $$status

.PHONY: every-check
every-check:
	@$(MAKE) --no-print-directory --jobs 2 warm checks
	@echo "== the tests"
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal --durations 15 $(PYTEST_ARGS)
	@$(MAKE) --no-print-directory rules

# The tests need byte code, compiled rules and the gallery: they are made on the core that the checks leave free, and
# once, where several processes of the tests would each make them.  What cannot be collected the tests themselves show.
.PHONY: warm checks
warm:
	@[ -d tests/__pycache__ ] || env -u PYTHONDONTWRITEBYTECODE nice $(BIN)/pytest -qq --collect-only >/dev/null 2>&1 || true
	@nice $(BIN)/python -m tools.warm
	@nice $(BIN)/python -m tests.browser.built_gallery

checks:
	@$(MAKE) --no-print-directory lint
	@echo "== the client's tests"
	@$(NPM) test

# One that fails does not keep the others from running; that for GPUs fails where there is none.
bench: ## run every benchmark; each prints its figure beside a peer's
	$(SET_UP) dev
	@failed=; for file in $(wildcard benchmarks/[!_]*.py); do \
		name=$$(basename $$file .py); echo "== $$file"; \
		$(BIN)/python -m benchmarks.$$name || [ $$name = gpu ] || failed="$$failed $$name"; \
	done; \
	test -z "$$failed" || { echo "Failed:$$failed"; exit 1; }

sweep: ## run what is worth an hour; each part goes on where it was stopped (PART="towns turns referees cards secrecy tests pages kills faults soak")
	$(SET_UP) dev page browser
	@$(BIN)/python -m tools.sweep $(PART) --towns $(TOWNS) --pairs $(PAIRS)

soak: ## run the tests twenty times under a load, in random order; count what fails (ROUNDS, LOAD, PART=tests/server, SEED)
	$(SET_UP) dev page browser
	@$(BIN)/python -m tools.soak --rounds $(ROUNDS) --load $(LOAD) --part '$(PART)' $(if $(SEED),--seed $(SEED)) $(SOAK_ARGS)

faults: ## plant the faults of tests/faults.toml in a copy, and show which test catches each (PART="Page: Botch:")
	$(SET_UP) dev page
	@$(BIN)/python -m tools.faults $(PART)

rules: ## show which numbered rules have a test; fail if one has none
	$(SET_UP) dev
	@echo "== the rules"
	@$(BIN)/python -m tools.rule_coverage

lint: ## check style, types and the direction of imports
	$(SET_UP) dev
	@echo "== style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run make format."; exit 1; }
	@echo "== types"
	@$(BIN)/mypy
	@echo "== imports"
	@$(BIN)/lint-imports --no-logo
	@echo "== the client's types"
	@$(NPM) check -- --output human

format: ## put the code into the agreed shape
	$(SET_UP) dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

coverage: ## run the tests with the rules interpreted, and show the lines that none reached
	$(SET_UP) dev page browser
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(PYTEST_ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

lock: ## pin the packages again after pyproject.toml or package.json changed (UPGRADE=1: all to the newest)
	$(SET_UP) dev
	@$(BIN)/python -m tools.lock $(if $(UPGRADE),--upgrade)

reference: ## write the reference of the Python API, from its docstrings, to reference/index.html
	$(SET_UP) dev
	@$(BIN)/python -m tools.reference

screenshots: ## take the pictures in docs/screenshots, of all five games at phone and desktop width
	$(SET_UP) dev page browser
	@$(BIN)/python -m tools.screenshots

lighthouse: ## measure the page's speed and access with Lighthouse, as a phone on a slow line opens it
	$(SET_UP) dev page browser
	@$(BIN)/python -m tools.lighthouse

clean: ## remove what set-up and builds left behind
	rm -rf .venv web/node_modules src/facedown/server/static .gallery dist reference screenshots transcripts htmlcov .coverage .coverage.* .soak .sweep
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +
