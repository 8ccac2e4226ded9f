// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Findings of predicted handshakes: what is said of which, and what must be so of any:
 * sound sentences, and that knowing less never finds more.
 */
#include "cases_findings.h"
#include "cases_findings_predict.h"
#include "random.h"
#include "suites.h"

#define NR_NUMBERS 75

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
	struct cmlab_report r;
	struct cmlab_findings found;
	struct cmlab_findings then;
	struct numbers a;
	struct numbers b;
	u32 forgotten;
};

static bool has_words(const char *text, const char *words)
{
	size_t len = strlen(words);

	for (; *text; text++)
		if (!strncmp(text, words, len))
			return true;
	return false;
}

static void predict(struct foresight_scene *s)
{
	rows_to_question(&s->q, &s->in, s->profiles);
	cmlab_predict(&s->in, &s->h);
}

static bool is_whole(const char *text, size_t size)
{
	size_t len = strlen(text);

	return len && len < size - 1 && text[len - 1] == '.';
}

/* As the catalogue has it, whole, and behind @before. */
static bool is_sound(const struct cmlab_handshake *h, const struct cmlab_finding *f,
		     const struct cmlab_finding *before)
{
	struct cmlab_finding_info info;

	if (!cmlab_findings_info(f->number - 1U, &info) || info.severity != f->severity ||
	    f->field > CMLAB_NR_FIELDS)
		return false;
	if (before->severity < f->severity ||
	    (before->severity == f->severity && before->number > f->number))
		return false;
	/* Whose side would that be? */
	if (h->viewpoint == CMLAB_NO_VIEWPOINT &&
	    (has_words(f->message, "his side") || has_words(f->advice, "his side")))
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

static void foresight(struct kunit *test)
{
	const struct foresight_row *row = test->param_value;
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 i, times = 0;

	s->q = row->q;
	predict(s);
	cmlab_findings_collect(&s->h, &row->w, &s->found);
	expect_sound(test, &s->h, &s->found);
	for (i = 0; i < s->found.nr; i++) {
		const struct cmlab_finding *f = &s->found.f[i];

		if (f->number != row->number || times++)
			continue;
		KUNIT_EXPECT_TRUE_MSG(test, !row->words || has_words(f->message, row->words),
				      "message: %s", f->message);
		KUNIT_EXPECT_TRUE_MSG(test, !row->advice || has_words(f->advice, row->advice),
				      "advice: %s", f->advice);
	}
	KUNIT_EXPECT_EQ(test, times, row->times);
}

static void note(const struct cmlab_findings *found, struct numbers *n)
{
	u32 i;

	for (i = 0; i < found->nr; i++)
		n->has[found->f[i].number] = true;
}

/* Collects and replaces what @n has. */
static void collect(const struct cmlab_handshake *h, const struct cmlab_workload *w,
		    struct cmlab_findings *found, struct numbers *n)
{
	cmlab_findings_collect(h, w, found);
	memset(n, 0, sizeof(*n));
	note(found, n);
}

/* Where a finding comes from, by number: a prediction, a live handshake, or both. */
static const char sources[] =
	"bbbllbbbbllbbbblbbbbbbbbbbbpbbbbbbppbbbbbbbbbbbpppbpppbbbbbbbbbbbpbbbppbpbb";

static void note_live(struct foresight_scene *s, struct numbers *live)
{
	unsigned int i, role;

	for (i = 0; i < ARRAY_SIZE(live_rows); i++) {
		rows_to_live(&live_rows[i], &s->r);
		cmlab_findings_collect(&s->r.h, NULL, &s->found);
		note(&s->found, live);
	}
	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++)
		for (role = 0; role < CMLAB_NR_ROLES; role++) {
			s->q = foresight_rows[i].q;
			predict(s);
			if (!rows_to_view(&s->h, role, &s->less))
				continue;
			cmlab_findings_collect(&s->less, NULL, &s->found);
			note(&s->found, live);
		}
}

static void note_predicted(struct foresight_scene *s, struct numbers *predicted)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
		s->q = foresight_rows[i].q;
		predict(s);
		cmlab_findings_collect(&s->h, &foresight_rows[i].w, &s->found);
		note(&s->found, predicted);
	}
}

/* Every finding is found by some row, and nothing else where it is not expected. */
static void foresight_sources(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	char letters[NR_NUMBERS + 1] = "";
	u32 n;

	note_predicted(s, &s->a);
	note_live(s, &s->b);
	for (n = 1; n <= NR_NUMBERS; n++) {
		bool live = s->b.has[n];

		letters[n - 1] = s->a.has[n] ? live ? 'b' : 'p' : live ? 'l' : '-';
	}
	KUNIT_EXPECT_STREQ(test, letters, sources);
}

