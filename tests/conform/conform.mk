# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The program that holds the model against the kernel. Included by the top Makefile;
# also works by itself from the top folder:
#   make -f tests/conform/conform.mk build/user/cmlab-conform

BUILD ?= build
CONFORM_OBJ ?= $(BUILD)/user/conform
CONFORM_BIN ?= $(BUILD)/user/cmlab-conform
# another copy of the core shows which cells notice that it is wrong
CONFORM_CORE ?= core
CONFORM_SRC := $(wildcard tests/conform/*.c) userspace-peer/keyval.c userspace-peer/keytext.c
CONFORM_SRC += userspace-peer/units.c
CONFORM_SRC += $(wildcard $(CONFORM_CORE)/*/*.c)
CONFORM_OBJS := $(patsubst %.c,$(CONFORM_OBJ)/%.o,$(CONFORM_SRC))
CONFORM_CFLAGS = -std=gnu11 -O2 -g -Wall -Wextra -Iinclude -D_GNU_SOURCE $(CFLAGS)

.PHONY: conformance
conformance:
	scripts/conformance

$(CONFORM_BIN): $(CONFORM_OBJS)
	$(CC) $(LDFLAGS) -o $@ $^ -ljson-c

$(CONFORM_OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CONFORM_CFLAGS) -MMD -MP -c -o $@ $<

-include $(CONFORM_OBJS:.o=.d)
