// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings of predicted handshakes: what is said of which, and what must be so of any:
 * sound sentences, and that knowing less never finds more.
 */
#include "cases_findings.h"
#include "cases_findings_predict.h"
#include "random.h"
#include "suites.h"

#define NR_NUMBERS CMLAB_CL_LAST

/* By number, whether it was found. */
struct numbers {
	bool has[NR_NUMBERS + 1];
};

struct foresight_scene {
	struct row_question q;
	struct cmlab_workload w;
	struct cmlab_predict_in in;
	struct cmlab_profile profiles[CMLAB_NR_ROLES];
	struct cmlab_handshake h;
	struct cmlab_handshake less;
	struct cmlab_handshake blank;
	struct cmlab_report r;
	struct cmlab_findings found;
	struct numbers a;
	struct numbers b;
	u32 forgotten;
	struct cmlab_random random;
};

static void predict(struct foresight_scene *s)
{
	rows_to_question(&s->q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->h);
}

static void predict_row(struct foresight_scene *s, const struct foresight_row *row, bool near)
{
	rows_to_foresight(row, near, &s->q, &s->w);
	predict(s);
}

static bool is_whole(const char *text, size_t size)
{
	size_t len = strlen(text);

	return len && len < size - 1 && text[len - 1] == '.';
}

/* The catalogue's severity + 1 of a number, 0 if it is not taken; looked up once. */
static u8 severity1_of(u16 number)
{
	static u8 severities[NR_NUMBERS + 1];
	struct cmlab_finding_info info;
	u32 n;

	if (!severities[1])
		for (n = 0; cmlab_findings_info(n, &info); n++)
			severities[info.number] = info.severity + 1;
	return severities[number];
}

/* As the catalogue has it, whole, and behind @before. */
static bool is_sound(const struct cmlab_handshake *h, const struct cmlab_finding *f,
		     const struct cmlab_finding *before)
{
	/* This one weighs less where it only waits. */
	bool weighed = f->number == 77 && f->severity == CMLAB_SEVERITY_WARN;

	if (f->number > NR_NUMBERS || (severity1_of(f->number) != f->severity + 1 && !weighed) ||
	    f->field > CMLAB_NR_FIELDS)
		return false;
	if (before->severity < f->severity ||
	    (before->severity == f->severity && before->number > f->number))
		return false;
	/* Whose side would that be? */
	if (h->viewpoint == CMLAB_NO_VIEWPOINT &&
	    (strstr(f->message, "his side") || strstr(f->advice, "his side")))
		return false;
	return is_whole(f->message, sizeof(f->message)) && is_whole(f->advice, sizeof(f->advice));
}

static bool expect_sound(struct kunit *test, const struct cmlab_handshake *h,
			 const struct cmlab_findings *found)
{
	bool sound = !found->lost;
	u32 i;

	KUNIT_EXPECT_TRUE(test, sound);
	for (i = 0; i < found->nr; i++) {
		const struct cmlab_finding *f = &found->f[i];

		if (is_sound(h, f, i ? f - 1 : f))
			continue;
		KUNIT_FAIL(test, "place %u: CL%03u: %s -> %s", i, f->number, f->message, f->advice);
		sound = false;
	}
	return sound;
}

/* Adds to @n what is found of @h. */
static void note(struct foresight_scene *s, const struct cmlab_handshake *h,
		 const struct cmlab_workload *w, struct numbers *n)
{
	u32 i;

	cmlab_findings_collect(h, w, &s->found);
	for (i = 0; i < s->found.nr; i++)
		n->has[s->found.f[i].number] = true;
}

/* Replaces what @n has. */
static void collect(struct foresight_scene *s, const struct cmlab_handshake *h, struct numbers *n)
{
	memset(n, 0, sizeof(*n));
	note(s, h, &s->w, n);
}

/* How often it is found; the first must have the row's words. */
static u32 expect_words(struct kunit *test, const struct cmlab_findings *found,
			const struct foresight_row *row)
{
	u32 i, times = 0;

	for (i = 0; i < found->nr; i++) {
		const struct cmlab_finding *f = &found->f[i];

		if (f->number != row->number || times++)
			continue;
		KUNIT_EXPECT_TRUE_MSG(test, !row->words || strstr(f->message, row->words),
				      "message: %s", f->message);
		KUNIT_EXPECT_TRUE_MSG(test, !row->advice || strstr(f->advice, row->advice),
				      "advice: %s", f->advice);
	}
	return times;
}

