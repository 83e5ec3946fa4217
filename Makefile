# Everything a person or CI runs. Each target sets up what it needs; PYTHON=... chooses the interpreter.
.DEFAULT_GOAL := help
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PYTEST_ARGS ?=
# which other scenarios `make kill` runs under each violation, to list what else goes red: none, file, folder, all
NEIGHBOURS ?= none

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# An environment that works is brought up to date; another interpreter (PYTHON=) or a broken one makes a new one.
$(STAMP): pyproject.toml constraints.txt tools/find_python.sh
	@set -e; \
	if [ -n "$(PYTHON)" ] || ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	  python=$$(sh tools/find_python.sh "$(PYTHON)"); \
	  echo "setting up $(VENV) with $$python"; \
	  "$$python" -m venv --clear $(VENV); \
	fi; \
	echo "installing the kit and what it needs"; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'; \
	touch $(STAMP)

.PHONY: setup
setup: $(STAMP) ## create or update the virtual environment in .venv

.PHONY: features
features: $(STAMP) ## run every scenario on the default lane; reports in reports/out
	@$(BIN)/python -m pytest features/ $(PYTEST_ARGS)

# reformat-gherkin pins a version of gherkin-official that the kit has left behind, so it lives beside the kit.
GHERKIN := $(VENV)/reformat-gherkin
FORMATTER := $(GHERKIN)/bin/reformat-gherkin

$(FORMATTER): $(STAMP)
	@$(BIN)/python -m venv $(GHERKIN)
	@$(GHERKIN)/bin/python -m pip install --quiet --disable-pip-version-check -c tools/reformat-gherkin.txt reformat-gherkin
	@touch $(FORMATTER)

.PHONY: lint
lint: $(STAMP) $(FORMATTER) ## check style, types, layers and the format of feature files
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(FORMATTER) --check features

.PHONY: format
format: $(STAMP) $(FORMATTER) ## format code and feature files
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format .
	@$(FORMATTER) features

.PHONY: unit
unit: $(STAMP) ## run the kit's own tests
	@$(BIN)/python -m pytest tests/ -q -n 2 $(PYTEST_ARGS)

.PHONY: control-plane
control-plane: ## build kube-apiserver, etcd, kube-controller-manager and kubectl for lane real-api; needs Go
	@sh tools/control_plane/build.sh

.PHONY: cloud-controller
cloud-controller: ## build the real cloud controller manager of AWS for lane real-ccm; needs Go
	@sh tools/control_plane/build.sh cloud-controller

.PHONY: real-api
real-api: $(STAMP) control-plane ## run every scenario on the default lane and on a real kube-apiserver; compare the verdicts
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/default -n 2 $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --variants all --lane real-api --reports reports/out/real-api -n 2 $(PYTEST_ARGS)
	@$(BIN)/python tools/same_verdicts.py --lanes reports/out/default/conformance-report.yaml \
	  reports/out/real-api/conformance-report.yaml

.PHONY: real-behaviours
real-behaviours: $(STAMP) control-plane ## compare the answers of the embedded API with those of a real kube-apiserver
	@$(BIN)/python -m tests.cluster.on_real_server $(BIN)/python -m pytest tests/cluster/test_behaviours.py \
	  tests/cluster/test_equal_answers.py tests/cluster/test_equal_costs.py tests/cluster/test_limits.py -q $(PYTEST_ARGS)
	@$(BIN)/python -m tests.cluster.on_real_server --rbac $(BIN)/python -m pytest tests/cluster/test_behaviours.py \
	  tests/cluster/test_equal_access.py -q $(PYTEST_ARGS)

.PHONY: differences
differences: $(STAMP) control-plane ## send random requests to the embedded API and to a real one; fails on unknown differences
	@$(BIN)/python -m tests.cluster.differences --requests 2000 --seed 1

.PHONY: real-unit
real-unit: $(STAMP) control-plane ## run the kit's own tests that need a real kube-apiserver
	@KIT_REAL_API=1 $(BIN)/python -m pytest tests/cluster/envtest -q $(PYTEST_ARGS)

.PHONY: client-suites
client-suites: $(STAMP) control-plane ## run the test suites of controller-runtime on the embedded API and on a real one; needs Go
	@$(BIN)/python tools/client_suites.py --output reports/out/client-suites.json

.PHONY: real-ccm
real-ccm: $(STAMP) control-plane cloud-controller ## run the scenarios of the cloud controller manager with the real one
	@$(BIN)/python -m pytest features/ -q --lane real-ccm --reports reports/out/real-ccm $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --lane real-ccm-document --reports reports/out/real-ccm-document $(PYTEST_ARGS)
	@$(BIN)/python tools/write_real_components.py --check reports/out/real-ccm/conformance-report.yaml \
	  reports/out/real-ccm-document/conformance-report.yaml

.PHONY: trace
trace: $(STAMP) ## check that no scenario, mutant or interpretation is missing
	@$(BIN)/ekit trace --check

.PHONY: kill
kill: $(STAMP) ## run scenarios against all mutants; fails if one survives
	@$(BIN)/ekit kill --jobs 2 --neighbours $(NEIGHBOURS)

