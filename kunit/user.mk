# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The core's tests in userspace, always with sanitizers. Included by the top
# Makefile; also works by itself from the top folder:
#   make -f kunit/user.mk core-test     builds and runs build/user/core-test

BUILD ?= build
KUNIT_OBJ := $(BUILD)/user/kunit
KUNIT_CORE ?= $(wildcard core/*/*.c)
KUNIT_SRC := $(filter-out kunit/module.c,$(wildcard kunit/*.c)) $(wildcard kunit/user/*.c)
KUNIT_SRC += $(KUNIT_CORE)
KUNIT_OBJS := $(patsubst %.c,$(KUNIT_OBJ)/%.o,$(KUNIT_SRC))
KUNIT_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
KUNIT_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Iinclude $(KUNIT_SAN)

.PHONY: core-test
core-test: $(BUILD)/user/core-test
	$(BUILD)/user/core-test

$(BUILD)/user/core-test: $(KUNIT_OBJS)
	$(CC) $(KUNIT_SAN) -o $@ $^

$(KUNIT_OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(KUNIT_CFLAGS) -MMD -MP -c -o $@ $<

# docs/findings.md is made from the catalogue and the first row of each finding's tests,
# docs/troubleshooting.md from the symptoms' tables.
FINDINGS_DOC_OBJS := $(patsubst %.c,$(KUNIT_OBJ)/%.o,kunit/doc/findings.c kunit/predict_rows.c kunit/findings_rows.c kunit/stories.c \
	$(wildcard core/*/*.c))
SYMPTOMS_DOC_OBJS := $(patsubst %.c,$(KUNIT_OBJ)/%.o,kunit/doc/troubleshooting.c $(wildcard core/*/*.c))

.PHONY: docs
docs: $(BUILD)/user/findings-doc $(BUILD)/user/troubleshooting-doc
	$(BUILD)/user/findings-doc >docs/findings.md
	$(BUILD)/user/troubleshooting-doc >docs/troubleshooting.md

$(BUILD)/user/findings-doc: $(FINDINGS_DOC_OBJS)
	$(CC) $(KUNIT_SAN) -o $@ $^

$(BUILD)/user/troubleshooting-doc: $(SYMPTOMS_DOC_OBJS)
	$(CC) $(KUNIT_SAN) -o $@ $^

-include $(KUNIT_OBJS:.o=.d) $(FINDINGS_DOC_OBJS:.o=.d) $(SYMPTOMS_DOC_OBJS:.o=.d)
