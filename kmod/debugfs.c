// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * /sys/kernel/debug/cmlab, root only:
 *
 *   control             commands, one a line; see control.c
 *   devices             RDMA devices, their limits and what is used of them
 *   profiles            built-in profiles
 *   listeners           listening addresses
 *   connections         one line per living connection
 *   conn/<id>/report    everything known of one connection, ended ones included
 *   events              recent handshakes, failed ones and refused commands included
 *   stats               counters
 *
 * Every readable file starts with "version: 1". Readers copy a record's snapshot and hold
 * no lock that the CM handler takes.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <cmlab/profile.h>

#include "conn.h"
#include "control.h"
#include "debugfs.h"
#include "device.h"
#include "event.h"
#include "listener.h"
#include "record.h"
#include "stats.h"

static struct dentry *root, *control, *conns;

struct listing {
	struct seq_file *m;
	unsigned int n;
};

static void start(struct seq_file *m)
{
	seq_puts(m, "version: 1\n");
}

static void emit(void *ctx, const char *key, const char *value)
{
	seq_printf(ctx, "%s: %s\n", key, value);
}

static int report_show(struct seq_file *m, void *v)
{
	struct cmlab_record *rec = m->private;
	struct cmlab_snapshot *snap = kmalloc(sizeof(*snap), GFP_KERNEL);

	if (!snap)
		return -ENOMEM;
	cmlab_record_copy(rec, snap);
	start(m);
	cmlab_snapshot_format(snap, emit, m);
	kfree(snap);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(report);

static void connection_line(struct seq_file *m, const struct cmlab_snapshot *s)
{
	if (s->state == CMLAB_STATE_CLOSED)
		return;
	seq_printf(m, "%-6u %-8s %-10s %-16s %-28s %-28s %4u %4u\n", s->id,
		   cmlab_names_role(s->role), s->device[0] ? s->device : "-",
		   cmlab_names_state(s->state), s->local[0] ? s->local : "-",
		   s->remote[0] ? s->remote : "-", cmlab_values_get(&s->negotiated, CMLAB_F_IRD),
		   cmlab_values_get(&s->negotiated, CMLAB_F_ORD));
}

static int connections_show(struct seq_file *m, void *v)
{
	struct cmlab_snapshot *snap = kmalloc(sizeof(*snap), GFP_KERNEL);
	struct cmlab_record *rec;
	unsigned long id = 0;

	if (!snap)
		return -ENOMEM;
	start(m);
	seq_printf(m, "%-6s %-8s %-10s %-16s %-28s %-28s %4s %4s\n", "id", "role", "device",
		   "state", "local", "remote", "ird", "ord");
	for (; (rec = cmlab_record_next(&id)); id++) {
		cmlab_record_copy(rec, snap);
		cmlab_record_put(rec);
		connection_line(m, snap);
	}
	kfree(snap);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(connections);

static void device_lines(const struct cmlab_device *dev, void *ctx)
{
	const struct cmlab_limits *l = &dev->limits;
	struct listing *list = ctx;
	struct seq_file *m = list->m;
	unsigned int n = list->n++;

	seq_printf(m, "devices[%u].name: %s\n", n, dev->ibdev->name);
	seq_printf(m, "devices[%u].driver: %s\n", n, cmlab_names_driver(l->driver));
	seq_printf(m, "devices[%u].transport: %s\n", n, cmlab_names_transport(l->transport));
	seq_printf(m, "devices[%u].max_qp_rd_atom: %d\n", n, l->max_qp_rd_atom);
	seq_printf(m, "devices[%u].max_qp_init_rd_atom: %d\n", n, l->max_qp_init_rd_atom);
	seq_printf(m, "devices[%u].max_res_rd_atom: %d\n", n, l->max_res_rd_atom);
	seq_printf(m, "devices[%u].mock: %s\n", n, l->mock ? "true" : "false");
	seq_printf(m, "devices[%u].res_used: %llu\n", n, READ_ONCE(dev->res_used));
	seq_printf(m, "devices[%u].connections: %u\n", n, dev->users - 1);
}

static int devices_show(struct seq_file *m, void *v)
{
	struct listing list = { .m = m };

	start(m);
	cmlab_device_for_each(device_lines, &list);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(devices);

static void listener_lines(const struct cmlab_listener *l, void *ctx)
{
	const struct cmlab_request *req = &l->cfg->req;
	struct listing *list = ctx;
	struct seq_file *m = list->m;
	unsigned int n = list->n++;

	seq_printf(m, "listeners[%u].id: %u\n", n, l->id);
	seq_printf(m, "listeners[%u].local: %s\n", n, l->local);
	seq_printf(m, "listeners[%u].state: %s\n", n,
		   READ_ONCE(l->cm_id) ? "listening" : "device removed");
	seq_printf(m, "listeners[%u].profile: %s\n", n, req->profile.name);
	seq_printf(m, "listeners[%u].transitions: %s\n", n,
		   cmlab_names_transitions(req->transitions));
	seq_printf(m, "listeners[%u].handshake: %s\n", n, cmlab_names_handshake(req->handshake));
	seq_printf(m, "listeners[%u].backlog: %u\n", n, req->backlog);
	seq_printf(m, "listeners[%u].requests: %d\n", n, atomic_read(&l->requests));
}

static int listeners_show(struct seq_file *m, void *v)
{
	struct listing list = { .m = m };

	start(m);
	cmlab_listener_for_each(listener_lines, &list);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(listeners);

static void profile_lines(struct seq_file *m, unsigned int n, const struct cmlab_profile *p)
{
	const struct cmlab_range *r;
	int f;

	seq_printf(m, "profiles[%u].name: %s\n", n, p->name);
	seq_printf(m, "profiles[%u].summary: %s\n", n, cmlab_profile_summary(n));
	seq_printf(m, "profiles[%u].strict: %s\n", n, p->strict ? "true" : "false");
	seq_printf(m, "profiles[%u].recv_depth: %u\n", n, p->recv_depth);
	for (f = 0; f < CMLAB_NR_FIELDS; f++) {
		if (!(p->set & (1U << f)))
			continue;
		r = &p->range[f];
		seq_printf(m, "profiles[%u].%s.floor: %u\n", n, cmlab_names_field(f)->param,
			   r->floor);
		seq_printf(m, "profiles[%u].%s.target: %u\n", n, cmlab_names_field(f)->param,
			   r->target);
		seq_printf(m, "profiles[%u].%s.ceiling: %u\n", n, cmlab_names_field(f)->param,
			   r->ceiling);
	}
}

static int profiles_show(struct seq_file *m, void *v)
{
	struct cmlab_profile p;
	unsigned int n;

	start(m);
	for (n = 0; n < cmlab_profile_count(); n++) {
		const char *name = cmlab_profile_name(n);

		if (!cmlab_profile_get(name, strlen(name), &p))
			profile_lines(m, n, &p);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(profiles);

static int events_show(struct seq_file *m, void *v)
{
	start(m);
	cmlab_event_show(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(events);

static int stats_show(struct seq_file *m, void *v)
{
	start(m);
	cmlab_stats_show(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

/* Each row has its line. */
/* clang-format off */
static const struct {
	const char *name;
	const struct file_operations *fops;
} files[] = {
	{ "devices", &devices_fops },
	{ "profiles", &profiles_fops },
	{ "listeners", &listeners_fops },
	{ "connections", &connections_fops },
	{ "events", &events_fops },
	{ "stats", &stats_fops },
};

/* clang-format on */

struct dentry *cmlab_debugfs_add_record(struct cmlab_record *rec)
{
	struct dentry *dir;
	char name[16];

	scnprintf(name, sizeof(name), "%u", rec->id);
	dir = debugfs_create_dir(name, conns);
	debugfs_create_file("report", 0400, dir, rec, &report_fops);
	return dir;
}

void cmlab_debugfs_remove(struct dentry *dir)
{
	debugfs_remove(dir);
}

/* First of all, since records add to it; cmlab_debugfs_start() is last. */
void cmlab_debugfs_init(void)
{
	size_t i;

	root = debugfs_create_dir("cmlab", NULL);
	conns = debugfs_create_dir("conn", root);
	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file(files[i].name, 0400, root, NULL, files[i].fops);
}

void cmlab_debugfs_start(void)
{
	control = debugfs_create_file("control", 0600, root, NULL, &cmlab_control_fops);
}

void cmlab_debugfs_stop(void)
{
	debugfs_remove(control);
}

void cmlab_debugfs_exit(void)
{
	debugfs_remove(root);
}
