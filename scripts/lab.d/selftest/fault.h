/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The faults; the table in main.c names them. */
#ifndef FAULT_H
#define FAULT_H

void fault_lock_order(void);
void fault_lock_irq(void);
void fault_lock_wait(void);
void fault_lock_key(void);
void fault_lock_off(void);
void fault_rcu_deref(void);
void fault_rcu_sleep(void);

void fault_leak(void);
void fault_overrun(void);
void fault_use_after_free(void);
void fault_double_free(void);
void fault_stack(void);
void fault_global(void);
void fault_vmalloc(void);
void fault_redzone(void);
void fault_poison(void);
void fault_inject(void);

void fault_list_add(void);
void fault_list_del(void);
void fault_timer(void);
void fault_work(void);
void fault_rcu_head(void);
void fault_refcount(void);
void fault_notifier(void);
void fault_scatterlist(void);
void fault_sysfs(void);

void fault_warn(void);
void fault_oops(void);
void fault_taint(void);

void fault_hang(void);
void fault_sleep(void);
void fault_spin(void);
void fault_stall(void);
void fault_pool(void);

void fault_shift(void);
void fault_index(void);
void fault_bool(void);

/* not seen by KASAN */
void unseen_write(char *where);

#endif /* FAULT_H */
