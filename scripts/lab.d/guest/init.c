// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Process 1 of a lab machine of either kind, started with the host's root as its own, read-only. It
 * builds a fresh root in memory, with the host's programs bound into it, and goes on there as a
 * shell. In C because starting forty programs takes seconds where a CPU or memory is emulated.
 *
 * From the kernel's command line, by way of the environment:
 *   LAB_RUN      the run's directory on the host
 *   LAB_SHARE    the file system that brings it in writable: hostfs or 9p
 *   LAB_SRC      the checkout
 *   LAB_ROOT     the directory above lib/modules of this kernel
 *   LAB_CONSOLE  the device that the script's output goes to
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* the one directory that every root has and that nothing below needs from the host */
#define NEW_ROOT "/proc"

/* In the order in which they are made. */
/* clang-format off */
static const char *const fresh_dirs[] = {
	"host", "dev", "proc", "sys", "tmp", "run", "run/lock", "var", "var/tmp", "var/log",
	"var/lib", "root", "mnt", "home", "lab", "lab/share",
};

/* clang-format on */

static const char *const host_dirs[] = {
	"usr", "etc", "opt", "bin", "sbin", "lib", "lib32", "lib64",
};

/* the optional ones are modules, or left out, in some kernels */
static const struct {
	const char *type, *target;
	int optional;
} file_systems[] = {
	{ "proc", "/proc", 0 },
	{ "sysfs", "/sys", 0 },
	{ "devtmpfs", "/dev", 0 },
	{ "devpts", "/dev/pts", 1 },
	{ "tmpfs", "/dev/shm", 0 },
	{ "debugfs", "/sys/kernel/debug", 0 },
	{ "tracefs", "/sys/kernel/tracing", 0 },
	{ "configfs", "/sys/kernel/config", 1 },
};

static void die(const char *what)
{
	fprintf(stderr, "lab: init: %s: %s\n", what, strerror(errno));
	reboot(RB_POWER_OFF);
	exit(1);
}

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	if (!value) {
		errno = EINVAL;
		die(name);
	}
	return value;
}

static void path_format(char path[PATH_MAX], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (vsnprintf(path, PATH_MAX, format, args) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		die(format);
	}
	va_end(args);
}

static void make_dir(const char *path)
{
	if (mkdir(path, 0755) && errno != EEXIST)
		die(path);
}

static void make_link(const char *to, const char *path)
{
	if (symlink(to, path))
		die(path);
}

/* A directory of the host appears in the new root as itself; a link as the same link. */
static void take_from_host(const char *name)
{
	char path[PATH_MAX], to[PATH_MAX];
	struct stat st;
	ssize_t length;

	path_format(path, "/%s", name);
	if (lstat(path, &st))
		return;
	if (S_ISLNK(st.st_mode)) {
		length = readlink(path, to, sizeof(to) - 1);
		if (length < 0)
			die(path);
		to[length] = '\0';
		make_link(to, name);
		return;
	}
	make_dir(name);
	if (mount(path, name, NULL, MS_BIND, NULL))
		die(path);
}

static void enter_new_root(void)
{
	size_t i;

	if (mount("root", NEW_ROOT, "tmpfs", 0, "mode=755") || chdir(NEW_ROOT))
		die(NEW_ROOT);
	for (i = 0; i < ARRAY_SIZE(fresh_dirs); i++)
		make_dir(fresh_dirs[i]);
	if (chmod("tmp", 01777))
		die("tmp");
	make_link("../run", "var/run");
	for (i = 0; i < ARRAY_SIZE(host_dirs); i++)
		take_from_host(host_dirs[i]);
	if (syscall(SYS_pivot_root, ".", "host") || chroot(".") || chdir("/"))
		die("pivot_root");
}

static void mount_file_systems(void)
{
	const char *target;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(file_systems); i++) {
		target = file_systems[i].target;
		if (!strncmp(target, "/dev/", 5))
			make_dir(target);
		if (mount(file_systems[i].type, target, file_systems[i].type, 0, NULL) &&
		    !file_systems[i].optional)
			die(target);
	}
}

/* What udev does elsewhere; bash's <(...) and >(...) want the first. */
static void link_descriptors(void)
{
	make_link("/proc/self/fd", "/dev/fd");
	make_link("/proc/self/fd/0", "/dev/stdin");
	make_link("/proc/self/fd/1", "/dev/stdout");
	make_link("/proc/self/fd/2", "/dev/stderr");
}

static void mount_share(const char *type, const char *run)
{
	const char *options = run;

	if (!strcmp(type, "9p"))
		options = "trans=virtio,version=9p2000.L,msize=512000";
	if (mount("share", "/lab/share", type, 0, options))
		die("/lab/share");
}

/* What the host laid ready for the guest appears in /lab under its own names. */
static void link_files(const char *run)
{
	char dir[PATH_MAX], to[PATH_MAX], path[PATH_MAX];
	const struct dirent *entry;
	DIR *stream;

	path_format(dir, "/host%s/files", run);
	stream = opendir(dir);
	if (!stream)
		die(dir);
	while ((entry = readdir(stream))) {
		if (entry->d_name[0] == '.')
			continue;
		path_format(to, "%s/%s", dir, entry->d_name);
		path_format(path, "/lab/%s", entry->d_name);
		make_link(to, path);
	}
	closedir(stream);
}

static void link_host(const char *name, const char *format, const char *dir)
{
	char to[PATH_MAX], path[PATH_MAX];

	path_format(to, format, dir);
	path_format(path, "/lab/%s", name);
	make_link(to, path);
}

/* Standard output and error become the device; a terminal must not end lines in its own way. */
static void open_console(const char *path)
{
	struct termios terminal;
	int fd = open(path, O_RDWR | O_NOCTTY);

	if (fd < 0)
		die(path);
	if (!tcgetattr(fd, &terminal)) {
		cfmakeraw(&terminal);
		tcsetattr(fd, TCSANOW, &terminal);
	}
	if (dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
		die(path);
	close(fd);
	fd = open("/dev/null", O_RDONLY);
	if (fd < 0 || dup2(fd, STDIN_FILENO) < 0)
		die("/dev/null");
	close(fd);
}

int main(void)
{
	const char *run = environment("LAB_RUN");
	char script[PATH_MAX];

	setenv("PATH", "/lab/bin:/lab/user:/usr/sbin:/usr/bin:/sbin:/bin", 1);
	setenv("HOME", "/root", 1);
	enter_new_root();
	mount_file_systems();
	link_descriptors();
	mount_share(environment("LAB_SHARE"), run);
	link_files(run);
	link_host("bin", "/host%s/guest/bin", run);
	link_host("src", "/host%s", environment("LAB_SRC"));
	link_host("user", "/host%s/build/user", environment("LAB_SRC"));
	link_host("kernel", "/host%s", environment("LAB_ROOT"));
	open_console(environment("LAB_CONSOLE"));
	path_format(script, "/host%s/guest/machine", run);
	execl("/bin/sh", "sh", script, (char *)NULL);
	die(script);
}
