// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

#define DEBUGFS	 "/sys/kernel/debug/cmlab/"
#define TEXT_MAX 65536
#define TICK_NS	 500000
/* Connections that may have been made since the one that is known. */
#define AHEAD 4

static int control_fd = -1;

u64 live_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

void live_tick(void)
{
	const struct timespec t = { .tv_nsec = TICK_NS };

	nanosleep(&t, NULL);
}

int live_open(void)
{
	control_fd = open(DEBUGFS "control", O_RDWR | O_CLOEXEC);
	if (control_fd >= 0)
		return 0;
	fprintf(stderr, "cmlab-conform: %scontrol: %s; is the module loaded?\n", DEBUGFS,
		strerror(errno));
	return -errno;
}

void live_close(void)
{
	close(control_fd);
	control_fd = -1;
}

/* A file of the module is made anew from its start: one read after another to the end. */
static ssize_t read_all(int fd, char *text)
{
	ssize_t len = 0, n;

	do {
		n = pread(fd, text + len, TEXT_MAX - len, len);
		if (n > 0)
			len += n;
	} while (n > 0 && len < TEXT_MAX);
	return n < 0 ? -errno : len;
}

static int parse(const char *text, size_t len, struct json_object **root)
{
	char error[KEYVAL_ERR];
	int ret = keyval_parse(text, len, NULL, NULL, root, error);

	if (ret)
		fprintf(stderr, "cmlab-conform: unreadable report: %s\n", error);
	return ret;
}

int live_control(const char *line, struct json_object **result)
{
	static char text[TEXT_MAX];
	size_t size = strlen(line);
	ssize_t len;

	/* A refusal is told by the result. */
	if (write(control_fd, line, size) != (ssize_t)size && !result)
		return -errno;
	if (!result)
		return 0;
	len = read_all(control_fd, text);
	return len < 0 ? (int)len : parse(text, len, result);
}

static struct json_object *read_file(const char *path)
{
	static char text[TEXT_MAX];
	struct json_object *root = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return NULL;
	len = read_all(fd, text);
	close(fd);
	if (len > 0)
		parse(text, len, &root);
	return root;
}

/* The caller gives @root up. */
static struct json_object *find_device(const struct provider *p, struct json_object **root)
{
	struct json_object *list, *dev;
	size_t i;

	*root = read_file(DEBUGFS "devices");
	list = keyval_get(*root, "devices");
	for (i = 0; i < keyval_len(list); i++) {
		dev = json_object_array_get_idx(list, i);
		if (!strcmp(keyval_str(dev, "name", ""), p->dev))
			return dev;
	}
	return NULL;
}

int live_limits(const struct provider *p, struct cmlab_limits *l)
{
	struct json_object *root, *dev = find_device(p, &root);

	memset(l, 0, sizeof(*l));
	l->transport = p->transport;
	l->driver = p->driver;
	l->max_qp_rd_atom = (s32)keyval_int(dev, "max_qp_rd_atom", 0);
	l->max_qp_init_rd_atom = (s32)keyval_int(dev, "max_qp_init_rd_atom", 0);
	l->max_res_rd_atom = (s32)keyval_int(dev, "max_res_rd_atom", 0);
	/* No file shows it; rxe_param.h says 15, and siw has none. */
	l->local_ca_ack_delay = p->driver == CMLAB_DRIVER_RXE ? 15 : 0;
	json_object_put(root);
	return dev ? 0 : -ENOENT;
}

int live_idle(const struct provider *p)
{
	u64 end = live_ms() + SETTLE_MS;
	bool idle = false;

	while (!idle && live_ms() < end) {
		struct json_object *root, *dev = find_device(p, &root);

		idle = dev && !keyval_int(dev, "connections", 1);
		json_object_put(root);
		if (!idle)
			live_tick();
	}
	return idle ? 0 : -ETIMEDOUT;
}

struct json_object *live_report(u32 id)
{
	char path[64];

	snprintf(path, sizeof(path), DEBUGFS "conn/%u/report", id);
	return read_file(path);
}

static bool has_port(const char *address, u32 port)
{
	const char *colon = strrchr(address, ':');

	return colon && (u32)strtoul(colon + 1, NULL, 10) == port;
}

struct json_object *live_passive(u32 port, u32 *last)
{
	u32 id;

	for (id = *last + 1; id <= *last + AHEAD; id++) {
		struct json_object *report = live_report(id);

		if (!report)
			continue;
		if (live_is(report, "role", "passive") &&
		    has_port(keyval_str(report, "local", ""), port)) {
			*last = id;
			return report;
		}
		json_object_put(report);
	}
	return NULL;
}

/* What stands for a name and perhaps an index: "clamps[0]". */
static struct json_object *member(struct json_object *obj, const char *name)
{
	char plain[KEYVAL_KEY_MAX];
	size_t len = strcspn(name, "[");

	snprintf(plain, sizeof(plain), "%.*s", (int)len, name);
	obj = keyval_get(obj, plain);
	if (!name[len] || !json_object_is_type(obj, json_type_array))
		return name[len] ? NULL : obj;
	return json_object_array_get_idx(obj, strtoul(name + len + 1, NULL, 10));
}

const char *live_value(struct json_object *report, const char *path)
{
	char key[KEYVAL_KEY_MAX];
	const char *dot;

	while ((dot = strchr(path, '.'))) {
		snprintf(key, sizeof(key), "%.*s", (int)(dot - path), path);
		report = member(report, key);
		path = dot + 1;
	}
	report = member(report, path);
	return report ? json_object_get_string(report) : NULL;
}

static void walk(struct json_object *obj, const char *key, live_line_fn *line, void *ctx)
{
	char path[2 * KEYVAL_KEY_MAX];
	size_t i;

	switch (json_object_get_type(obj)) {
	case json_type_object: {
		json_object_object_foreach(obj, name, value) {
			snprintf(path, sizeof(path), "%s%s%s", key, *key ? "." : "", name);
			walk(value, path, line, ctx);
		}
		break;
	}
	case json_type_array:
		for (i = 0; i < json_object_array_length(obj); i++) {
			snprintf(path, sizeof(path), "%s[%zu]", key, i);
			walk(json_object_array_get_idx(obj, i), path, line, ctx);
		}
		break;
	case json_type_null:
		break;
	default:
		line(ctx, key, json_object_get_string(obj));
		break;
	}
}

void live_lines(struct json_object *report, live_line_fn *line, void *ctx)
{
	walk(report, "", line, ctx);
}

bool live_is(struct json_object *report, const char *path, const char *value)
{
	const char *got = live_value(report, path);

	return got && !strcmp(got, value);
}