/* No row without its opposite. */
static void foresight_pairs(struct kunit *test)
{
	struct cmlab_finding_info info;
	u32 n, i, holds, near;

	/* The others have their rows in cases_findings.h. */
	for (n = 0; cmlab_findings_info(n, &info); n++) {
		holds = 0;
		near = 0;
		for (i = 0; i < ARRAY_SIZE(foresight_rows); i++) {
			if (foresight_rows[i].number != info.number)
				continue;
			holds += !!foresight_rows[i].times;
			near += !foresight_rows[i].times;
		}
		if (sources[n] == 'l')
			continue;
		KUNIT_EXPECT_TRUE_MSG(test, holds, "CL%03u has no row", info.number);
		KUNIT_EXPECT_TRUE_MSG(test, near, "CL%03u has no near row", info.number);
	}
}

/* Of each row's question each part may come from another row's, and depths from nowhere. */
static const struct foresight_row *any_row(struct cmlab_random *r)
{
	return &foresight_rows[cmlab_random_below(r, ARRAY_SIZE(foresight_rows))];
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
	*q = any_row(r)->q;
	q->a = any_row(r)->q.a;
	q->p = any_row(r)->q.p;
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
	*w = any_row(r)->w;
	if (!cmlab_random_chance(r, 4))
		return;
	w->op = (u8)cmlab_random_below(r, CMLAB_NR_OPS);
	w->depth = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->burst = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->connections = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
	w->service_us = cmlab_random_u32(r) >> cmlab_random_below(r, 32);
}

static void draw(struct cmlab_random *r, struct foresight_scene *s)
{
	draw_question(r, &s->q);
	draw_workload(r, &s->w);
	predict(s);
}

static void random_sound(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_random r;
	u32 round, bad = 0;

	cmlab_random_init(&r, 60);
	for (round = 0; round < CMLAB_ROUNDS(100000) && bad < 5; round++) {
		draw(&r, s);
		s->h.viewpoint = (u8)cmlab_random_below(&r, CMLAB_NO_VIEWPOINT + 1);
		cmlab_findings_collect(&s->h, &s->w, &s->found);
		bad += !expect_sound(test, &s->h, &s->found);
	}
}

/**
 * struct instead - a finding that less knowledge may bring
 * @number: what is found
 * @was: what was found with all of it; 0: whatever
 * @forgotten: bits of the groups of which one must be forgotten; 0: whichever
 * @why: why that does not accuse
 */
struct instead {
	u16 number;
	u16 was;
	u32 forgotten;
	const char *why;
};

static bool may_appear(const struct foresight_scene *s, const struct instead *may, u16 number)
{
	for (; may->number; may++)
		if (may->number == number && (!may->was || s->a.has[may->was]) &&
		    (!may->forgotten || may->forgotten & s->forgotten))
			return true;
	return false;
}

/* What is found in @less was found in the whole as well, or may take another one's place. */
static bool expect_no_more(struct kunit *test, struct foresight_scene *s, const struct instead *may,
			   const char *what, unsigned int role)
{
	u32 i;

	collect(&s->less, &s->w, &s->then, &s->b);
	for (i = 0; i < s->then.nr; i++) {
		const struct cmlab_finding *f = &s->then.f[i];

		if (s->a.has[f->number] || may_appear(s, may, f->number))
			continue;
		KUNIT_FAIL(test, "%s of the %s side: CL%03u: %s", what,
			   cmlab_name(&cmlab_roles, role), f->number, f->message);
		return false;
	}
	return true;
}

/* What may be forgotten of an end; from WHOLE_ANSWER on of the handshake. */
enum group {
	END_LIMITS,
	END_DRIVER,
	END_CALL,
	END_EVENTS,
	END_QP,
	END_TIMERS,
	END_OWN_QP,
	END_MTU,
	END_CLAMPS,
	END_REFUSAL,
	END_MESSAGE,
	END_REQUESTED,
	END_ASKED,
	END_SENT,
	END_SEEN,
	END_AGREED,
	END_PROGRAMMED,
	END_REPORTED,
	WHOLE_ANSWER,
	WHOLE_TIMES,
	WHOLE_REJECT,
	WHOLE_MPA,
	NR_GROUPS
};

static const char *const group_names[NR_GROUPS] = {
	"limits",     "driver",	  "call",    "events",	  "qp",	    "timers", "own_qp", "mtu",
	"clamps",     "refusal",  "message", "requested", "asked",  "sent",   "seen",	"agreed",
	"programmed", "reported", "answer",  "times",	  "reject", "mpa",
};

static void forget_call(struct cmlab_end *e)
{
	e->known &= ~CMLAB_KNOWS_CALL;
	e->call = CMLAB_CALL_NONE;
	e->ret = CMLAB_NO_ERRNO;
	e->crash = false;
	e->null_param = false;
	e->decide = 0;
	e->profile[0] = '\0';
}

