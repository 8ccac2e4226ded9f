// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Who is in a network namespace. */
#include <ctype.h>
#include <dirent.h>
#include <sys/stat.h>

#include "cmlab_netns.h"
#include "out.h"

static bool is_inode(const char *path, u64 inum)
{
	struct stat st;

	return !stat(path, &st) && st.st_ino == inum;
}

/* The first entry of @dir that is the namespace, at @file below it if there is one. */
static bool find(const char *dir, const char *file, u64 inum, char *name, size_t size)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	char path[512];
	bool found = false;

	while (d && !found && (e = readdir(d))) {
		if (*file && !isdigit((unsigned char)e->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "%s/%s%s", dir, e->d_name, file);
		found = is_inode(path, inum);
		if (found)
			snprintf(name, size, "%s", e->d_name);
	}
	if (d)
		closedir(d);
	return found;
}

const char *cmlab_netns_text(u64 inum, char *buf, size_t size)
{
	char name[256];

	if (is_inode("/proc/self/ns/net", inum))
		snprintf(buf, size, "this one");
	else if (find("/run/netns", "", inum, name, sizeof(name)))
		snprintf(buf, size, "%s", name);
	else if (find("/proc", "/ns/net", inum, name, sizeof(name)))
		snprintf(buf, size, "of process %s", name);
	else
		snprintf(buf, size, "nobody in it");
	return buf;
}
