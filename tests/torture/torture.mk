# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The peer without manners of scripts/torture. Included by the top Makefile; also works by itself from
# the top folder:
#   make -f tests/torture/torture.mk build/user/cmlab-rude

BUILD ?= build
RUDE_OBJ := $(BUILD)/user/rude
RUDE_SRC := $(wildcard tests/torture/*.c)
RUDE_OBJS := $(patsubst %.c,$(RUDE_OBJ)/%.o,$(RUDE_SRC))
RUDE_CFLAGS = -std=gnu11 -O2 -g -Wall -Wextra -Iinclude -D_GNU_SOURCE $(CFLAGS)

$(BUILD)/user/cmlab-rude: $(RUDE_OBJS)
	$(CC) $(LDFLAGS) -o $@ $^

$(RUDE_OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(RUDE_CFLAGS) -MMD -MP -c -o $@ $<

-include $(RUDE_OBJS:.o=.d)
