# Every target sets up what it needs in .venv; nothing is installed elsewhere.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv pip install --quiet --python $(BIN)/python
CORE   := $(shell find src/core src/bindings -type f) CMakeLists.txt pyproject.toml
PYTHON_FILES := $(shell find src/rosenblatt -name '*.py')

.PHONY: demo test test-slow fuzz soak sanitize neighbours bench lint format build clean
.DELETE_ON_ERROR:

# Fixed repeats, so that everyone sees the numbers of the README's picture.
demo: .make/package .make/models
	@mkdir -p out
	$(BIN)/rosenblatt compare breast_cancer --noise 0.2 --repeats 1 --out out/report.html --model out/best.rosenblatt

test: .make/package .make/test
	SCIPY_ARRAY_API=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-slow: .make/package .make/test
	SCIPY_ARRAY_API=1 $(BIN)/python -m pytest -m slow

SECONDS ?= 3600

fuzz: .make/package .make/test
	$(BIN)/python -m fuzz --seconds $(SECONDS)

soak: .make/package .make/test
	$(BIN)/python -m fuzz.soak --seconds $(SECONDS)

sanitize: .make/package .make/test
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/core/sanitized.sh $(CURDIR)/$(BIN)/python

neighbours: .make/package .make/neighbours
	SCIPY_ARRAY_API=1 $(BIN)/python -m pytest tests/neighbours

bench: .make/package .make/bench
	$(BIN)/python -m benchmarks

lint: .make/package .make/lint
	$(BIN)/python -m nanobind.stubgen -q -m rosenblatt._core._core -o src/rosenblatt/_core/_core.pyi
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	find src/core src/bindings -name '*.?pp' | xargs $(BIN)/clang-format --dry-run --Werror

format: .make/format
	find src/core src/bindings -name '*.?pp' | xargs $(BIN)/clang-format -i
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

build: .make/package

clean:
	rm -rf $(VENV) .make build out

$(BIN)/uv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

.make/build: $(BIN)/uv
	@mkdir -p .make
	@echo "Setting up: build tools"
	$(UV) "scikit-build-core>=0.10" "nanobind>=2.4" cmake ninja
	@touch $@

.make/format: $(BIN)/uv
	@mkdir -p .make
	$(UV) "ruff>=0.9" "clang-format>=18"
	@touch $@

.make/package: .make/build $(CORE) $(PYTHON_FILES)
	@echo "Setting up: compiling the core (about a minute)"
	PATH="$(CURDIR)/$(BIN):$$PATH" $(UV) --no-build-isolation -e .
	@touch $@

.make/models .make/test .make/lint .make/bench .make/neighbours: .make/%: .make/package
	@echo "Setting up: packages for $*"
	$(UV) --no-build-isolation -e ".[$*]"
	@touch $@
