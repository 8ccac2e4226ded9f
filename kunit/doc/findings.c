// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * docs/findings.md, from the catalogue and from the first row of each finding's tests.
 */
#include "../cases_findings_predict.h"

#include <stdio.h>

static const char *field_of(const struct cmlab_finding_info *info)
{
	return info->field < CMLAB_NR_FIELDS ? cmlab_names_field(info->field)->param : "the whole";
}

static const struct foresight_case *example_of(u32 number)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(foresight_cases); i++)
		if (foresight_cases[i].number == number && foresight_cases[i].times)
			return &foresight_cases[i];
	return NULL;
}

static bool find(const struct foresight_case *c, struct cmlab_finding *f)
{
	static struct cmlab_profile profiles[CMLAB_NR_ROLES];
	static struct cmlab_prediction p;
	struct cmlab_predict_in in;
	u32 n;

	rows_to_question(&c->q, &in, profiles);
	cmlab_predict(&in, &p);
	for (n = 0; cmlab_findings_prediction(&p, &c->w, n, f); n++)
		if (f->number == c->number)
			return true;
	return false;
}

static const char *found_in(const struct cmlab_finding_info *info, bool example)
{
	if (info->number > 20)
		return "in predictions";
	return example ? "on connections and in predictions" : "on connections";
}

static void print(const struct cmlab_finding_info *info)
{
	const struct foresight_case *c = example_of(info->number);
	struct cmlab_finding f;

	printf("\n## CL%03u: %s\n\n", info->number, info->title);
	printf("%s, about %s; found %s.\n", cmlab_names_severity(info->severity), field_of(info),
	       found_in(info, c));
	if (!c || !find(c, &f))
		return;
	printf("\nFor example (%s; %s):\n\n> %s\n>\n> -> %s\n", c->name, c->from, f.message,
	       f.advice);
}

static const char head[] =
	"<!-- Made by \"make docs\" from include/cmlab/findings.h and the tests' rows. -->\n"
	"# The findings\n\n"
	"A finding is a verdict with a stable number: what is so, with the values in it, and what\n"
	"to do. `cmlab show ID` tells those of a connection, `cmlab explain` those of a handshake\n"
	"that has not happened, both as `findings[]` with `id`, `severity`, `field`, `message` and\n"
	"`advice` in their JSON. Numbers are never used again for something else.\n\n"
	"| | |\n| --- | --- |\n"
	"| error | it fails, or will with the first use of what was asked for |\n"
	"| warn | it works as long as something else does not happen |\n"
	"| info | it works, and not as it looks |\n";

int main(void)
{
	const struct cmlab_finding_info *info;
	unsigned int n;

	printf("<!-- %s-License-Identifier: GPL-2.0 OR BSD-2-Clause -->\n", "SPDX");
	fputs(head, stdout);
	for (n = 0; (info = cmlab_findings_info(n)); n++)
		print(info);
	return 0;
}
