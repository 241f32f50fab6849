# Two commands do for most: `make run` and `make test`. Both install what is missing.
# Settings: LISTEN (where `make run` serves), TESTFLAGS (more flags for go test).

SHELL := /bin/bash
LISTEN ?= localhost:8080
TESTFLAGS ?=
GO ?= go

# The packages that know no camera and no web; they must build without C.
PURE := ./models ./rules/... ./scoring/... ./vision/track/... ./calibration

.DEFAULT_GOAL := help
.PHONY: help run build test race lint fmt bench prove scenes singles deps test-deps clean

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
	CGO_ENABLED=0 GOGC=400 PROVE_ROUNDS=100000 $(GO) test -v -timeout 6h -run 'EverythingInSight|EventsHidden|NotationOfRandomRounds' ./rules

# name:design:table:level:players:seed of the simulated photos that are measured, and with :start:seconds:size of its films.
SCENES := frame-felt:frame:felt:normal:3:101 medal-walnut:medal:walnut:easy:4:102 stripes-dark:stripes:dark:hard:6:109 \
  bubbles-scarlet:bubbles:scarlet:normal:4:104 medal-gingham:medal:gingham:hard:2:105 frame-cloth:frame:cloth:normal:4:106 \
  bubbles-plain:bubbles:plain:easy:8:107 stripes-oak:stripes:oak:normal:5:108
FILMS := frame-dark:frame:dark:normal:4:301:0:60:1280x720 bubbles-cloth:bubbles:cloth:easy:4:302:40:60:1280x720 \
  medal-oak:medal:oak:hard:3:306:0:60:1280x720 bubbles-12:bubbles:plain:easy:12:305:0:40:1920x1080

scenes: build ## draw the simulated photos and films of the README's figures into OUT (a new folder)
	@test -n "$(OUT)" || { echo "say where: make scenes OUT=folder"; exit 1; }
	mkdir -p $(OUT)/stills $(OUT)/video
	set -e; for s in $(SCENES); do IFS=: read -r name design table level players seed <<< "$$s"; \
	  ./bin/schiri simulate --stills 10 --size 1920x1080 --design $$design --table $$table --level $$level --players $$players --seed $$seed --out $(OUT)/stills/$$name; done
	set -e; for s in $(FILMS); do IFS=: read -r name design table level players seed from seconds size <<< "$$s"; \
	  ./bin/schiri simulate --seconds $$seconds --mistakes .08 --from $$from --size $$size --design $$design --table $$table --level $$level --players $$players --seed $$seed --out $(OUT)/video/$$name; done

# design:level:seed of the README's photos of single cards.
SINGLES := paper:easy:301 medal:normal:302 swarm:hard:303 frame:hard:304 ivory:normal:305 noir:hard:306

singles: build ## draw the photos of single cards of the README's figures into OUT (a new folder)
	@test -n "$(OUT)" || { echo "say where: make singles OUT=folder"; exit 1; }
	mkdir -p $(OUT)
	set -e; for s in $(SINGLES); do IFS=: read -r design level seed <<< "$$s"; \
	  ./bin/schiri simulate --singles 60 --design $$design --level $$level --seed $$seed --out $(OUT)/$$design-$$seed; done

deps: ## install what building needs (OpenCV, pkg-config, a C++ compiler)
	@./.ci/deps build

test-deps: ## install what testing needs besides (Chromium)
	@./.ci/deps test

clean: ## remove what was built
	rm -rf bin