static bool has_near(const struct foresight_row *row)
{
	return row->unless[0].size || row->unless[0].f1;
}

static void foresight(struct kunit *test)
{
	const struct foresight_row *row = test->param_value;
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	predict_row(s, row, false);
	cmlab_findings_collect(&s->h, &s->w, &s->found);
	expect_sound(test, &s->h, &s->found);
	KUNIT_EXPECT_EQ(test, expect_words(test, &s->found, row), row->times);
	if (!has_near(row))
		return;
	predict_row(s, row, true);
	collect(s, &s->h, &s->a);
	expect_sound(test, &s->h, &s->found);
	KUNIT_EXPECT_FALSE_MSG(test, s->a.has[row->number], "in spite of what is changed");
}

/* Where a finding comes from, by number: a prediction, a live handshake, or both. */
static const char sources[] =
	"bbbllbbbbllbbbblbbbbbbbbbbbpbbbbbbppbbbbbbbbbbbpppbpppbbbbbbbbbbbpbbbppbpbblppbbbpl";

/* Every finding is found by some row, and nothing else where it is not expected. */
static void foresight_sources(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char letters[NR_NUMBERS + 1] = "";
	unsigned int i, role, n;

	for (i = 0; i < ARRAY_SIZE(live_rows); i++) {
		rows_to_live(&live_rows[i], &s->r);
		note(s, &s->r.h, NULL, &s->b);
	}
	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
		predict_row(s, &foresight_rows[i], false);
		note(s, &s->h, &s->w, &s->a);
		for (role = 0; role < CMLAB_NR_ROLES; role++)
			if (rows_to_view(&s->h, role, &s->less))
				note(s, &s->less, NULL, &s->b);
	}
	for (n = 1; n <= NR_NUMBERS; n++)
		letters[n - 1] = "-lpb"[2 * s->a.has[n] + s->b.has[n]];
	KUNIT_EXPECT_STREQ(test, letters, sources);
}

/* No row without its opposite; what is only live has its rows in cases_findings.h. */
static void foresight_pairs(struct kunit *test)
{
	struct numbers holds = {}, near = {};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
		const struct foresight_row *row = &foresight_rows[i];

		holds.has[row->number] |= row->times > 0;
		near.has[row->number] |= !row->times || has_near(row);
	}
	for (n = 1; n <= NR_NUMBERS; n++) {
		if (sources[n - 1] == 'l' || sources[n - 1] == '-')
			continue;
		KUNIT_EXPECT_TRUE_MSG(test, holds.has[n], "CL%03u has no row", n);
		KUNIT_EXPECT_TRUE_MSG(test, near.has[n], "CL%03u has no near row", n);
	}
}

/* Of each row's question each part may come from another row's, and depths from nowhere. */
static void any_row(struct cmlab_random *r, struct row_question *q, struct cmlab_workload *w)
{
	u32 i = cmlab_random_below(r, ARRAY_SIZE(foresight_rows));

	rows_to_foresight(&foresight_rows[i], cmlab_random_chance(r, 2), q, w);
}

static void draw_depths(struct cmlab_random *r, struct row_side *side)
{
	struct row_value *v;

	for (v = side->params; v->f1; v++)
		if (v->f1 - 1 <= CMLAB_F_ORD && cmlab_random_chance(r, 3))
			v->v = cmlab_random_below(r, cmlab_random_chance(r, 2) ? 6 : 300);
	if (cmlab_random_chance(r, 8))
		side->rd = 1 + (s32)cmlab_random_below(r, 8);
	if (cmlab_random_chance(r, 8))
		side->init = 1 + (s32)cmlab_random_below(r, 8);
	if (cmlab_random_chance(r, 16))
		side->mtu = 300 + cmlab_random_below(r, 9000);
	if (cmlab_random_chance(r, 16))
		side->res = 1 + (s32)cmlab_random_below(r, 64);
}

