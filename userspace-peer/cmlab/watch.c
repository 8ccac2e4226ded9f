// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * cmlab watch: a trace instance of its own, so that nobody else's tracing is touched, removed again
 * however the command ends.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "watch.h"

#define TRACEFS	     "/sys/kernel/tracing"
#define TRACEFS_TYPE 0x74726163
#define CPUS_MAX     4096

enum { OPT_CONN = 256, OPT_COUNT, OPT_FAILED, OPT_JSON };

/* Set by signals. */
static int stopped;

static void stop(int sig)
{
	__atomic_store_n(&stopped, sig, __ATOMIC_RELAXED);
}

static bool is_stopped(void)
{
	return __atomic_load_n(&stopped, __ATOMIC_RELAXED);
}

/* CMLAB_TRACEFS is for tests: instances/ is made use of, and recorded/ stands for the instance. */
static const char *test_directory(void)
{
	const char *dir = getenv("CMLAB_TRACEFS");

	return dir && *dir ? dir : NULL;
}

static const char *directory(void)
{
	return test_directory() ? test_directory() : TRACEFS;
}

static void instance_path(char *buf, size_t size)
{
	snprintf(buf, size, "%s/instances/cmlab-watch-%d", directory(), (int)getpid());
}

/* A file of the instance */
static void file_path(char *buf, size_t size, const char *name)
{
	char instance[512];

	instance_path(instance, sizeof(instance));
	if (test_directory())
		snprintf(buf, size, "%s/recorded/%s", directory(), name);
	else
		snprintf(buf, size, "%s/%s", instance, name);
}

static enum out_exit check(void)
{
	const char *dir = directory();
	char events[512];
	struct statfs fs;

	if (!test_directory() && geteuid())
		return out_fail(OUT_MISSING, "watch: needs root");
	if (!test_directory() && (statfs(TRACEFS, &fs) || fs.f_type != TRACEFS_TYPE))
		return out_fail(OUT_MISSING,
				"watch: tracefs is not mounted (see mount -t tracefs)");
	if (!dir || access(dir, X_OK))
		return out_fail(OUT_MISSING,
				errno == EACCES ?
					"watch: needs root" :
					"watch: tracefs is not mounted (see mount -t tracefs)");
	snprintf(events, sizeof(events), "%s/events/cmlab", dir);
	if (access(events, F_OK))
		return out_fail(OUT_MISSING,
				errno == EACCES ?
					"watch: needs root" :
					"watch: the module is not loaded (insmod cmlab.ko)");
	return OUT_DONE;
}

static bool enable_events(void)
{
	char path[1024];
	bool done;
	int fd;

	file_path(path, sizeof(path), "events/cmlab/enable");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	done = write(fd, "1", 1) == 1;
	close(fd);
	return done;
}

static u64 stat_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Overwritten before they were read, or not recorded; more than trace_pipe may have said. */
static u64 lost_events(void)
{
	char name[64], path[1024], text[1024];
	u64 lost = 0;
	size_t len;
	FILE *f;
	int cpu;

	for (cpu = 0; cpu < CPUS_MAX; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		file_path(path, sizeof(path), name);
		f = fopen(path, "re");
		if (!f)
			continue;
		len = fread(text, 1, sizeof(text) - 1, f);
		text[len] = '\0';
		lost += stat_of(text, "\noverrun: ") + stat_of(text, "\ndropped events: ");
		fclose(f);
	}
	return lost;
}

/**
 * struct reader - bytes to lines
 * @line: begun
 * @len: its length
 * @cut: the line is longer than there is room for: skipped whole
 */
struct reader {
	char line[2048];
	size_t len;
	bool cut;
};

static bool enough(const struct watch *w)
{
	return is_stopped() || ferror(stdout) || (w->count && w->shown >= w->count);
}

static void end_line(struct watch *w, struct reader *r)
{
	r->line[r->len] = '\0';
	if (r->cut || strlen(r->line) != r->len)
		w->skipped++;
	else
		watch_line(w, r->line);
	r->len = 0;
	r->cut = false;
}

