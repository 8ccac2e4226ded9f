// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * docs/findings.md, from the catalogue and the tests' rows: where each finding is found is
 * what the rows themselves show, the examples are the first ones among them.
 */
#include "../cases_findings.h"
#include "../cases_findings_predict.h"

#include <stdio.h>

/* Where a finding was found first. */
struct example {
	bool predicted;
	bool live;
	char row[2 * KUNIT_PARAM_DESC_SIZE];
	struct cmlab_finding f;
};

static struct example examples[CMLAB_CL_LAST + 1];

static void note(const struct cmlab_findings *found, u16 number, const char *name, const char *from)
{
	u32 i;

	for (i = 0; i < found->nr; i++) {
		struct example *e = &examples[found->f[i].number];

		if (found->f[i].number != number || e->f.number)
			continue;
		scnprintf(e->row, sizeof(e->row), "%s; %s", name, from);
		e->f = found->f[i];
	}
}

static void predict(const struct foresight_row *row, struct cmlab_handshake *h)
{
	static struct cmlab_profile profiles[CMLAB_NR_ROLES];
	struct cmlab_predict_in in;

	rows_to_question(&row->q, &in, profiles);
	cmlab_predict(&in, h);
}

static void note_predicted(void)
{
	static struct cmlab_findings found;
	static struct cmlab_handshake h;
	unsigned int i;
	u32 k;

	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
		const struct foresight_row *row = &foresight_rows[i];

		predict(row, &h);
		cmlab_findings_collect(&h, &row->w, &found);
		for (k = 0; k < found.nr; k++)
			examples[found.f[k].number].predicted = true;
		note(&found, row->number, row->name, row->from);
	}
}

static void note_live(const struct cmlab_handshake *h, struct cmlab_findings *found)
{
	u32 k;

	cmlab_findings_collect(h, NULL, found);
	for (k = 0; k < found->nr; k++)
		examples[found->f[k].number].live = true;
}

static void note_live_rows(void)
{
	static struct cmlab_findings found;
	static struct cmlab_report r;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(live_rows); i++) {
		rows_to_live(&live_rows[i], &r);
		note_live(&r.h, &found);
		note(&found, live_rows[i].number, live_rows[i].name, live_rows[i].from);
	}
}

/* What one side sees of what is predicted is live as well. */
static void note_views(void)
{
	static struct cmlab_findings found;
	static struct cmlab_handshake h, view;
	unsigned int i, role;

	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
		predict(&foresight_rows[i], &h);
		for (role = 0; role < CMLAB_NR_ROLES; role++)
			if (rows_to_view(&h, role, &view))
				note_live(&view, &found);
	}
}

static const char *field_of(u8 field)
{
	return field < CMLAB_NR_FIELDS ? cmlab_field_info(field)->param : "the whole";
}

static const char *found_in(const struct example *e)
{
	if (e->predicted && e->live)
		return "on connections and in predictions";
	return e->live ? "on connections" : "in predictions";
}

static void print(const struct cmlab_finding_info *info)
{
	const struct example *e = &examples[info->number];

	printf("\n## CL%03u: %s\n\n", info->number, info->title);
	printf("%s, about %s; found %s.\n", cmlab_name(&cmlab_severities, info->severity),
	       field_of(info->field), found_in(e));
	printf("\nFor example (%s):\n\n> %s\n>\n> -> %s\n", e->row, e->f.message, e->f.advice);
}

static const char head[] =
	"<!-- Made by \"make docs\" from the catalogue in core/findings and the tests' rows. -->\n"
	"# The findings\n\n"
	"A finding is a verdict with a stable number: what is so, with the values in it, and what\n"
	"to do. `cmlab show ID` tells those of a connection, `cmlab explain` those of a handshake\n"
	"that has not happened, both as `findings[]` with `id`, `severity`, `field`, `message` and\n"
	"`advice` in their JSON. Numbers are never used again for something else. On a connection\n"
	"only what one side can know is judged, and nothing is said for want of knowledge.\n\n"
	"| | |\n| --- | --- |\n"
	"| error | it fails, or will with the first use of what was asked for |\n"
	"| warn | it works as long as something else does not happen |\n"
	"| info | it works, and not as it looks |\n\n"
	"| number | severity | about | found | what |\n| --- | --- | --- | --- | --- |\n";

static void print_line(const struct cmlab_finding_info *info)
{
	const struct example *e = &examples[info->number];

	printf("| CL%03u | %s | %s | %s | %s |\n", info->number,
	       cmlab_name(&cmlab_severities, info->severity), field_of(info->field),
	       e->predicted && e->live ? "both" :
	       e->live		       ? "live" :
					 "predicted",
	       info->title);
}

int main(void)
{
	struct cmlab_finding_info info;
	unsigned int n;

	note_predicted();
	note_live_rows();
	note_views();
	printf("<!-- %s-License-Identifier: GPL-2.0 OR BSD-2-Clause -->\n", "SPDX");
	fputs(head, stdout);
	for (n = 0; cmlab_findings_info(n, &info); n++)
		print_line(&info);
	for (n = 0; cmlab_findings_info(n, &info); n++)
		print(&info);
	return 0;
}