/* One that has such devices; generic stands for any. */
static u8 draw_driver(struct cmlab_random *r, u8 transport)
{
	u8 driver = (u8)cmlab_random_below(r, cmlab_drivers.nr);

	return cmlab_limits_driver(driver)->transports & 1U << transport ? driver :
									   CMLAB_DRIVER_GENERIC;
}

static void draw_question(struct cmlab_random *r, struct row_question *q)
{
	struct row_question other;
	struct cmlab_workload w;

	any_row(r, q, &w);
	any_row(r, &other, &w);
	q->a = other.a;
	any_row(r, &other, &w);
	q->p = other.p;
	draw_depths(r, &q->a);
	draw_depths(r, &q->p);
	if (q->transport == CMLAB_TRANSPORT_ROCE && cmlab_random_chance(r, 4))
		q->transport = CMLAB_TRANSPORT_IB;
	if (cmlab_random_chance(r, 3))
		q->driver = draw_driver(r, q->transport);
	if (cmlab_random_chance(r, 4))
		q->passive_driver1 = 1 + draw_driver(r, q->transport);
	if (cmlab_random_chance(r, 4))
		q->lab = !q->lab;
	if (cmlab_random_chance(r, 6))
		q->answer = (u8)cmlab_random_below(r, CMLAB_NR_ANSWERS);
	if (cmlab_random_chance(r, 8))
		q->reason = (u8)cmlab_random_below(r, 34);
}

static void draw_workload(struct cmlab_random *r, struct cmlab_workload *w)
{
	struct row_question q;

	any_row(r, &q, w);
	if (!cmlab_random_chance(r, 4))
		return;
	w->op = (u8)cmlab_random_below(r, CMLAB_NR_OPS);
	w->depth = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->burst = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->connections = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->service_us = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
}

static bool sound(struct kunit *test, struct foresight_scene *s)
{
	s->h.viewpoint = (u8)cmlab_random_below(&s->random, CMLAB_NO_VIEWPOINT + 1);
	cmlab_findings_collect(&s->h, &s->w, &s->found);
	return expect_sound(test, &s->h, &s->found);
}

/* What is forgotten together: these members are then as in a new handshake. */
struct group {
	const char *name;
	u32 known;
	struct {
		u16 at;
		u16 size;
	} members[7];
};

/* Rows of cases: as few lines as a row needs. */
/* clang-format off */
#define WHOLE_M(m) \
	{ offsetof(struct cmlab_handshake, m), sizeof(((struct cmlab_handshake *)0)->m) }
/* Of one of the two ends. */
#define END_M(m) WHOLE_M(end[0].m)

static const struct group groups[] = {
	{ "limits", CMLAB_KNOWS_LIMITS,
	  { END_M(limits.max_qp_rd_atom), END_M(limits.max_qp_init_rd_atom),
	    END_M(limits.max_res_rd_atom), END_M(limits.local_ca_ack_delay),
	    END_M(limits.transport), END_M(limits.mock) } },
	{ "driver", CMLAB_KNOWS_DRIVER,
	  { END_M(device), END_M(limits.driver), END_M(limits.kernel) } },
	{ "call", CMLAB_KNOWS_CALL,
	  { END_M(call), END_M(ret), END_M(crash), END_M(null_param), END_M(decide),
	    END_M(profile) } },
	{ "events", CMLAB_KNOWS_EVENTS, { END_M(nr_events), END_M(nr_later) } },
	{ "qp", CMLAB_KNOWS_QP, { END_M(qp_state), END_M(access) } },
	{ "timers", CMLAB_KNOWS_TIMERS,
	  { END_M(timeout_when), END_M(min_rnr_when), END_M(set_timeout), END_M(set_min_rnr) } },
	{ "own_qp", CMLAB_KNOWS_OWN_QP, { END_M(has_srq), END_M(qp_num) } },
	{ "mtu", CMLAB_KNOWS_MTU, { END_M(netdev_mtu) } },
	{ "clamps", 0, { END_M(clamps) } },
	{ "refusal", 0, { END_M(refusal) } },
	{ "message", 0, { END_M(message) } },
	{ "requested", 0, { END_M(requested) } },
	{ "asked", 0, { END_M(asked) } },
	{ "sent", 0, { END_M(sent) } },
	{ "seen", 0, { END_M(seen) } },
	{ "agreed", 0, { END_M(agreed) } },
	{ "programmed", 0, { END_M(programmed) } },
	{ "reported", 0, { END_M(reported) } },
	{ "answer", 0, { WHOLE_M(answer) } },
	{ "times", 0,
	  { WHOLE_M(unreachable_ns), WHOLE_M(reply_ns), WHOLE_M(rep_lost_ns),
	    END_M(time_wait_ns) } },
	{ "reject", 0, { WHOLE_M(reject), WHOLE_M(rejecter) } },
	{ "mpa", 0, { WHOLE_M(mpa) } },
};

