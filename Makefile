# Two commands for users: `make demo` and `make test`. Both do all set-up; so does `make build`.
# The build itself is CMake's (CMakePresets.json), setuptools' and npm's.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export NODE_PATH := /usr/share/nodejs
SHELL := /bin/bash
jobs := $(shell nproc 2>/dev/null || echo 2)

.PHONY: demo test build setup native wasm node python npm clean
.NOTPARALLEL:

demo: build
	@.venv/bin/python benchmarks/demo.py

test: build
	@.venv/bin/python -m pytest tests

build: setup native wasm node python npm
	@echo "== built: build/native, build/wasm, build/prebuilds, .venv and dist"

setup:
	@.ci/setup

native:
	@echo "== C library: build/native"
	@cmake --preset release >/dev/null
	@cmake --build --preset release --parallel $(jobs) -- --quiet

wasm:
	@echo "== WebAssembly: build/wasm"
	@for preset in wasm wasm-plain; do cmake --preset $$preset >/dev/null && \
	  cmake --build --preset $$preset --parallel $(jobs) -- --quiet || exit 1; done

node:
	@echo "== Node.js addon: build/prebuilds"
	@cmake --preset node >/dev/null && cmake --build --preset node --parallel $(jobs) -- --quiet

python:
	@echo "== Python package: dist/*.whl, dist/*.tar.gz, .venv"
	@rm -f dist/*.whl dist/*.tar.gz
	@.venv/bin/python -m build --outdir dist . >build/python.log 2>&1 || \
	  { tail -n 40 build/python.log; exit 1; }
	@.venv/bin/pip install -q --disable-pip-version-check --force-reinstall --no-deps dist/*.whl

npm:
	@echo "== npm package: dist/*.tgz"
	@rm -f dist/*.tgz
	@npm pack --silent --pack-destination dist >/dev/null

clean:
	rm -rf build dist .venv node_modules
