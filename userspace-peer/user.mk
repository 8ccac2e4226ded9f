# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The userspace programs. Included by the top Makefile; also works by itself from
# the top folder: make -f userspace-peer/user.mk
#
#   make user             build/user/cmlab and build/user/cmlab-peer
#   make user SANITIZE=1  also the same with ASan and UBSan, in build/user-sanitize
#   make user ANALYZE=1   with gcc -fanalyzer
#
# CC, CFLAGS, LDFLAGS and USER_WARN may be given.

BUILD ?= build
USER_WARN ?= -Wall -Wextra -Werror=implicit -Werror=format-security -Werror=incompatible-pointer-types
USER_SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
USER_ANALYZE := $(if $(filter 1,$(ANALYZE)),-fanalyzer)
USER_CFLAGS = -std=gnu11 -O2 -g $(USER_WARN) $(USER_ANALYZE) -Iinclude -iquote userspace-peer -D_GNU_SOURCE $(CFLAGS)

USER_COMMON := $(notdir $(wildcard userspace-peer/*.c))
USER_CMLAB := $(notdir $(wildcard userspace-peer/cmlab/*.c))
USER_PEER := $(notdir $(wildcard userspace-peer/peer/*.c))

vpath %.c userspace-peer userspace-peer/cmlab userspace-peer/peer

.PHONY: user
user: $(BUILD)/user/cmlab $(BUILD)/user/cmlab-peer
ifeq ($(SANITIZE),1)
user: $(BUILD)/user-sanitize/cmlab $(BUILD)/user-sanitize/cmlab-peer
endif

# $(1): output folder, $(2): extra flags
define USER_RULES
$(1)/cmlab: $(patsubst %.c,$(1)/obj/%.o,$(USER_CMLAB) $(USER_COMMON)) $(1)/obj/core.a
	$$(CC) $(2) $$(LDFLAGS) -o $$@ $$^ -ljson-c

$(1)/cmlab-peer: $(patsubst %.c,$(1)/obj/%.o,$(USER_PEER) $(USER_COMMON)) $(1)/obj/core.a
	$$(CC) $(2) $$(LDFLAGS) -o $$@ $$^ -lrdmacm -libverbs -ljson-c

# An archive, so that each program takes only what it uses of the core.
$(1)/obj/core.a: $(patsubst core/%.c,$(1)/obj/core/%.o,$(wildcard core/*/*.c))
	rm -f $$@
	$$(AR) rcs $$@ $$^

$(1)/obj/%.o: %.c | $(1)/obj
	$$(CC) $$(USER_CFLAGS) $(2) -MMD -MP -c -o $$@ $$<

$(1)/obj/core/%.o: core/%.c
	mkdir -p $$(@D)
	$$(CC) $$(USER_CFLAGS) $(2) -MMD -MP -c -o $$@ $$<

$(1)/obj:
	mkdir -p $$@

-include $(wildcard $(1)/obj/*.d $(1)/obj/core/*/*.d)
endef

$(eval $(call USER_RULES,$(BUILD)/user,))
$(eval $(call USER_RULES,$(BUILD)/user-sanitize,$(USER_SAN)))