/* clang-format on */

static void forget(struct foresight_scene *s, unsigned int role, unsigned int group)
{
	const struct group *g = &groups[group];
	unsigned int i;

	for (i = 0; g->members[i].size; i++) {
		size_t at = g->members[i].at;

		if (at >= offsetof(struct cmlab_handshake, end))
			at += role * sizeof(struct cmlab_end);
		memcpy((u8 *)&s->less + at, (u8 *)&s->blank + at, g->members[i].size);
	}
	s->less.end[role].known &= ~g->known;
	s->forgotten |= 1U << group;
}

/**
 * struct instead - a finding that less knowledge may bring
 * @number: what is found
 * @was: what was found with all of it; 0: whatever
 * @forgotten: names of the groups of which one must be forgotten; NULL: whichever
 * @why: why that does not accuse
 */
struct instead {
	u16 number;
	u16 was;
	const char *forgotten;
	const char *why;
};

static const struct instead with_less[] = {
	{ 10, 50, "answer", "says not why nothing came" },
	{ 72, 0, "answer", "a program that rejects with REJ 10 means it" },
	{ 13, 0, "answer", "a program that rejects with REJ 8 means it" },
	{ 15, 0, NULL, "says which call, not why" },
	{ 14, 69, "events", "says not that it is the reply" },
	{ 8, 7, "programmed", "the same of the side that serves" },
	{ 2, 0, "programmed, sent", "the side did say that" },
	{ 3, 0, "programmed, sent", "the side did say that" },
	{ 3, 0, "limits, asked", "its message asks for that many, whether its device can or not" },
	{ 8, 26, "sent, driver", "says not why it is 0" },
	{ 1, 26, "sent, driver", "says not why it is 0" },
	{},
};

static const struct instead from_one_side[] = {
	{ 10, 50, NULL, "says not why nothing came" },
	{ 72, 0, NULL, "a program that rejects with REJ 10 means it" },
	{ 13, 0, NULL, "a program that rejects with REJ 8 means it" },
	{ 12, 0, NULL, "says what came, and that no reason was in it" },
	{ 15, 0, NULL, "says which call, not why" },
	{ 8, 7, NULL, "the same of the side that serves" },
	{ 4, 3, NULL, "the same from the other side" },
	{ 4, 18, NULL, "the peer did say that" },
	{ 2, 0, NULL, "the peer did say that" },
	{ 5, 6, NULL, "the same from the other side" },
	{ 3, 0, NULL, "its message asks for that many, whether its device can or not" },
	{},
};

static bool is_forgotten(const struct foresight_scene *s, const char *names)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (s->forgotten & 1U << i && strstr(names, groups[i].name))
			return true;
	return false;
}

static bool may_appear(const struct foresight_scene *s, const struct instead *may, u16 number)
{
	for (; may->number; may++)
		if (may->number == number && (!may->was || s->a.has[may->was]) &&
		    (!may->forgotten || is_forgotten(s, may->forgotten)))
			return true;
	return false;
}

/* What is found in @less was found in the whole as well, or may take another one's place. */
static bool expect_no_more(struct kunit *test, struct foresight_scene *s, const struct instead *may,
			   unsigned int role)
{
	u32 i;

	collect(s, &s->less, &s->b);
	for (i = 0; i < s->found.nr; i++) {
		const struct cmlab_finding *f = &s->found.f[i];

		if (s->a.has[f->number] || may_appear(s, may, f->number))
			continue;
		KUNIT_FAIL(test, "%s side, without groups %#x: CL%03u: %s",
			   cmlab_name(&cmlab_roles, role), s->forgotten, f->number, f->message);
		return false;
	}
	return true;
}

