# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
# For people. The kernel's build system reads Kbuild.

KDIR ?= /lib/modules/$(shell uname -r)/build
BUILD ?= build

.DEFAULT_GOAL := all
.PHONY: all module user demo check scenarios matrix torture coverage fuzz lint clean help

all: module user

module: kdir-exists
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

.PHONY: kdir-exists
kdir-exists:
	@test -e $(KDIR)/Makefile || { \
	echo "cmlab: there is no kernel build tree at $(KDIR): install the kernel's headers (on Debian linux-headers-$$(uname -r)), name another tree with KDIR=, or let the lab build against its own kernels with scripts/lab build" >&2; \
	exit 1; }

include userspace-peer/user.mk
include kunit/user.mk
include tests/conform/conform.mk
include tests/fuzz/fuzz.mk
include tests/torture/torture.mk

user: $(BUILD)/user/cmlab $(BUILD)/user/cmlab-peer

demo:
	scripts/demo

check:
	scripts/check

scenarios: user
	scripts/scenarios/run

matrix:
	scripts/matrix

torture:
	scripts/torture

coverage:
	scripts/coverage

fuzz:
	scripts/fuzz$(if $(RUNS), --runs $(RUNS))

lint:
	scripts/lint

# The tree below KDIR cleans what it made in here; without one there is nothing of its to clean.
clean:
	rm -rf $(BUILD)
	test ! -e $(KDIR)/Makefile || $(MAKE) -C $(KDIR) M=$(CURDIR) clean

help:
	@echo "cmlab: what happens to struct rdma_conn_param"
	@echo
	@echo "  make            cmlab.ko against KDIR, and the userspace programs"
	@echo "  make module     cmlab.ko only; KDIR=$(KDIR)"
	@echo "  make user       build/user/cmlab and build/user/cmlab-peer only"
	@echo "  make demo       scripts/demo: throwaway machines show handshakes, as root"
	@echo "  make check      scripts/check: all tests, as root"
	@echo "  make scenarios  scripts/scenarios: what people met in the field, set up again, as root"
	@echo "  make matrix     the end-to-end tests on every stock kernel, as root; a table"
	@echo "  make torture    hostile things, very often, on three kernels, as root: 35 minutes"
	@echo "  make coverage   what the tests run of the core and the module; an HTML report"
	@echo "  make conformance every prediction of the grid held against live kernels, as root"
	@echo "  make fuzz       libFuzzer on every parser of foreign bytes; RUNS=10000000"
	@echo "  make lint       every checker: docs/checkers.md"
	@echo "  make clean      remove what was built here (the lab's cache stays)"
