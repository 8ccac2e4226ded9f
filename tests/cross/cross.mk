# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What scripts/cross builds of the core for another machine, and for this one to compare with; from
# the top folder: make -f tests/cross/cross.mk CC=COMPILER BUILD=FOLDER KUNIT_SAN=FLAGS

.DEFAULT_GOAL := cross
.PHONY: cross

override KUNIT_SAN += -DCMLAB_OWN_DIV_U64

include kunit/user.mk

CROSS_OBJS := $(patsubst %.c,$(KUNIT_OBJ)/%.o,tests/cross/bytes.c tests/cross/div.c $(wildcard core/*/*.c))

$(BUILD)/user/core-test: $(KUNIT_OBJ)/tests/cross/div.o

cross: $(BUILD)/user/core-test $(BUILD)/user/core-bytes

$(BUILD)/user/core-bytes: $(CROSS_OBJS)
	$(CC) $(KUNIT_SAN) -o $@ $^

-include $(KUNIT_OBJ)/tests/cross/bytes.d