static void forget_driver(struct cmlab_end *e)
{
	e->known &= ~CMLAB_KNOWS_DRIVER;
	memset(&e->device, 0, sizeof(e->device));
	e->limits.driver = 0;
	e->limits.kernel = 0;
}

static void forget_limits(struct cmlab_end *e)
{
	u8 driver = e->limits.driver;

	e->known &= ~CMLAB_KNOWS_LIMITS;
	memset(&e->limits, 0, sizeof(e->limits));
	e->limits.driver = driver;
}

static void forget_qp(struct cmlab_end *e)
{
	e->known &= ~CMLAB_KNOWS_QP;
	e->qp_state = 0;
	e->access = 0;
}

static void forget_timers(struct cmlab_end *e)
{
	e->known &= ~CMLAB_KNOWS_TIMERS;
	e->timeout_when = 0;
	e->min_rnr_when = 0;
	e->set_timeout = CMLAB_NO_ERRNO;
	e->set_min_rnr = CMLAB_NO_ERRNO;
}

static void forget_own_qp(struct cmlab_end *e)
{
	e->known &= ~CMLAB_KNOWS_OWN_QP;
	e->has_srq = false;
	e->qp_num = 0;
}

static void forget_values(struct cmlab_end *e, unsigned int group)
{
	struct cmlab_values *const sets[] = { &e->requested, &e->asked,	     &e->sent,	  &e->seen,
					      &e->agreed,    &e->programmed, &e->reported };

	memset(sets[group - END_REQUESTED], 0, sizeof(*sets[0]));
}

static void forget_in_end(struct cmlab_end *e, unsigned int group)
{
	switch (group) {
	case END_LIMITS:
		forget_limits(e);
		break;
	case END_DRIVER:
		forget_driver(e);
		break;
	case END_CALL:
		forget_call(e);
		break;
	case END_EVENTS:
		e->known &= ~CMLAB_KNOWS_EVENTS;
		e->nr_events = 0;
		e->nr_later = 0;
		break;
	case END_QP:
		forget_qp(e);
		break;
	case END_TIMERS:
		forget_timers(e);
		break;
	case END_OWN_QP:
		forget_own_qp(e);
		break;
	case END_MTU:
		e->known &= ~CMLAB_KNOWS_MTU;
		e->netdev_mtu = 0;
		break;
	case END_CLAMPS:
		e->clamps.nr = 0;
		break;
	case END_REFUSAL:
		e->refusal.code = CMLAB_REASON_NONE;
		break;
	case END_MESSAGE:
		memset(&e->message, 0, sizeof(e->message));
		break;
	default:
		forget_values(e, group);
		break;
	}
}

static void forget(struct cmlab_handshake *h, unsigned int role, unsigned int group)
{
	switch (group) {
	case WHOLE_ANSWER:
		h->answer = CMLAB_ANSWER_UNKNOWN;
		break;
	case WHOLE_TIMES:
		h->unreachable_ns = CMLAB_TIME_NONE;
		h->reply_ns = CMLAB_TIME_NONE;
		h->rep_lost_ns = CMLAB_TIME_NONE;
		h->end[role].time_wait_ns = CMLAB_TIME_NONE;
		break;
	case WHOLE_REJECT:
		memset(&h->reject, 0, sizeof(h->reject));
		h->rejecter = CMLAB_NO_VIEWPOINT;
		break;
	case WHOLE_MPA:
		h->mpa = 0;
		break;
	default:
		forget_in_end(&h->end[role], group);
		break;
	}
}

#define GROUP(g) (1U << (g))

static const struct instead with_less[] = {
	{ 10, 50, GROUP(WHOLE_ANSWER),
	  "says not why nothing came" },
	{ 72, 0, GROUP(WHOLE_ANSWER), "a program that rejects with REJ 10 means it" },
	{ 13, 0, GROUP(WHOLE_ANSWER),
	  "a program that rejects with REJ 8 means it" },
	{ 15, 0, 0, "says which call, not why" },
	{ 14, 69, GROUP(END_EVENTS),
	  "says not that it is the reply" },
	{ 8, 7, GROUP(END_PROGRAMMED),
	  "the same of the side that serves" },
	{ 2, 0, GROUP(END_PROGRAMMED) | GROUP(END_SENT),
	  "the side did say that" },
	{ 3, 0, GROUP(END_PROGRAMMED) | GROUP(END_SENT),
	  "the side did say that" },
	{ 3, 0, GROUP(END_LIMITS) | GROUP(END_ASKED),
	  "its message asks for that many, whether its device can or not" },
	{ 8, 26, GROUP(END_SENT) | GROUP(END_DRIVER),
	  "says not why it is 0" },
	{ 1, 26, GROUP(END_SENT) | GROUP(END_DRIVER),
	  "says not why it is 0" },
	{},
};

