// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Words of a command line to one checked line of the control grammar. */
#include <ctype.h>

#include "cmdline.h"

#define PRIVATE_DATA "private_data="

struct builder {
	struct cmdline *cmd;
	const char *verb;
	struct cmlab_error *err;
};

static __printf(2, 3) int append(struct builder *b, const char *fmt, ...)
{
	struct cmdline *cmd = b->cmd;
	size_t room = sizeof(cmd->line) - cmd->len;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(cmd->line + cmd->len, room, fmt, args);
	va_end(args);
	if (n < 0 || (size_t)n >= room)
		return cmlab_request_error(b->err, -EINVAL,
					   "%s: the command is longer than %d characters", b->verb,
					   CMLAB_REQUEST_LINE);
	cmd->len += n;
	return 0;
}

static bool is_plain(const char *s)
{
	for (; *s; s++)
		if (*s <= ' ' || *s > '~')
			return false;
	return true;
}

static int append_hex(struct builder *b, const char *bytes)
{
	int ret = append(b, " private_data_hex=");

	for (; !ret && *bytes; bytes++)
		ret = append(b, "%02x", (unsigned char)*bytes);
	return ret;
}

/* A fault needs no key, though it may look as if it had one. */
static bool is_fault(const struct builder *b, const char *word)
{
	struct cmlab_fault fault;

	if (strcmp(b->verb, "fault"))
		return false;
	return !strchr(word, '=') || cmlab_fault_parse(word, strlen(word), &fault) != -ENOENT;
}

static int append_word(struct builder *b, const char *word)
{
	if (is_plain(word) && is_fault(b, word))
		return append(b, " kind=%s", word);
	if (is_plain(word) && *word)
		return append(b, " %s", word);
	if (!strncmp(word, PRIVATE_DATA, strlen(PRIVATE_DATA)))
		return append_hex(b, word + strlen(PRIVATE_DATA));
	return cmlab_request_error(b->err, -EINVAL, "%s: \"%s\": must be key=value without spaces",
				   b->verb, word);
}

/* ADDR:PORT or [ADDR]:PORT to addr= and port= */
static int append_endpoint(struct builder *b, const char *word)
{
	const char *addr = word, *colon = strrchr(word, ':');
	size_t len;

	if (!colon || !colon[1] || colon == word)
		return cmlab_request_error(b->err, -EINVAL,
					   "%s: \"%s\": ADDR:PORT, [IPV6]:PORT or key=value expected",
					   b->verb, word);
	len = colon - word;
	if (*addr == '[' && addr[len - 1] == ']') {
		addr++;
		len -= 2;
	} else if (memchr(addr, ':', len)) {
		return cmlab_request_error(b->err, -EINVAL,
					   "%s: \"%s\": an IPv6 address goes in brackets: [%.*s]:%s",
					   b->verb, word, (int)len, word, colon + 1);
	}
	return append(b, " addr=%.*s port=%s", (int)len, addr, colon + 1);
}

static bool is_number_or_all(const char *word)
{
	if (!strcmp(word, "all"))
		return true;
	while (isdigit((unsigned char)*word))
		word++;
	return !*word;
}

static bool takes_endpoint(const char *verb)
{
	return !strcmp(verb, "listen") || !strcmp(verb, "connect") || !strcmp(verb, "unlisten");
}

/* The key whose value a plain number is, NULL if there is none. */
static const char *number_key(const char *verb)
{
	if (!strcmp(verb, "disconnect"))
		return "conn";
	return !strcmp(verb, "unlisten") || !strcmp(verb, "check") || !strcmp(verb, "fault") ?
		       "listener" :
		       NULL;
}

static int append_first(struct builder *b, const char *word)
{
	const char *key = number_key(b->verb);

	if (!*word || strchr(word, '=') || !is_plain(word))
		return append_word(b, word);
	if (key && is_number_or_all(word))
		return append(b, " %s=%s", key, word);
	if (takes_endpoint(b->verb))
		return append_endpoint(b, word);
	return append_word(b, word);
}

int cmdline_build(struct cmdline *cmd, const char *verb, int argc, char **argv,
		  struct cmlab_error *err)
{
	struct builder b = { .cmd = cmd, .verb = verb, .err = err };
	int i, ret;

	memset(cmd, 0, sizeof(*cmd));
	ret = append(&b, "%s", verb);
	for (i = 0; !ret && i < argc; i++)
		ret = i ? append_word(&b, argv[i]) : append_first(&b, argv[i]);
	return ret ? ret : cmlab_request_parse(cmd->line, cmd->len, &cmd->req, err);
}
