// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A line of trace_pipe: "  comm-PID  [CPU] flags  SECONDS: EVENT: conn=N ...". Whoever names a
 * process chooses 15 bytes of it, so an event counts only with a time before it and a number
 * behind it, which is more than 15 bytes hold.
 */
#include <ctype.h>
#include <stdlib.h>

#include "keyval.h"
#include "watch.h"

static const char *const events[] = {
	"cmlab_conn_state",	  "cmlab_conn_offer",	"cmlab_conn_decide", "cmlab_conn_reject",
	"cmlab_conn_established", "cmlab_conn_finding", "cmlab_conn_close",  "cmlab_cm_event",
	"cmlab_qp_event",	  "cmlab_wc_err",
};

/* An event: @name without "cmlab_", @text behind the connection's number. */
struct event {
	const char *name;
	const char *text;
	char time[32];
	u32 conn;
};

/* The word before @end, which must be "SECONDS.MICROSECONDS". */
static bool take_time(const char *line, const char *end, struct event *e)
{
	const char *at = end;
	bool dot = false;

	while (at > line && (isdigit((unsigned char)at[-1]) || at[-1] == '.'))
		dot |= *--at == '.';
	if (at == end || !dot || (at > line && at[-1] != ' ') || end - at >= (int)sizeof(e->time))
		return false;
	snprintf(e->time, sizeof(e->time), "%.*s", (int)(end - at), at);
	return true;
}

static const char *take_name(const char *at)
{
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		len = strlen(events[i]);
		if (!strncmp(at, events[i], len) && !strncmp(at + len, ": conn=", 7))
			return events[i];
	}
	return NULL;
}

static bool take_conn(const char *at, struct event *e)
{
	unsigned long long id;
	char *end;

	if (!isdigit((unsigned char)*at))
		return false;
	id = strtoull(at, &end, 10);
	e->conn = id;
	e->text = *end == ' ' ? end + 1 : end;
	return id <= 0xffffffffu && (*end == ' ' || !*end);
}

static bool parse(const char *line, struct event *e)
{
	const char *at = line;

	while ((at = strstr(at, ": cmlab_"))) {
		const char *name = take_name(at + 2);

		if (name && take_time(line, at, e) &&
		    take_conn(at + 2 + strlen(name) + strlen(": conn="), e)) {
			e->name = name + strlen("cmlab_");
			return *e->text;
		}
		at++;
	}
	return false;
}

static bool is(const struct event *e, const char *name)
{
	return !strcmp(e->name, name);
}

static void count_why(struct watch *w, const char *why)
{
	unsigned int i = 0;

	w->failures++;
	while (i < w->whys && strcmp(w->why[i].text, why))
		i++;
	if (i == WATCH_WHYS)
		return;
	if (i == w->whys) {
		out_clean(why, w->why[i].text, sizeof(w->why[i].text));
		w->whys++;
	}
	w->why[i].nr++;
}

/* Counts; true if the event tells of a failure. */
static bool count(struct watch *w, const struct event *e)
{
	struct watch_slot *s = &w->slot[e->conn % WATCH_SLOTS];
	bool failed = is(e, "conn_reject") || is(e, "wc_err") || is(e, "qp_event");
	unsigned int number;

	if (is(e, "conn_state") && !strncmp(e->text, "new ", 4)) {
		*s = (struct watch_slot){ .id = e->conn, .begun = true };
	} else if (is(e, "conn_established")) {
		w->established++;
		if (s->id == e->conn)
			s->established = true;
	} else if (is(e, "conn_close") && s->id == e->conn && s->begun && !s->established) {
		count_why(w, strncmp(e->text, "why=", 4) ? e->text : e->text + 4);
		s->begun = false;
		failed = true;
	} else if (is(e, "conn_finding") && sscanf(e->text, "CL%3u ", &number) == 1) {
		w->finding[number]++;
		failed = strstr(e->text, "severity=error");
	}
	return failed;
}

static void add_field(struct json_object *fields, char *word)
{
	char *value = strchr(word, '='), *end;
	s64 number;

	if (!value || value == word)
		return;
	*value++ = '\0';
	number = strtoll(value, &end, 10);
	json_object_object_add(fields, word,
			       *value && !*end ? json_object_new_int64(number) :
						 json_object_new_string(value));
}

