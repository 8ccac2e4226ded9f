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
 * Every readable file starts with "version: 1". Readers copy what a record publishes and
 * hold no lock that the CM handler takes.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <cmlab/profile.h>
#include <cmlab/report.h>

#include "conn.h"
#include "control.h"
#include "debugfs.h"
#include "device.h"
#include "event.h"
#include "listener.h"
#include "record.h"
#include "room.h"

static struct dentry *root, *control;

/* What a report needs; too much for a stack. */
struct scratch {
	struct cmlab_report report;
	struct cmlab_findings found;
};

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
	struct scratch *sc = kvmalloc(sizeof(*sc), GFP_KERNEL);

	if (!sc)
		return -ENOMEM;
	cmlab_record_copy(rec, &sc->report);
	cmlab_findings_collect(&sc->report.h, NULL, &sc->found);
	start(m);
	cmlab_report_format(&sc->report, &sc->found, emit, m);
	kvfree(sc);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(report);

static void connection_line(struct seq_file *m, const struct cmlab_report *r)
{
	const struct cmlab_values *agreed = &r->h.end[r->h.viewpoint].agreed;

	if (r->state == CMLAB_STATE_CLOSED)
		return;
	seq_printf(m, "%-6u %-8s %-10s %-16s %-28s %-28s %4u %4u\n", r->id,
		   cmlab_name(&cmlab_roles, r->h.viewpoint), r->device[0] ? r->device : "-",
		   cmlab_name(&cmlab_states, r->state), r->local[0] ? r->local : "-",
		   r->remote[0] ? r->remote : "-", cmlab_values_get(agreed, CMLAB_F_IRD),
		   cmlab_values_get(agreed, CMLAB_F_ORD));
}

/* Row by row: there may be tens of thousands. *pos is the number to go on from, 0 the header. */
static void *connections_from(loff_t *pos)
{
	struct cmlab_record *rec;
	unsigned long id = *pos;

	rec = cmlab_record_next(&id);
	if (rec)
		*pos = id;
	return rec;
}

static void *connections_start(struct seq_file *m, loff_t *pos)
{
	return *pos ? connections_from(pos) : SEQ_START_TOKEN;
}

static void connections_stop(struct seq_file *m, void *v)
{
	if (v && v != SEQ_START_TOKEN)
		cmlab_record_put(v);
}

static void *connections_next(struct seq_file *m, void *v, loff_t *pos)
{
	connections_stop(m, v);
	++*pos;
	return connections_from(pos);
}

static int connections_show(struct seq_file *m, void *v)
{
	struct cmlab_report *report = m->private;

	if (v == SEQ_START_TOKEN) {
		start(m);
		seq_printf(m, "%-6s %-8s %-10s %-16s %-28s %-28s %4s %4s\n", "id", "role", "device",
			   "state", "local", "remote", "ird", "ord");
		return 0;
	}
	cmlab_record_copy(v, report);
	connection_line(m, report);
	return 0;
}

static const struct seq_operations connections_ops = {
	.start = connections_start,
	.next = connections_next,
	.stop = connections_stop,
	.show = connections_show,
};

static int connections_open(struct inode *inode, struct file *file)
{
	return seq_open_private(file, &connections_ops, sizeof(struct cmlab_report));
}

static const struct file_operations connections_fops = {
	.owner = THIS_MODULE,
	.open = connections_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release_private,
};

static void device_lines(const struct cmlab_device *dev, void *ctx)
{
	const struct cmlab_limits *l = &dev->limits;
	struct listing *list = ctx;
	struct seq_file *m = list->m;
	unsigned int n = list->n++;

	seq_printf(m, "devices[%u].name: %s\n", n, dev->ibdev->name);
	seq_printf(m, "devices[%u].driver: %s\n", n, cmlab_name(&cmlab_drivers, l->driver));
	seq_printf(m, "devices[%u].transport: %s\n", n,
		   cmlab_name(&cmlab_transports, l->transport));
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
	struct cmlab_fault fault = { READ_ONCE(l->fault.kind), READ_ONCE(l->fault.n) };
	struct listing *list = ctx;
	struct seq_file *m = list->m;
	unsigned int n = list->n++;
	char text[CMLAB_FAULT_STR];

	seq_printf(m, "listeners[%u].id: %u\n", n, l->id);
	seq_printf(m, "listeners[%u].local: %s\n", n, l->local);
	seq_printf(m, "listeners[%u].state: %s\n", n,
		   READ_ONCE(l->cm_id) ? "listening" : "device removed");
	seq_printf(m, "listeners[%u].profile: %s\n", n, req->profile.name);
	seq_printf(m, "listeners[%u].transitions: %s\n", n,
		   cmlab_name(&cmlab_transitions, req->transitions));
	seq_printf(m, "listeners[%u].handshake: %s\n", n,
		   cmlab_name(&cmlab_pdata_forms, req->form));
	seq_printf(m, "listeners[%u].backlog: %u\n", n, req->backlog);
	seq_printf(m, "listeners[%u].requests: %d\n", n, atomic_read(&l->requests));
	seq_printf(m, "listeners[%u].netns: %u\n", n, cmlab_listener_netns(l));
	if (fault.kind)
		seq_printf(m, "listeners[%u].fault: %s\n", n, cmlab_fault_text(&fault, text));
	seq_printf(m, "listeners[%u].health: %s\n", n, cmlab_health_text(l->health.state));
	if (l->health.state == CMLAB_HEALTH_UNKNOWN)
		return;
	seq_printf(m, "listeners[%u].checked_s: %llu\n", n,
		   div_u64(ktime_get_boottime_ns() - l->health.at, NSEC_PER_SEC));
	if (l->health.conn)
		seq_printf(m, "listeners[%u].checked_conn: %u\n", n, l->health.conn);
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
		seq_printf(m, "profiles[%u].%s.floor: %u\n", n, cmlab_field_info(f)->param,
			   r->floor);
		seq_printf(m, "profiles[%u].%s.target: %u\n", n, cmlab_field_info(f)->param,
			   r->target);
		seq_printf(m, "profiles[%u].%s.ceiling: %u\n", n, cmlab_field_info(f)->param,
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
	cmlab_room_show(m);
	cmlab_event_show_counters(m);
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

/* First of all, since records are shown in it; cmlab_debugfs_start() is last. */
void cmlab_debugfs_init(void)
{
	size_t i;

	root = debugfs_create_dir("cmlab", NULL);
	cmlab_record_init(debugfs_create_dir("conn", root), &report_fops);
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