/* Unknown is not zero: who knows less finds less. Half the time one thing is forgotten. */
static bool less(struct kunit *test, struct foresight_scene *s)
{
	struct cmlab_random *r = &s->random;
	u32 group, n = cmlab_random_chance(r, 2) ? 1 : cmlab_random_below(r, ARRAY_SIZE(groups));

	s->less = s->h;
	s->forgotten = 0;
	for (; n; n--) {
		group = cmlab_random_below(r, ARRAY_SIZE(groups));
		forget(s, cmlab_random_below(r, CMLAB_NR_ROLES), group);
	}
	return expect_no_more(test, s, with_less, 0);
}

/* What one side sees is not more than what there is to see. */
static bool view(struct kunit *test, struct foresight_scene *s)
{
	bool no_more = true;
	u32 role;

	for (role = 0; role < CMLAB_NR_ROLES && no_more; role++)
		if (rows_to_view(&s->h, role, &s->less))
			no_more = expect_no_more(test, s, from_one_side, role);
	return no_more;
}

/* The same, as the numbers call it that know no side. */
static u16 without_side(u16 number)
{
	static const struct {
		u16 of_peer;
		u16 of_own;
	} pairs[] = { { 4, 3 }, { 5, 6 }, { 11, 14 } };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (number == pairs[i].of_peer)
			return pairs[i].of_own;
	return number;
}

static bool expect_same(struct kunit *test, struct foresight_scene *s, unsigned int role)
{
	struct numbers found = {};
	bool same = true;
	u16 n;

	s->h.viewpoint = (u8)role;
	collect(s, &s->h, &s->b);
	for (n = 1; n <= NR_NUMBERS; n++)
		found.has[without_side(n)] |= s->b.has[n];
	for (n = 1; n <= NR_NUMBERS; n++) {
		if (found.has[n] == s->a.has[n])
			continue;
		KUNIT_FAIL(test, "CL%03u from the %s side: %d, from neither: %d", n,
			   cmlab_name(&cmlab_roles, role), found.has[n], s->a.has[n]);
		same = false;
	}
	return same;
}

/* Who looks changes the words, not what is found. */
static bool viewpoint(struct kunit *test, struct foresight_scene *s)
{
	return expect_same(test, s, CMLAB_ROLE_ACTIVE) && expect_same(test, s, CMLAB_ROLE_PASSIVE);
}

/*
 * struct sweep - what holds of every handshake
 * @stream: of random numbers
 * @holds: asked of each, with @a what was found of it
 */
struct sweep {
	const char *name;
	const char *from;
	u32 stream;
	u32 rounds;
	bool (*holds)(struct kunit *test, struct foresight_scene *s);
};

static const struct sweep sweeps[] = {
	{ "sound sentences", "whoever looks", 60, CMLAB_ROUNDS(100000), sound },
	{ "less is known", "unknown is not 0", 62, CMLAB_ROUNDS(250000), less },
	{ "one side sees it", "no more than there is", 63, CMLAB_ROUNDS(100000), view },
	{ "either side looks", "other words", 64, CMLAB_ROUNDS(50000), viewpoint },
};

static void random_findings(struct kunit *test)
{
	const struct sweep *sweep = test->param_value;
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 round, bad = 0;

	cmlab_handshake_init(&s->blank, CMLAB_SOURCE_PREDICTED, CMLAB_NO_VIEWPOINT);
	cmlab_random_init(&s->random, sweep->stream);
	for (round = 0; round < sweep->rounds && bad < 5; round++) {
		draw_question(&s->random, &s->q);
		draw_workload(&s->random, &s->w);
		predict(s);
		collect(s, &s->h, &s->a);
		bad += !sweep->holds(test, s);
	}
}

CMLAB_ROWS(foresight, foresight_rows)
CMLAB_ROWS(random_findings, sweeps)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(foresight, foresight_gen_params),
	KUNIT_CASE(foresight_pairs),
	KUNIT_CASE(foresight_sources),
	KUNIT_CASE_PARAM(random_findings, random_findings_gen_params),
	{},
};

struct kunit_suite cmlab_suite_foresight = {
	.name = "cmlab_foresight",
	.test_cases = cases,
};
