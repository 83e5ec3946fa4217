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
help: ## what can be made
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
setup: $(STAMP) ## the virtual environment in .venv

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
lint: $(STAMP) $(FORMATTER) ## style, types, the direction of imports, the format of feature files
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(FORMATTER) --check features

.PHONY: format
format: $(STAMP) $(FORMATTER) ## format code and feature files as lint wants them
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format .
	@$(FORMATTER) features

.PHONY: unit
unit: $(STAMP) ## the tests of the kit itself
	@$(BIN)/python -m pytest tests/ -q -n 2 $(PYTEST_ARGS)

.PHONY: control-plane
control-plane: ## build the real kube-apiserver and what belongs to it into the user's cache, for lane real-api
	@sh tools/control_plane/build.sh

.PHONY: cloud-controller
cloud-controller: ## build the real cloud controller manager of AWS into the user's cache, for lane real-ccm
	@sh tools/control_plane/build.sh cloud-controller

.PHONY: real-api
real-api: $(STAMP) control-plane ## the scenarios on a real kube-apiserver say the same as on the default lane
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/default -n 2 $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --variants all --lane real-api --reports reports/out/real-api -n 2 $(PYTEST_ARGS)
	@$(BIN)/python tools/same_verdicts.py --lanes reports/out/default/conformance-report.yaml \
	  reports/out/real-api/conformance-report.yaml

.PHONY: real-behaviours
real-behaviours: $(STAMP) control-plane ## the answers that the embedded API is judged by are those of a real kube-apiserver
	@$(BIN)/python -m tests.cluster.on_real_server $(BIN)/python -m pytest tests/cluster/test_behaviours.py \
	  tests/cluster/test_equal_answers.py -q $(PYTEST_ARGS)

.PHONY: real-unit
real-unit: $(STAMP) control-plane ## the tests of the kit that need a real kube-apiserver
	@KIT_REAL_API=1 $(BIN)/python -m pytest tests/cluster/envtest -q $(PYTEST_ARGS)

.PHONY: real-ccm
real-ccm: $(STAMP) control-plane cloud-controller ## the scenarios of the cloud controller manager, run with the real one
	@$(BIN)/python -m pytest features/ -q --lane real-ccm --reports reports/out/real-ccm $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --lane real-ccm-document --reports reports/out/real-ccm-document $(PYTEST_ARGS)
	@$(BIN)/python tools/write_real_components.py --check reports/out/real-ccm/conformance-report.yaml \
	  reports/out/real-ccm-document/conformance-report.yaml

.PHONY: trace
trace: $(STAMP) ## every requirement has its scenario, every scenario its requirement
	@$(BIN)/ekit trace --check

.PHONY: kill
kill: $(STAMP) ## every promise of a scenario is backed by a mutant that turns it red
	@$(BIN)/ekit kill --jobs 2 --neighbours $(NEIGHBOURS)

.PHONY: same
same: $(STAMP) ## the scenarios say the same in another order and on two processes
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/one $(PYTEST_ARGS)
	@$(BIN)/python -m pytest features/ -q --variants all --reports reports/out/two -n 2 $(PYTEST_ARGS)
	@$(BIN)/python tools/same_verdicts.py reports/out/one/conformance-report.yaml \
	  reports/out/two/conformance-report.yaml

.PHONY: shipped
shipped: $(STAMP) ## the scenarios in the reading that OpenShift released
	@$(BIN)/python -m pytest features/ -q --lane shipped --reports reports/out/shipped $(PYTEST_ARGS)
	@test ! -f reports/out/conformance-report.yaml || $(BIN)/ekit report html reports/out/conformance-report.yaml \
	  reports/out/shipped/conformance-report.yaml -o reports/out/document-and-shipped.html

.PHONY: test
test: ## what a change has to pass: lint, the tests of the kit, features, trace, mutants
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory features
	@$(MAKE) --no-print-directory trace
	@$(MAKE) --no-print-directory kill

.PHONY: prove
prove: ## what else needs only Python: other orders and processes, the released profile
	@$(MAKE) --no-print-directory same
	@$(MAKE) --no-print-directory shipped

.PHONY: docs
docs: $(STAMP) ## generate docs/ pages and the README's table from features, steps and strictness rules
	@$(BIN)/python tools/write_pages.py
	@$(BIN)/python tools/write_strictness.py

.PHONY: bench
bench: $(STAMP) ## measurements, as ratios in one run
	@$(BIN)/ekit bench

# the folder whose Allure results `make report` renders
REPORTS ?= reports/out
# where `make report` keeps what it needs to show how a scenario fared before
HISTORY ?= reports/history/allure.jsonl

.PHONY: report
report: ## the Allure results of the last run as one HTML file; needs Node.js
	@sh tools/report/render.sh $(REPORTS)/allure-results $(REPORTS)/allure-report.html $(HISTORY)
	@echo "$(REPORTS)/allure-report.html"

.PHONY: clean
clean: ## remove the virtual environment, reports and caches
	rm -rf $(VENV) reports/out tools/report/node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