# the components whose plain mutants `make power` draws, and how many
POWER ?= ingress_operator,cloud_controller_manager,config_operator,installer
SAMPLE ?= 100

.PHONY: power
power: $(STAMP) ## run scenarios against a sample of plain mutants; fails if too many survive
	@$(BIN)/ekit kill --plain '$(POWER)' --sample $(SAMPLE) --jobs 2

# how many plain mutants of the embedded API `make api-power` draws
API_SAMPLE ?= 200

.PHONY: api-power
api-power: $(STAMP) ## run the recorded behaviours against plain mutants of the embedded API; fails if too many survive
	@$(BIN)/python -m tests.cluster.mutants --sample $(API_SAMPLE) --jobs 2

.PHONY: power-page
power-page: $(STAMP) ## run all plain mutants (hours), and show the result in docs/power.md
	@$(BIN)/ekit kill --plain all --jobs 2 --output reports/plain-mutants.json
	@$(MAKE) --no-print-directory docs

.PHONY: same
same: $(STAMP) ## run the scenarios in two orders, in one and two processes; compare the verdicts
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/one $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/two -n 2 $(PYTEST_ARGS)
	@$(BIN)/python tools/same_verdicts.py reports/out/one/conformance-report.yaml \
	  reports/out/two/conformance-report.yaml

# how many orders `make orders` runs, the seed of the first one, and the folder of the reports
SEEDS ?= 20
FIRST_SEED ?= 1
ORDERS ?= reports/out/orders

.PHONY: orders
orders: $(STAMP) ## run the scenarios in SEEDS random orders, each in one and in two processes; compare the verdicts
	@set -e; seed=$(FIRST_SEED); end=$$(($(FIRST_SEED) + $(SEEDS))); first='$(ORDERS)/$(FIRST_SEED)-1'; \
	while [ $$seed -lt $$end ]; do \
	  for processes in 1 2; do \
	    reports="$(ORDERS)/$$seed-$$processes"; \
	    case $$processes in 1) split= ;; *) split="-n $$processes" ;; esac; \
	    $(BIN)/python -m pytest features/ -q --seed $$seed $$split --reports "$$reports" $(PYTEST_ARGS); \
	    $(BIN)/python tools/same_verdicts.py "$$first/conformance-report.yaml" "$$reports/conformance-report.yaml"; \
	  done; \
	  seed=$$((seed + 1)); \
	done

.PHONY: hostile
hostile: $(STAMP) ## run scenarios where everything is against them: variables, network, disks; compare the verdicts
	@$(BIN)/python -m tests.hostile

.PHONY: shipped
shipped: $(STAMP) ## run the scenarios in profile shipped
	@$(BIN)/python -m pytest features/ -q --variants all --lane shipped --reports reports/out/shipped $(PYTEST_ARGS)
	@test ! -f reports/out/conformance-report.yaml || $(BIN)/ekit report html reports/out/conformance-report.yaml \
	  reports/out/shipped/conformance-report.yaml -o reports/out/document-and-shipped.html

.PHONY: test
test: ## check a change: lint, unit, features, trace, kill
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory features PYTEST_ARGS="-n 2 $(PYTEST_ARGS)"
	@$(MAKE) --no-print-directory trace
	@$(MAKE) --no-print-directory kill

# for how many seconds `make fuzz` attacks both servers together, and the seed of its requests, the same in every run:
# a change is judged by what it changes, and other seeds are for nights (FUZZ_SEED=$$RANDOM)
FUZZ_SECONDS ?= 300
FUZZ_SEED ?= 11
# at most so many to each server, so that a fast machine sends no others
FUZZ_REQUESTS ?= 10000

.PHONY: fuzz
fuzz: $(STAMP) ## send random hostile requests to the served cluster and the served AWS; fails if one finds a fault
	@$(BIN)/python -m tests.fuzzing --server both --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) --requests $(FUZZ_REQUESTS)

.PHONY: prove
prove: ## check further what needs only Python: same, hostile, shipped, power, api-power, fuzz
	@$(MAKE) --no-print-directory same
	@$(MAKE) --no-print-directory hostile
	@$(MAKE) --no-print-directory shipped
	@$(MAKE) --no-print-directory power
	@$(MAKE) --no-print-directory api-power
	@$(MAKE) --no-print-directory fuzz

.PHONY: docs
docs: $(STAMP) ## generate docs/ pages and the README's table from features, steps and strictness rules
	@$(BIN)/python tools/write_pages.py
	@$(BIN)/python tools/write_strictness.py

.PHONY: bench
bench: $(STAMP) ## measure the speed of parts of the kit
	@$(BIN)/ekit bench

# the folder whose Allure results `make report` renders
REPORTS ?= reports/out
# where `make report` keeps what it needs to show how a scenario fared before
HISTORY ?= reports/history/allure.jsonl

.PHONY: report
report: ## render the Allure results of the last run as one HTML file; needs Node.js
	@sh tools/report/render.sh $(REPORTS)/allure-results $(REPORTS)/allure-report.html $(HISTORY)
	@echo "$(REPORTS)/allure-report.html"

.PHONY: clean
clean: ## remove the virtual environment, reports and caches
	rm -rf $(VENV) .cache reports/out tools/report/node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
