// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* cmlab-peer as a child that plays one side of one cell. */
#include <errno.h>
#include <fcntl.h>
#include <json-c/json_tokener.h>
#include <json-c/json_util.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"

#define OUT   "/tmp/cmlab-conform.out"
#define ERR   "/tmp/cmlab-conform.err"
#define READY "/tmp/cmlab-conform.ready"
#define WORDS 40

/* A command line being made. */
struct words {
	int nr;
	char *word[WORDS];
	char text[2 * CELL_LINE];
	size_t len;
};

static __printf(2, 3) void add(struct words *w, const char *fmt, ...)
{
	va_list args;
	int n;

	if (w->nr == WORDS - 1)
		abort();
	va_start(args, fmt);
	n = vsnprintf(w->text + w->len, sizeof(w->text) - w->len, fmt, args);
	va_end(args);
	if (n < 0 || w->len + n + 1 > sizeof(w->text))
		abort();
	w->word[w->nr++] = w->text + w->len;
	w->len += n + 1;
}

static bool is_for_module(const char *word)
{
	return !strncmp(word, "addr=", 5) || !strncmp(word, "port=", 5);
}

/* The module's grammar is the peer's, too, but for the address. */
static void add_command(struct words *w, const struct cell *c, enum cmlab_role role)
{
	char line[CELL_LINE], *save, *word;
	const char *addr = c->provider->listener[c->v[D_FAMILY]];

	cell_command(c, role, line, sizeof(line));
	word = strtok_r(line, " ", &save);
	add(w, "%s", word);
	add(w, strchr(addr, ':') ? "[%s]:%u" : "%s:%u", addr, cell_port(c));
	while ((word = strtok_r(NULL, " ", &save)))
		if (!is_for_module(word))
			add(w, "%s", word);
}

static int spawn(struct peer *peer, struct words *w)
{
	posix_spawn_file_actions_t files;
	int ret;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 1, OUT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_addopen(&files, 2, ERR, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ret = posix_spawnp(&peer->pid, w->word[0], &files, NULL, w->word, environ);
	posix_spawn_file_actions_destroy(&files);
	if (ret)
		peer->pid = 0;
	return -ret;
}

static bool is_gone(struct peer *peer)
{
	if (peer->pid && waitpid(peer->pid, NULL, WNOHANG) == peer->pid)
		peer->pid = 0;
	return !peer->pid;
}

static int wait_ready(struct peer *peer)
{
	u64 end = live_ms() + SETTLE_MS;

	while (access(READY, F_OK)) {
		if (is_gone(peer) || live_ms() > end)
			return -ETIMEDOUT;
		live_tick();
	}
	return 0;
}

int peer_start(struct peer *peer, const struct cell *c, enum cmlab_role role)
{
	struct words w = { .nr = 0 };
	int ret;

	unlink(READY);
	add(&w, "cmlab-peer");
	add_command(&w, c, role);
	add(&w, "--json");
	if (role == CMLAB_ROLE_PASSIVE)
		add(&w, "--ready-file=" READY);
	ret = spawn(peer, &w);
	if (!ret && role == CMLAB_ROLE_PASSIVE)
		ret = wait_ready(peer);
	return ret;
}

struct json_object *peer_finish(struct peer *peer)
{
	u64 end = live_ms() + SETTLE_MS;

	while (!is_gone(peer) && live_ms() < end)
		live_tick();
	peer_kill(peer);
	return json_object_from_file(OUT);
}

void peer_kill(struct peer *peer)
{
	if (!peer->pid)
		return;
	kill(peer->pid, SIGKILL);
	waitpid(peer->pid, NULL, 0);
	peer->pid = 0;
}
