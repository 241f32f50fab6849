# Two commands do for most: `make run` and `make test`. Both install what is missing.
# Settings: LISTEN (where `make run` serves), TESTFLAGS (more flags for go test).

SHELL := /bin/bash
LISTEN ?= localhost:8080
TESTFLAGS ?=
GO ?= go

# The packages that know no camera and no web; they must build without C.
PURE := ./models ./rules/... ./scoring/... ./vision/track/... ./calibration

.DEFAULT_GOAL := help
.PHONY: help run build test race lint fmt bench prove deps test-deps clean

help: ## show what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## install what is missing, build, and watch the simulated table on http://$(LISTEN)
	./bin/schiri serve --listen $(LISTEN)

build: deps ## build bin/schiri
	$(GO) build -o bin/schiri ./cmd/schiri

test: test-deps ## install what is missing and run every test
	CGO_ENABLED=0 $(GO) build $(PURE)
	$(GO) test -tags matprofile -timeout 20m $(TESTFLAGS) ./...

race: test-deps ## run every test under the race detector (slower)
	$(GO) test -tags matprofile -race -timeout 40m $(TESTFLAGS) ./...

lint: deps ## vet, staticcheck and gofumpt
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	@out=$$($(GO) tool gofumpt -l .); if [ -n "$$out" ]; then echo "not formatted (make fmt):"; echo "$$out"; exit 1; fi

fmt: ## format all code
	$(GO) tool gofumpt -w .

bench: deps ## measure every stage
	$(GO) test -run '^$$' -bench . -benchmem ./...

prove: ## the long proof of the rules: 100,000 rounds of random play (seeds are printed)
	CGO_ENABLED=0 PROVE_ROUNDS=100000 $(GO) test -v -timeout 6h -run 'EverythingInSight|EventsHidden|NotationOfRandomRounds' ./rules

deps: ## install what building needs (OpenCV, pkg-config, a C++ compiler)
	@./.ci/deps build

test-deps: ## install what testing needs besides (Chromium, ffmpeg)
	@./.ci/deps test

clean: ## remove what was built
	rm -rf bin
