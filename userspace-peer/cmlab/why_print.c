// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* A symptom explained, for people and as JSON. */
#include <string.h>

#include "keyval.h"
#include "why.h"

#define INDENT 5

static const char *const ranks[CMLAB_NR_RANKS] = {
	[CMLAB_RANK_OFTEN] = "often",
	[CMLAB_RANK_SOMETIMES] = "sometimes",
	[CMLAB_RANK_RARELY] = "rarely",
};

/* The names of a set of bits, "and" between them. */
static void add_bits(struct out_line *l, const char *before, u32 bits,
		     const struct cmlab_names *names, const char *between)
{
	unsigned int i, n = 0;

	/* The first word of each of these says "any". */
	for (i = names == &cmlab_roles ? 0 : 1; i < names->nr && i < 32; i++)
		if (bits & (1U << i))
			out_add(l, "%s%s", n++ ? between : before, cmlab_name(names, i));
}

/* In which place a meaning holds. */
static void place_text(const struct cmlab_meaning *m, struct out_line *l)
{
	l->text[0] = '\0';
	l->len = 0;
	add_bits(l, ", ", m->roles, &cmlab_roles, " or ");
	if (m->roles)
		out_add(l, " side");
	add_bits(l, ", ", m->transports, &cmlab_transports, " or ");
	add_bits(l, ", ", m->drivers, &cmlab_drivers, " or ");
	if (m->call)
		out_add(l, ", %s", cmlab_name(&cmlab_calls, m->call));
	if (m->event)
		out_add(l, ", %s", cmlab_name(&cmlab_events, m->event - 1U));
}

static void put(const char *label, const char *text)
{
	if (!text)
		return;
	printf("%*s%-6s", INDENT, "", label);
	out_wrap(stdout, text, INDENT + 6, INDENT + 6);
	putchar('\n');
}

static void print_cause(unsigned int n, const struct cmlab_cause *c)
{
	char text[640], show[320];

	printf("%*u. ", INDENT - 2, n);
	snprintf(text, sizeof(text), "%s (%s)", c->cause, ranks[c->rank]);
	out_wrap(stdout, text, INDENT, INDENT);
	putchar('\n');
	put("tell:", c->tell);
	put("do:", c->todo);
	snprintf(show, sizeof(show), "cmlab explain %s", c->show ? c->show : "");
	put("show:", c->show ? show : NULL);
}

static void count(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	unsigned int *n = ctx;

	(void)m;
	(void)means;
	(*n)++;
}

static void print_meaning(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	unsigned int *left = ctx, i;
	struct out_line place;

	out_wrap(stdout, means, 0, 0);
	putchar('\n');
	place_text(m, &place);
	if (place.len)
		printf("  [%s]\n", place.text + 2);
	for (i = 0; i < CMLAB_CAUSES && m->causes[i].cause; i++)
		print_cause(i + 1, &m->causes[i]);
	printf("  source: ");
	out_wrap(stdout, m->source, 10, 10);
	printf("\n%s", --*left ? "\n" : "");
}

static void print_line(const struct why *w)
{
	char from[64];

	snprintf(from, sizeof(from), "%s: ", w->line->from);
	fputs(from, stdout);
	out_wrap(stdout, w->line->means, (int)strlen(from), 2);
	putchar('\n');
	if (w->line->todo)
		put("do:", w->line->todo);
	printf("  source: %s\n", w->line->source);
}

unsigned int why_print(const struct why *w)
{
	char text[CMLAB_SYMPTOM_STR];
	unsigned int n = 0, left;

	if (w->line)
		print_line(w);
	cmlab_symptom_explain(&w->s, count, &n);
	left = n;
	if (!n && w->line)
		return 0;
	cmlab_symptom_text(&w->s, text);
	if (!n)
		out_error("why: %s: nothing is known of it here", text);
	if (w->line)
		putchar('\n');
	if (n > 1)
		printf("%s means %u things; --side, --driver, --transport or --call tells which.\n\n",
		       text, n);
	cmlab_symptom_explain(&w->s, print_meaning, &left);
	return n;
}

