# Heliopolis in one word each. `make` alone lists them.
#
# Everything is installed into .venv, from the pinned and hashed lists in requirements/, by tools/setup.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test browse screens bench check soak golden mutants attack outages lock clean environment lint format types layers warm client tests FORCE

bin := .venv/bin
run := .venv/run.stamp
dev := .venv/dev.stamp
web := .venv/web.stamp
webdev := .venv/webdev.stamp
browser := .venv/browser.stamp
proxies := .venv/proxies.stamp
attack := .venv/attack.stamp

# Where Python may keep no bytecode, every process compiles its libraries again: a start takes five seconds, not one.
unexport PYTHONDONTWRITEBYTECODE

# The Node.js that tools/setup fetched, where the system has none.
node := PATH="$(CURDIR)/.uv/node/bin:$$PATH"

# An environment whose Python is gone, or that was made for another folder, is made again.
place := $(shell test -x $(bin)/python && cat .venv/place 2>/dev/null)
ifneq ($(place),$(CURDIR))
$(run) $(dev): FORCE
endif

help:  ## list these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

# A first start compiles while the client's packages are fetched. Nobody waits for it: tables work without.
play: $(run)  ## play in the browser (make play ARGS="...": options of `heliopolis serve`)
	@$(MAKE) --no-print-directory -q $(web) || { $(bin)/heliopolis warm tables >/dev/null 2>&1 & $(MAKE) --no-print-directory $(web); }
	@$(bin)/heliopolis serve $(ARGS)

test:  ## check the code, run the tests, say how long each phase took
	@MAKE='$(MAKE)' tools/phases environment lint format layers types,warm,client tests

bench: $(dev)  ## measure the speed of the games
	@$(bin)/python benchmarks/speed.py $(ARGS)

browse: $(dev) $(webdev) $(web) $(browser)  ## play whole games in a real browser, as the tests of the client do
	@$(bin)/pytest tests/browser $(ARGS)

screens: $(dev) $(web) $(browser)  ## photograph every table in every window, into build/screens (ARGS='--only "ra-5-*"')
	@$(bin)/python -m tests.browser.screens $(ARGS)

check: lint format types layers client  ## check style, types and the direction of imports, and the client

soak: $(dev)  ## play random games for a long time, looking for a broken rule
	@$(bin)/python tests/soak.py $(ARGS)

golden: $(dev)  ## play the golden games anew, and count: then read the diff
	@$(bin)/python -m tests.golden
	@$(bin)/python -m tests.perft

mutants: $(dev)  ## break every rule, one at a time: does a test that names it notice? (ARGS="R14 --workers 2")
	@$(bin)/python -m tests.mutants $(ARGS)

attack: $(dev) $(attack)  ## attack a server of one's own for minutes, time people beside it (ARGS="pings --seconds 5")
	@$(bin)/python -m tests.attacks $(ARGS)

outages: $(dev) $(proxies)  ## kill one of three servers every 10 s for two minutes: is anything lost? (ARGS="--seconds 30")
	@$(bin)/python -m tests.outages $(ARGS)

lock:  ## pin the requirements anew (make lock UPGRADE=1: to the latest releases)
	@tools/setup lock $(if $(UPGRADE),--upgrade)

clean:  ## remove the environment, the caches and the build output
	@rm -rf .venv .uv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The phases of `make test`.

environment: $(dev)
	@:

lint: $(dev)
	@$(bin)/ruff check

format: $(dev)
	@$(bin)/ruff format --check

types: $(dev)
	@$(bin)/mypy

layers: $(dev)
	@$(bin)/lint-imports --no-logo

warm: $(dev)
	@$(bin)/heliopolis warm

client: $(dev) $(webdev) $(web)
	@cd web && $(node) npm run --silent check && $(node) npm run --silent lint && $(node) npm run --silent test

tests: $(dev) $(webdev) $(web) $(browser) $(proxies)
	@# Twice what two cores have: browsers, servers and processes often wait for each other.
	@# What failed beside others has to pass by itself, and is named.
	@$(bin)/pytest -n 4 --dist worksteal --durations 15 -rfEs $(ARGS) || { [ $$? -eq 1 ] && tools/again $(ARGS); }

# What has to be installed for playing, and for developing, which includes playing.

# An environment for developing stays one, also where only playing asks for it.
$(run): pyproject.toml requirements/run.txt requirements/build.txt
	@tools/setup $(if $(wildcard $(dev)),dev,run)

$(dev): pyproject.toml requirements/run.txt requirements/dev.txt requirements/build.txt
	@tools/setup dev

# Whichever environment is there will do for the client: only its Python is used, where there is no Node.js.
# Playing takes the packages that build the client, developing also those that check it: they are installed before it is
# built, so that nothing is installed twice.
$(webdev): web/package.json web/package-lock.json | $(run)
	@tools/setup webdev

$(web): CHANGELOG.md $(shell git ls-files web 2>/dev/null || find web -type f -not -path '*/node_modules/*') | $(run)
	@tools/setup web

$(browser): | $(dev)
	@tools/setup browser

$(proxies): | $(dev)
	@tools/setup proxies

# The environment of the attacks is made for the Python of the other one.
$(attack): requirements/attack.txt | $(dev)
	@tools/setup attack