static void take(struct watch *w, struct reader *r, const char *bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n && !enough(w); i++) {
		if (bytes[i] == '\n')
			end_line(w, r);
		else if (r->len < sizeof(r->line) - 1)
			r->line[r->len++] = bytes[i];
		else
			r->cut = true;
	}
}

/* Signals come only while it waits. */
static void follow(struct watch *w, int fd, const sigset_t *waiting)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	struct reader r = {};
	char bytes[4096];
	ssize_t n;

	while (!enough(w)) {
		if (ppoll(&pfd, 1, NULL, waiting) < 0)
			continue;
		n = read(fd, bytes, sizeof(bytes));
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (n <= 0)
			break;
		take(w, &r, bytes, n);
		fflush(stdout);
	}
	if (r.len)
		w->skipped++;
}

static void catch_signals(sigset_t *waiting)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa = { .sa_handler = stop };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaction(signals[i], &sa, NULL);
		sigaddset(&set, signals[i]);
	}
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, waiting);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigdelset(waiting, signals[i]);
}

static enum out_exit run_in_instance(struct watch *w, const sigset_t *waiting)
{
	char path[1024];
	u64 lost;
	int fd;

	file_path(path, sizeof(path), "trace_pipe");
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return out_fail(OUT_MISSING, "watch: trace_pipe: %m");
	if (!enable_events()) {
		close(fd);
		return out_fail(OUT_MISSING,
				"watch: the events of system cmlab cannot be enabled: %m");
	}
	follow(w, fd, waiting);
	close(fd);
	lost = lost_events();
	w->lost = max(w->lost, lost);
	watch_summary(w);
	return OUT_DONE;
}

static enum out_exit run(struct watch *w)
{
	enum out_exit status = check();
	char instance[512];
	sigset_t waiting;

	if (status != OUT_DONE)
		return status;
	out_stdout(&w->style);
	catch_signals(&waiting);
	instance_path(instance, sizeof(instance));
	if (mkdir(instance, 0700))
		return out_fail(OUT_MISSING, errno == EACCES || errno == EPERM ?
						     "watch: needs root" :
						     "watch: a trace instance cannot be made: %m");
	status = run_in_instance(w, &waiting);
	if (rmdir(instance))
		out_error("watch: %s stays: %m", instance);
	return status;
}

static u64 number(struct argp_state *state, const char *option, const char *text, u64 min, u64 most)
{
	char *end;
	unsigned long long v;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || v < min || v > most)
		argp_error(state, "watch: %s %s: %llu..%llu", option, text, (unsigned long long)min,
			   (unsigned long long)most);
	return v;
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct watch *w = state->input;

	switch (key) {
	case OPT_CONN:
		w->conn = number(state, "--conn", arg, 0, 0xffffffffu);
		break;
	case OPT_COUNT:
		w->count = number(state, "--count", arg, 1, 1u << 30);
		break;
	case OPT_FAILED:
		w->failed = true;
		break;
	case OPT_JSON:
		w->json = true;
		break;
	case ARGP_KEY_ARG:
		if (state->arg_num || strcmp(arg, "watch"))
			argp_error(state, "watch: %s: unexpected argument", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_option options[] = {
	{ "conn", OPT_CONN, "ID", 0, "Only this connection", 0 },
	{ "count", OPT_COUNT, "N", 0, "End after N events", 0 },
	{ "failed", OPT_FAILED, NULL, 0, "Only what tells of a failure", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON, an object a line", 0 },
	{ NULL, 0, NULL, 0, NULL, 0 },
};

static const char doc[] =
	"The module's events as they happen, and at the end what they come to.\v\n"
	"  cmlab watch --failed\n"
	"  cmlab watch --conn 12 --count 20 --json\n\n"
	"Exit status: 0 success, 2 usage error, 3 module, tracefs or permission missing.\n";

/* Options stand behind the word, but for --json. */
enum out_exit watch(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_opt, .args_doc = "watch", .doc = doc
	};
	static struct watch w = { .conn = -1 };

	argp_err_exit_status = OUT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &w);
	return run(&w);
}
