# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The harnesses of libFuzzer, one a parser. Included by the top Makefile; also works by itself from
# the top folder: make -f tests/fuzz/fuzz.mk build/fuzz/wire

BUILD ?= build
FUZZ_CC ?= clang
FUZZ_NAMES := wire ulp handshake ping request report show cmdline explain symptom
FUZZ_OBJ := $(BUILD)/fuzz/obj
FUZZ_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FUZZ_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Iinclude -iquote userspace-peer
FUZZ_CFLAGS += -iquote userspace-peer/cmlab -D_GNU_SOURCE $(FUZZ_SAN)
FUZZ_CFLAGS += -Dfuzz_one=LLVMFuzzerTestOneInput -Dfuzz_begin=LLVMFuzzerInitialize
# what is tested steers the fuzzer, and what tests it does not
FUZZ_COVERAGE := -fsanitize=fuzzer-no-link

FUZZ_CORE := $(wildcard core/*/*.c)
# all of cmlab but main() and the files that it reads, which are the input
FUZZ_USER := $(wildcard userspace-peer/*.c)
FUZZ_USER += $(filter-out %/cmlab.c %/cmlab_debugfs.c,$(wildcard userspace-peer/cmlab/*.c))
fuzz-objs = $(patsubst %.c,$(FUZZ_OBJ)/%.o,$(1))

.PHONY: fuzz-programs
fuzz-programs: $(FUZZ_NAMES:%=$(BUILD)/fuzz/%)

$(FUZZ_NAMES:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: $(FUZZ_OBJ)/tests/fuzz/%.o $(FUZZ_OBJ)/core.a $(FUZZ_OBJ)/user.a
	$(FUZZ_CC) $(FUZZ_SAN) -fsanitize=fuzzer -o $@ $^ $(FUZZ_OBJ)/core.a -ljson-c

# Archives, so that each harness takes only what it tests, and counts only that.
$(FUZZ_OBJ)/core.a: $(call fuzz-objs,$(FUZZ_CORE))
	rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_OBJ)/user.a: $(call fuzz-objs,$(FUZZ_USER))
	rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_OBJ)/tests/%.o: FUZZ_COVERAGE :=
$(FUZZ_OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_CFLAGS) $(FUZZ_COVERAGE) -MMD -MP -c -o $@ $<

-include $(wildcard $(FUZZ_OBJ)/*/*.d $(FUZZ_OBJ)/*/*/*.d)