static void print_json(const struct event *e, const char *clean)
{
	struct json_object *o = json_object_new_object(), *fields = json_object_new_object();
	char words[1024], *save = NULL, *word;

	json_object_object_add(o, "version", json_object_new_int(1));
	json_object_object_add(o, "time", json_object_new_double_s(strtod(e->time, NULL), e->time));
	json_object_object_add(o, "event", json_object_new_string(e->name));
	json_object_object_add(o, "conn", json_object_new_int64(e->conn));
	json_object_object_add(o, "text", json_object_new_string(clean));
	snprintf(words, sizeof(words), "%s", clean);
	if (!strncmp(words, "why=", 4))
		add_field(fields, words);
	else
		for (word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
			add_field(fields, word);
	json_object_object_add(o, "fields", fields);
	keyval_print(stdout, o);
	json_object_put(o);
}

void watch_line(struct watch *w, char *line)
{
	struct event e = {};
	char clean[1024];
	const char *lost = strstr(line, "[LOST ");
	bool failed;

	if (!parse(line, &e)) {
		if (!strncmp(line, "CPU:", 4) && lost)
			w->lost += strtoull(lost + 6, NULL, 10);
		else
			w->skipped++;
		return;
	}
	if (w->conn >= 0 && e.conn != w->conn)
		return;
	failed = count(w, &e);
	if (w->failed && !failed)
		return;
	w->shown++;
	out_clean(e.text, clean, sizeof(clean));
	if (w->json)
		print_json(&e, clean);
	else
		printf("%s%s  conn %-5u %-17s %s%s\n", failed && w->style.colour ? "\033[31m" : "",
		       e.time, e.conn, e.name, clean, failed && w->style.colour ? "\033[0m" : "");
}

static u64 other_whys(const struct watch *w)
{
	u64 rest = w->failures;
	unsigned int i;

	for (i = 0; i < w->whys; i++)
		rest -= w->why[i].nr;
	return rest;
}

static void summary_text(const struct watch *w)
{
	unsigned int i;

	printf("%llu handshakes: %llu established, %llu failed; %llu events lost, %llu lines skipped\n",
	       (unsigned long long)w->established + w->failures, (unsigned long long)w->established,
	       (unsigned long long)w->failures, (unsigned long long)w->lost,
	       (unsigned long long)w->skipped);
	for (i = 0; i < w->whys; i++)
		printf("  failed: %s x%llu\n", w->why[i].text, (unsigned long long)w->why[i].nr);
	if (other_whys(w))
		printf("  failed: other x%llu\n", (unsigned long long)other_whys(w));
	for (i = 0; i < WATCH_FINDINGS; i++)
		if (w->finding[i])
			printf("  finding: CL%03u x%llu\n", i, (unsigned long long)w->finding[i]);
}

static void summary_json(const struct watch *w)
{
	struct json_object *o = json_object_new_object(), *s = json_object_new_object();
	struct json_object *why = json_object_new_object(), *found = json_object_new_object();
	char id[16];
	unsigned int i;

	for (i = 0; i < w->whys; i++)
		json_object_object_add(why, w->why[i].text, json_object_new_int64(w->why[i].nr));
	if (other_whys(w))
		json_object_object_add(why, "other", json_object_new_int64(other_whys(w)));
	for (i = 0; i < WATCH_FINDINGS; i++) {
		snprintf(id, sizeof(id), "CL%03u", i);
		if (w->finding[i])
			json_object_object_add(found, id, json_object_new_int64(w->finding[i]));
	}
	json_object_object_add(s, "established", json_object_new_int64(w->established));
	json_object_object_add(s, "failed", json_object_new_int64(w->failures));
	json_object_object_add(s, "failures", why);
	json_object_object_add(s, "findings", found);
	json_object_object_add(s, "lost", json_object_new_int64(w->lost));
	json_object_object_add(s, "skipped", json_object_new_int64(w->skipped));
	json_object_object_add(o, "version", json_object_new_int(1));
	json_object_object_add(o, "summary", s);
	keyval_print(stdout, o);
	json_object_put(o);
}

void watch_summary(const struct watch *w)
{
	if (w->json)
		summary_json(w);
	else
		summary_text(w);
}