static void add_text(struct json_object *o, const char *key, const char *text)
{
	char clean[1024];

	if (!text || !*text)
		return;
	out_clean(text, clean, sizeof(clean));
	json_object_object_add(o, key, json_object_new_string(clean));
}

static struct json_object *cause_json(const struct cmlab_cause *c)
{
	struct json_object *o = json_object_new_object();
	char show[320];

	add_text(o, "rank", ranks[c->rank]);
	add_text(o, "cause", c->cause);
	add_text(o, "tell", c->tell);
	add_text(o, "do", c->todo);
	snprintf(show, sizeof(show), "cmlab explain %s", c->show ? c->show : "");
	add_text(o, "show", c->show ? show : NULL);
	return o;
}

static void meaning_json(void *ctx, const struct cmlab_meaning *m, const char *means)
{
	struct json_object *list = ctx, *o = json_object_new_object();
	struct json_object *causes = json_object_new_array();
	struct out_line place;
	unsigned int i;

	place_text(m, &place);
	add_text(o, "means", means);
	add_text(o, "where", place.len ? place.text + 2 : NULL);
	for (i = 0; i < CMLAB_CAUSES && m->causes[i].cause; i++)
		json_object_array_add(causes, cause_json(&m->causes[i]));
	json_object_object_add(o, "causes", causes);
	add_text(o, "source", m->source);
	json_object_array_add(list, o);
}

static struct json_object *line_json(const struct why *w)
{
	struct json_object *o = json_object_new_object();

	add_text(o, "from", w->line->from);
	add_text(o, "means", w->line->means);
	add_text(o, "do", w->line->todo);
	add_text(o, "source", w->line->source);
	add_text(o, "text", w->text);
	if (w->at)
		json_object_object_add(o, "first", json_object_new_int64((s64)w->at));
	json_object_object_add(o, "times", json_object_new_int64((s64)w->times));
	return o;
}

static struct json_object *why_json(const struct why *w)
{
	static const char *const kinds[CMLAB_NR_SYMPTOMS] = {
		[CMLAB_SYMPTOM_REJ] = "rej",	 [CMLAB_SYMPTOM_SIDR] = "sidr",
		[CMLAB_SYMPTOM_ERRNO] = "errno", [CMLAB_SYMPTOM_EVENT] = "event",
		[CMLAB_SYMPTOM_WC] = "wc",	 [CMLAB_SYMPTOM_ASYNC] = "async_event",
		[CMLAB_SYMPTOM_TIME] = "time",	 [CMLAB_SYMPTOM_LINE] = "line",
	};
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	char text[CMLAB_SYMPTOM_STR];

	add_text(o, "kind", kinds[w->s.kind]);
	if (w->s.kind != CMLAB_SYMPTOM_LINE)
		add_text(o, "symptom", cmlab_symptom_text(&w->s, text));
	if (w->s.kind != CMLAB_SYMPTOM_TIME && w->s.kind != CMLAB_SYMPTOM_LINE)
		json_object_object_add(o, "number", json_object_new_int(w->s.number));
	if (w->line)
		json_object_object_add(o, "line", line_json(w));
	cmlab_symptom_explain(&w->s, meaning_json, list);
	json_object_object_add(o, "meanings", list);
	return o;
}

bool why_print_json(const struct why *list, size_t nr)
{
	struct json_object *root = json_object_new_object(), *all = json_object_new_array();
	unsigned int known = 0;
	size_t i;
	bool ok;

	json_object_object_add(root, "version", json_object_new_int(1));
	for (i = 0; i < nr; i++) {
		json_object_array_add(all, why_json(&list[i]));
		cmlab_symptom_explain(&list[i].s, count, &known);
		known += !!list[i].line;
	}
	json_object_object_add(root, "symptoms", all);
	ok = keyval_print(stdout, root);
	json_object_put(root);
	return ok && known;
}