/* Unknown is not zero: who knows less finds less. */
static void random_unknown(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 round, bad = 0, role, group;
	struct cmlab_random r;

	cmlab_random_init(&r, 61);
	for (round = 0; round < CMLAB_ROUNDS(20000) && bad < 5; round++) {
		draw(&r, s);
		collect(&s->h, &s->w, &s->found, &s->a);
		role = cmlab_random_below(&r, CMLAB_NR_ROLES);
		for (group = 0; group < NR_GROUPS && bad < 5; group++) {
			s->less = s->h;
			s->forgotten = GROUP(group);
			forget(&s->less, role, group);
			bad += !expect_no_more(test, s, with_less, group_names[group], role);
		}
	}
}

/* Much is forgotten at once. */
static void random_unknown_much(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct cmlab_random r;
	u32 round, bad = 0, group, n;

	cmlab_random_init(&r, 62);
	for (round = 0; round < CMLAB_ROUNDS(100000) && bad < 5; round++) {
		draw(&r, s);
		collect(&s->h, &s->w, &s->found, &s->a);
		s->less = s->h;
		s->forgotten = 0;
		for (n = cmlab_random_below(&r, NR_GROUPS); n; n--) {
			group = cmlab_random_below(&r, NR_GROUPS);
			s->forgotten |= GROUP(group);
			forget(&s->less, cmlab_random_below(&r, CMLAB_NR_ROLES), group);
		}
		bad += !expect_no_more(test, s, with_less, "much", 0);
	}
}

static const struct instead from_one_side[] = {
	{ 10, 50, 0, "says not why nothing came" },
	{ 72, 0, 0, "a program that rejects with REJ 10 means it" },
	{ 13, 0, 0, "a program that rejects with REJ 8 means it" },
	{ 12, 0, 0, "says what came, and that no reason was in it" },
	{ 15, 0, 0, "says which call, not why" },
	{ 8, 7, 0, "the same of the side that serves" },
	{ 4, 3, 0, "the same from the other side" },
	{ 4, 18, 0, "the peer did say that" },
	{ 2, 0, 0, "the peer did say that" },
	{ 5, 6, 0, "the same from the other side" },
	{ 3, 0, 0,
	  "its message asks for that many, whether its device can or not" },
	{},
};

/* What one side sees is not more than what there is to see. */
static void random_view(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 round, bad = 0, role;
	struct cmlab_random r;

	cmlab_random_init(&r, 63);
	for (round = 0; round < CMLAB_ROUNDS(100000) && bad < 5; round++) {
		draw(&r, s);
		collect(&s->h, &s->w, &s->found, &s->a);
		for (role = 0; role < CMLAB_NR_ROLES && bad < 5; role++)
			if (rows_to_view(&s->h, role, &s->less))
				bad += !expect_no_more(test, s, from_one_side, "the view", role);
	}
}

/* The same, as the numbers call it that know no side. */
static u16 without_side(u16 number)
{
	switch (number) {
	case 4:
		return 3;
	case 5:
		return 6;
	case 11:
		return 14;
	default:
		return number;
	}
}

static bool expect_same(struct kunit *test, struct foresight_scene *s, unsigned int role)
{
	struct numbers found = {};
	bool same;
	u16 n;

	s->less = s->h;
	s->less.viewpoint = (u8)role;
	collect(&s->less, &s->w, &s->then, &s->b);
	for (n = 1; n <= NR_NUMBERS; n++)
		if (s->b.has[n])
			found.has[without_side(n)] = true;
	same = true;
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
static void random_viewpoint(struct kunit *test)
{
	struct foresight_scene *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	u32 round, bad = 0;
	struct cmlab_random r;

	cmlab_random_init(&r, 64);
	for (round = 0; round < CMLAB_ROUNDS(50000) && bad < 5; round++) {
		draw(&r, s);
		collect(&s->h, &s->w, &s->found, &s->a);
		bad += !expect_same(test, s, CMLAB_ROLE_ACTIVE);
		bad += !expect_same(test, s, CMLAB_ROLE_PASSIVE);
	}
}

CMLAB_ROWS(foresight, foresight_rows)

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(foresight, foresight_gen_params),
	KUNIT_CASE(foresight_pairs),
	KUNIT_CASE(foresight_sources),
	KUNIT_CASE(random_sound),
	KUNIT_CASE(random_unknown),
	KUNIT_CASE(random_unknown_much),
	KUNIT_CASE(random_view),
	KUNIT_CASE(random_viewpoint),
	{},
};

struct kunit_suite cmlab_suite_foresight = {
	.name = "cmlab_foresight",
	.test_cases = cases,
};
