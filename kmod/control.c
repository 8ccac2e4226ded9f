// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Commands. Every line of a write is parsed before the first one is carried out, so a
 * mistake in the last one leaves nothing half done. The sentence for what is wrong goes
 * to the reader of the same descriptor and into the events.
 */
#include <linux/capability.h>
#include <linux/mutex.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>

#include "conn.h"
#include "connect.h"
#include "control.h"
#include "device.h"
#include "event.h"
#include "listener.h"
#include "param.h"

#define WRITE_MAX   8192
#define RESULT_HEAD 512
#define RESULT_CONN 64

/**
 * struct session - one open descriptor
 * @lock: one command at a time on one descriptor
 * @text: result of the last command
 * @len: its length
 * @lost: there was no memory to keep it
 */
struct session {
	struct mutex lock; /* protects the rest */
	char *text;
	size_t len;
	bool lost;
};

struct command {
	struct cmlab_request req;
	struct cmlab_error err;
	struct cmlab_connect_result *results; /* NULL: do not wait */
	u32 listener;
	struct cmlab_health health;
};

static int end_connections(struct command *cmd)
{
	struct cmlab_conn *conn;

	if (cmd->req.given & CMLAB_GIVEN_ALL) {
		cmlab_conn_close_all("disconnected by command");
		return 0;
	}
	conn = cmlab_conn_find(cmd->req.number);
	if (!conn)
		return cmlab_request_error(&cmd->err, -ENOENT,
					   "disconnect: conn=%u: no such connection",
					   cmd->req.number);
	cmlab_conn_close(conn, "disconnected by command");
	cmlab_conn_put(conn);
	return 0;
}

static int execute(struct net *net, struct command *cmd)
{
	switch (cmd->req.verb) {
	case CMLAB_VERB_LISTEN:
		return cmlab_listener_create(net, &cmd->req, &cmd->listener, &cmd->err);
	case CMLAB_VERB_UNLISTEN:
		return cmlab_listener_remove(net, &cmd->req, &cmd->err);
	case CMLAB_VERB_CONNECT:
		return cmlab_connect_run(net, &cmd->req, cmd->results, &cmd->err);
	case CMLAB_VERB_DISCONNECT:
		return end_connections(cmd);
	case CMLAB_VERB_CHECK:
		return cmlab_listener_check(&cmd->req, &cmd->health, &cmd->err);
	case CMLAB_VERB_FAULT:
		return cmlab_listener_fault(&cmd->req, &cmd->err);
	case CMLAB_VERB_LIMITS:
		return cmlab_device_mock(&cmd->req, &cmd->err);
	default:
		return cmlab_request_error(&cmd->err, -EINVAL, "%s is not for the module",
					   cmlab_name(&cmlab_verbs, cmd->req.verb));
	}
}

/* The grammar is also cmlab-peer's, which can do others. */
static int check_fault(const struct cmlab_request *req, struct cmlab_error *err)
{
	const char *why = cmlab_fault_obstacle(req->fault.kind, CMLAB_FAULT_BY_MODULE, req->form,
					       req->transitions);

	return why ? cmlab_request_error(err, -EINVAL, "%s: fault=%s: %s",
					 cmlab_name(&cmlab_verbs, req->verb),
					 cmlab_name(&cmlab_faults, req->fault.kind), why) :
		     0;
}

static int parse(const char *line, size_t len, struct command *cmd)
{
	int ret;

	ret = cmlab_request_parse_with(line, len, cmlab_param_profile(), &cmd->req, &cmd->err);
	return ret ?: check_fault(&cmd->req, &cmd->err);
}

typedef int (*line_fn)(const char *line, size_t len, struct command *cmd, void *ctx);

/* Calls @fn for each line that is not empty until one fails. */
static int each_line(const char *text, struct command *cmd, line_fn fn, void *ctx)
{
	size_t len;
	int ret = 0;

	for (; *text && !ret; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (len)
			ret = fn(text, len, cmd, ctx);
	}
	return ret;
}

static int check_line(const char *line, size_t len, struct command *cmd, void *ctx)
{
	memset(cmd, 0, sizeof(*cmd));
	++*(unsigned int *)ctx;
	return parse(line, len, cmd);
}

static void store(struct session *s, const struct command *cmd, int ret)
{
	u32 n = cmd->results ? cmd->req.count : 0;
	size_t size = RESULT_HEAD + (size_t)n * RESULT_CONN;
	char *text = kvmalloc(size, GFP_KERNEL);
	size_t len = 0;
	u32 i, up = 0, started = 0;

	kvfree(s->text);
	s->text = text;
	s->len = 0;
	s->lost = !text;
	if (!text)
		return;
	len += scnprintf(text + len, size - len, "version: 1\nresult: %s\n", ret ? "failed" : "ok");
	if (ret)
		len += scnprintf(text + len, size - len, "error: %s\nerrno: %d\n", cmd->err.text,
				 ret);
	if (cmd->listener)
		len += scnprintf(text + len, size - len, "listener: %u\n", cmd->listener);
	if (cmd->health.state)
		len += scnprintf(text + len, size - len, "health: %s\n",
				 cmlab_health_text(cmd->health.state));
	if (ret == -EHOSTDOWN)
		len += scnprintf(text + len, size - len, "advice: %s\n",
				 cmlab_health_advice(&cmd->health));
	for (i = 0; i < n; i++) {
		up += cmd->results[i].outcome == CMLAB_OUTCOME_ESTABLISHED;
		started += cmd->results[i].id > 0;
	}
	if (n && started < n)
		len += scnprintf(text + len, size - len, "started: %u\n", started);
	if (n)
		len += scnprintf(text + len, size - len,
				 "connections: %u\nestablished: %u\nfailed: %u\n", n, up, n - up);
	for (i = 0; i < n; i++)
		if (cmd->results[i].id)
			len += scnprintf(text + len, size - len,
					 "conn[%u].id: %u\nconn[%u].outcome: %s\n", i,
					 cmd->results[i].id, i,
					 cmlab_name(&cmlab_outcomes, cmd->results[i].outcome));
	s->len = len;
}

