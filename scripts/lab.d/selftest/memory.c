// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What KASAN, SLUB's checks and the leak detector are to notice. Were the lengths known, the
 * compiler would find the faults before the kernel can.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "fault.h"

#define OBJECT_SIZE 64

void fault_leak(void)
{
	void *object = kmalloc(2 * OBJECT_SIZE, GFP_KERNEL);

	/* what the leak detector finds in a register or on the stack is no leak */
	OPTIMIZER_HIDE_VAR(object);
}

static void write_at(char *object, size_t offset)
{
	OPTIMIZER_HIDE_VAR(object);
	OPTIMIZER_HIDE_VAR(offset);
	WRITE_ONCE(object[offset], 1);
}

void fault_overrun(void)
{
	char *object = kmalloc(OBJECT_SIZE, GFP_KERNEL);

	if (!object)
		return;
	write_at(object, OBJECT_SIZE);
	kfree(object);
}

void fault_use_after_free(void)
{
	char *object = kmalloc(OBJECT_SIZE, GFP_KERNEL), *gone = object;

	if (!object)
		return;
	OPTIMIZER_HIDE_VAR(gone);
	kfree(object);
	write_at(gone, 0);
}

void fault_double_free(void)
{
	char *object = kmalloc(OBJECT_SIZE, GFP_KERNEL), *gone = object;

	OPTIMIZER_HIDE_VAR(gone);
	kfree(object);
	kfree(gone);
}

void fault_stack(void)
{
	char object[OBJECT_SIZE];

	write_at(object, OBJECT_SIZE);
}

static char object_global[OBJECT_SIZE];

void fault_global(void)
{
	write_at(object_global, OBJECT_SIZE);
}

/* The page behind the area is never mapped, so the area must end within a page. */
void fault_vmalloc(void)
{
	char *object = vmalloc(OBJECT_SIZE);

	if (!object)
		return;
	write_at(object, OBJECT_SIZE);
	vfree(object);
}

/* The cache's destruction brings the object back from KASAN's quarantine, through SLUB's checks. */
void fault_redzone(void)
{
	struct kmem_cache *cache;
	char *object;

	cache = kmem_cache_create("lab_selftest_redzone", OBJECT_SIZE, 0, 0, NULL);
	if (!cache)
		return;
	object = kmem_cache_alloc(cache, GFP_KERNEL);
	if (object) {
		unseen_write(object + OBJECT_SIZE);
		kmem_cache_free(cache, object);
	}
	kmem_cache_destroy(cache);
}

/* The object that stays keeps the page from being given back. */
void fault_poison(void)
{
	char *object, *stays, *again;
	struct kmem_cache *cache;

	cache = kmem_cache_create("lab_selftest_poison", OBJECT_SIZE, 0, 0, NULL);
	if (!cache)
		return;
	stays = kmem_cache_alloc(cache, GFP_KERNEL);
	object = kmem_cache_alloc(cache, GFP_KERNEL);
	if (stays && object) {
		kmem_cache_free(cache, object);
		/* out of KASAN's quarantine */
		kmem_cache_shrink(cache);
		unseen_write(object);
		again = kmem_cache_alloc(cache, GFP_KERNEL);
		if (again)
			kmem_cache_free(cache, again);
		kmem_cache_free(cache, stays);
	}
	kmem_cache_destroy(cache);
}

/* No fault: what was told to fail must do so. */
void fault_inject(void)
{
#ifdef CONFIG_FAULT_INJECTION
	struct page *page;
	void *object;

	current->fail_nth = 1;
	object = kmalloc(OBJECT_SIZE, GFP_NOWAIT);
	current->fail_nth = 1;
	page = alloc_pages(GFP_NOWAIT, 1);
	current->fail_nth = 0;
	pr_info("lab_selftest: kmalloc %s, alloc_pages %s\n", object ? "worked" : "failed",
		page ? "worked" : "failed");
	kfree(object);
	if (page)
		__free_pages(page, 1);
#endif
}
