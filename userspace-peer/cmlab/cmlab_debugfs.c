// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cmlab_debugfs.h"

#define DEBUGFS	     "/sys/kernel/debug"
#define DEBUGFS_TYPE 0x64626720
#define TEXT_MAX     (64u << 20)

/* CMLAB_DEBUGFS is for tests, which have no module. */
static const char *directory(void)
{
	const char *dir = getenv("CMLAB_DEBUGFS");

	return dir && *dir ? dir : DEBUGFS "/cmlab";
}

static bool is_default(void)
{
	return !strcmp(directory(), DEBUGFS "/cmlab");
}

static bool debugfs_mounted(void)
{
	struct statfs fs;

	return !statfs(DEBUGFS, &fs) && fs.f_type == DEBUGFS_TYPE;
}

enum out_exit cmlab_debugfs_check(void)
{
	struct stat st;

	if (is_default() && geteuid())
		return out_fail(OUT_MISSING, "needs root");
	if (!stat(directory(), &st) && S_ISDIR(st.st_mode))
		return OUT_DONE;
	if (errno == EACCES)
		return out_fail(OUT_MISSING, "needs root");
	if (is_default() && !debugfs_mounted())
		return out_fail(OUT_MISSING,
				"debugfs is not mounted (mount -t debugfs none " DEBUGFS ")");
	return out_fail(OUT_MISSING, "the module is not loaded (insmod cmlab.ko)");
}

static int open_file(const char *name, int flags)
{
	char path[4096];
	int len = snprintf(path, sizeof(path), "%s/%s", directory(), name);

	if (len < 0 || (size_t)len >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(path, flags | O_CLOEXEC);
}

/* Everything from offset 0 on, at most TEXT_MAX; NULL with errno set on failure. */
static char *read_whole(int fd, size_t *len)
{
	size_t size = 1 << 16;
	char *text = malloc(size), *more;
	ssize_t n;

	for (*len = 0; text; *len += n) {
		if (*len == size) {
			size *= 2;
			more = size <= TEXT_MAX ? realloc(text, size) : NULL;
			if (!more) {
				errno = EFBIG;
				break;
			}
			text = more;
		}
		n = pread(fd, text + *len, size - *len, *len);
		if (n < 0)
			break;
		if (!n)
			return text;
	}
	free(text);
	return NULL;
}

static struct json_object *parse(const char *name, const char *text, size_t len, const char *table,
				 const char *columns)
{
	struct json_object *root;
	char error[KEYVAL_ERR];

	if (keyval_parse(text, len, table, columns, &root, error)) {
		out_error("%s: not a report of this module: %s", name, error);
		return NULL;
	}
	if (keyval_int(root, "version", 0) == 1)
		return root;
	out_error("%s: version %s, but this program reads version 1", name,
		  keyval_str(root, "version", "none"));
	json_object_put(root);
	return NULL;
}

static struct json_object *read_and_close(const char *name, int fd, const char *table,
					  const char *columns)
{
	struct json_object *root = NULL;
	size_t len;
	char *text = read_whole(fd, &len);

	if (text)
		root = parse(name, text, len, table, columns);
	else
		out_error("%s: %s", name, strerror(errno));
	free(text);
	close(fd);
	return root;
}

struct json_object *cmlab_debugfs_read(const char *name, const char *table, const char *columns,
				       enum out_exit *status)
{
	struct json_object *root;
	int fd = open_file(name, O_RDONLY);

	*status = OUT_FAILED;
	if (fd < 0) {
		if (errno == EACCES || errno == EPERM || errno == ENOENT)
			*status = OUT_MISSING;
		if (errno == ENOENT)
			out_error("%s: the module has no such file", name);
		else
			out_error("%s: %s", name, strerror(errno));
		return NULL;
	}
	root = read_and_close(name, fd, table, columns);
	if (root)
		*status = OUT_DONE;
	return root;
}

struct json_object *cmlab_debugfs_report(s64 id, bool quiet)
{
	char name[64];
	int fd;

	snprintf(name, sizeof(name), "conn/%lld/report", (long long)id);
	fd = open_file(name, O_RDONLY);
	if (fd >= 0)
		return read_and_close(name, fd, NULL, NULL);
	if (!quiet && errno == ENOENT)
		out_error("connection %lld: no such connection", (long long)id);
	else if (!quiet)
		out_error("%s: %s", name, strerror(errno));
	return NULL;
}

/* One write is one command; the module answers on the same descriptor. */
static enum out_exit run(int fd, const struct cmdline *cmd, struct json_object **result)
{
	const char *verb = cmlab_name(&cmlab_verbs, cmd->req.verb);
	ssize_t n = write(fd, cmd->line, cmd->len);
	int err = errno;

	*result = read_and_close("control", fd, NULL, NULL);
	if (n == (ssize_t)cmd->len && *result)
		return OUT_DONE;
	if (n >= 0)
		return out_fail(OUT_FAILED, "%s: the module did not answer", verb);
	if (*result && keyval_get(*result, "error"))
		return out_fail(OUT_FAILED, "%s", keyval_str(*result, "error", ""));
	return out_fail(OUT_FAILED, "%s: %s", verb, strerror(err));
}

enum out_exit cmlab_debugfs_command(const struct cmdline *cmd, struct json_object **result)
{
	int fd = open_file("control", O_RDWR);

	*result = NULL;
	if (fd < 0 && (errno == EACCES || errno == EPERM))
		return out_fail(OUT_MISSING, "needs root");
	if (fd < 0)
		return out_fail(OUT_MISSING, "control: %s", strerror(errno));
	out_step("control <- %s", cmd->line);
	return run(fd, cmd, result);
}