static int run_line(const char *line, size_t len, struct command *cmd, void *ctx)
{
	struct net *net = current->nsproxy->net_ns;
	struct session *s = ctx;
	int ret;

	memset(cmd, 0, sizeof(*cmd));
	ret = parse(line, len, cmd);
	if (!ret && cmd->req.verb == CMLAB_VERB_CONNECT) {
		cmd->results = kvcalloc(cmd->req.count, sizeof(*cmd->results), GFP_KERNEL);
		if (!cmd->results)
			ret = cmlab_request_error(&cmd->err, -ENOMEM, "connect: out of memory");
	}
	if (!ret)
		ret = execute(net, cmd);
	cmlab_event_command(ret, cmd->err.text);
	store(s, cmd, ret);
	kvfree(cmd->results);
	cmd->results = NULL;
	return ret;
}

static int run_text(struct session *s, const char *text)
{
	struct command *cmd = kzalloc(sizeof(*cmd), GFP_KERNEL);
	unsigned int lines = 0;
	int ret;

	if (!cmd)
		return -ENOMEM;
	ret = each_line(text, cmd, check_line, &lines);
	if (!ret && !lines)
		ret = cmlab_request_error(&cmd->err, -EINVAL, "no command");
	if (ret) {
		cmlab_event_command(ret, cmd->err.text);
		store(s, cmd, ret);
	} else {
		ret = each_line(text, cmd, run_line, s);
	}
	kfree(cmd);
	return ret;
}

static ssize_t control_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct session *s = file->private_data;
	char *text;
	int ret;

	/* Whoever opened it: a descriptor may be handed on. */
	if (!capable(CAP_NET_ADMIN))
		return -EPERM;
	if (count > WRITE_MAX)
		return -E2BIG;
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	/* A NUL inside would hide what stands behind it from the check. */
	if (strlen(text) != count) {
		kfree(text);
		return -EINVAL;
	}
	/* A connect on the same descriptor may hold it for minutes. */
	ret = mutex_lock_killable(&s->lock);
	if (!ret) {
		ret = run_text(s, text);
		mutex_unlock(&s->lock);
	}
	kfree(text);
	/* The result is read from its start, whatever was read or written before. */
	*ppos = 0;
	return ret ?: count;
}

static ssize_t control_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	static const char none[] = "version: 1\n";
	static const char lost[] =
		"version: 1\nresult: failed\n"
		"error: no memory for the result; connections and events tell what was done\n"
		"errno: -12\n";
	struct session *s = file->private_data;
	const char *text;
	ssize_t ret;

	ret = mutex_lock_killable(&s->lock);
	if (ret)
		return ret;
	text = s->lost ? lost : s->text ?: none;
	ret = simple_read_from_buffer(buf, count, ppos, text, s->text ? s->len : strlen(text));
	mutex_unlock(&s->lock);
	return ret;
}

static int control_open(struct inode *inode, struct file *file)
{
	struct session *s = kzalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	mutex_init(&s->lock);
	file->private_data = s;
	return 0;
}

static int control_release(struct inode *inode, struct file *file)
{
	struct session *s = file->private_data;

	kvfree(s->text);
	kfree(s);
	return 0;
}

const struct file_operations cmlab_control_fops = {
	.owner = THIS_MODULE,
	.open = control_open,
	.read = control_read,
	.write = control_write,
	.llseek = default_llseek,
	.release = control_release,
};

static int run_param(const char *verb, const char *args, struct command *cmd)
{
	char *line = kasprintf(GFP_KERNEL, "%s %s", verb, args);
	int ret;

	if (!line)
		return -ENOMEM;
	strreplace(line, ',', ' ');
	memset(cmd, 0, sizeof(*cmd));
	ret = parse(line, strlen(line), cmd);
	if (!ret)
		ret = execute(current->nsproxy->net_ns, cmd);
	if (ret)
		pr_err("module parameter %s=%s: %s (%d)\n", verb, args, cmd->err.text, ret);
	kfree(line);
	return ret;
}

int cmlab_control_param(const char *verb, const char *args)
{
	struct command *cmd;
	char *copy, *rest, *one;
	int ret = 0;

	if (!args || !*args)
		return 0;
	cmd = kzalloc(sizeof(*cmd), GFP_KERNEL);
	copy = kstrdup(args, GFP_KERNEL);
	rest = copy;
	if (!cmd || !copy)
		ret = -ENOMEM;
	while (!ret && (one = strsep(&rest, ";")))
		ret = run_param(verb, one, cmd);
	kfree(copy);
	kfree(cmd);
	return ret;
}
