// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "naive_predict.h"

#define A 0
#define P 1

/* Plain numbers of one side. */
struct told {
	int rr, id, retry, rnr, len, timeout, rd, init, driver;
	bool timeout_counts, early;
};

static void listen_to(const struct cmlab_predict_side *side, struct told *t)
{
	t->rr = (int)side->params.v[CMLAB_F_IRD];
	t->id = (int)side->params.v[CMLAB_F_ORD];
	t->retry = (int)side->params.v[CMLAB_F_RETRY];
	t->rnr = (int)side->params.v[CMLAB_F_RNR];
	t->len = (int)side->params.v[CMLAB_F_PDLEN];
	t->timeout = (int)side->params.v[CMLAB_F_TIMEOUT];
	t->rd = side->device.max_qp_rd_atom;
	t->init = side->device.max_qp_init_rd_atom;
	t->driver = side->device.driver;
	t->early = side->timeout_when == CMLAB_WHEN_BEFORE_ROUTE;
	t->timeout_counts = t->early || side->timeout_when == CMLAB_WHEN_BEFORE_HANDSHAKE;
}

static int seven(int v)
{
	return v < 7 ? v : 7;
}

static int power(int v)
{
	static const int powers[] = { 0, 1, 2, 4, 8, 16, 32, 64, 128, 256 };
	int i = 0;

	while (powers[i] < v)
		i++;
	return powers[i];
}

static void last(struct cmlab_naive_end *end, int side, int event, int status, int len)
{
	end->event[side] = event;
	end->status[side] = status;
	end->len[side] = len;
}

/* What the driver makes of both depths and the timeout: 0, or the step at which it refuses. */
static int give(const struct told *t, int serve, int issue, int timeout, struct cmlab_naive_qp *q)
{
	switch (t->driver) {
	case CMLAB_DRIVER_RXE:
		q->ird = power(serve) == 256 ? 0 : power(serve);
		if (issue > t->rd || timeout > 31)
			return -EINVAL;
		q->ord = power(issue);
		q->timeout = timeout;
		return 0;
	case CMLAB_DRIVER_MLX5:
		if (serve > t->rd)
			return -EINVAL;
		q->ird = serve ? power(serve) : -1;
		if (!serve)
			q->access = 2;
		if (issue > t->init)
			return -EINVAL;
		q->ord = issue ? power(issue) : -1;
		q->timeout = timeout % 32;
		return 0;
	case CMLAB_DRIVER_BNXT_RE:
		if (serve > t->init)
			return -EINVAL;
		q->ird = serve ? serve : 1;
		q->ord = issue > t->rd ? t->rd : issue;
		if (!q->ord)
			q->ord = 1;
		q->timeout = timeout > 31 ? -1 : timeout;
		return 0;
	default:
		if (serve > t->rd)
			return -EINVAL;
		q->ird = serve;
		if (issue > t->init || timeout > 31)
			return -EINVAL;
		q->ord = issue;
		q->timeout = timeout;
		return 0;
	}
}

/* IBTA 12.7.34 by the table that the CM's rounding amounts to. */
static int ack(int delay, int life)
{
	int bigger = life + 1 > delay ? life + 1 : delay;
	int other = life + 1 > delay ? delay : life + 1;
	/* Within 50 %: at the smaller of the two terms being at least half of the larger. */
	int up = life + 1 >= delay ? other >= life : other >= delay - 1;

	return bigger + up > 31 ? 31 : bigger + up;
}

/* READ and ATOMIC, and FLUSH where rxe has it. */
static int access(const struct cmlab_limits *l, int served)
{
	if (!served)
		return 2;
	return l->driver == CMLAB_DRIVER_RXE && l->kernel > 0x601 ? 2 + 4 + 8 + 256 + 512 : 14;
}

static void tell_ib(const struct cmlab_predict_in *in, struct cmlab_naive_end *end)
{
	struct told a, p;
	int life, mine, theirs;

	listen_to(&in->side[A], &a);
	listen_to(&in->side[P], &p);
	if (a.len > (in->family == CMLAB_FAMILY_IB ? 92 : 56)) {
		end->ret[A] = -EINVAL;
		return;
	}
	end->ret[A] = 0;
	last(end, P, CMLAB_EVENT_CONNECT_REQUEST, 0, in->family == CMLAB_FAMILY_IB ? 92 : 56);
	life = a.early && a.timeout ? a.timeout - 1 : in->side[A].device.kernel >= 0x602 ? 16 : 18;
	end->qp[P].access = access(&in->side[P].device, a.id);
	theirs = p.timeout_counts ? p.timeout :
				    ack((int)in->side[A].device.local_ca_ack_delay, life);
	end->outcome = CMLAB_OUTCOME_REJECTED;
	last(end, A, CMLAB_EVENT_REJECTED, 28, 148);
	end->ret[P] = give(&p, p.rr, p.id, theirs, &end->qp[P]);
	if (!end->ret[P]) {
		end->qp[P].retry = seven(a.retry);
		end->qp[P].rnr = seven(a.rnr);
		if (p.len > 196)
			end->ret[P] = -EINVAL;
	}
	if (end->ret[P])
		return;
	end->qp[A].access = access(&in->side[A].device, p.id);
	mine = a.timeout_counts ? a.timeout : ack((int)in->side[P].device.local_ca_ack_delay, life);
	if (give(&a, p.id, p.rr, mine, &end->qp[A])) {
		end->outcome = CMLAB_OUTCOME_CONNECT_ERROR;
		last(end, A, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 196);
		last(end, P, CMLAB_EVENT_REJECTED, 28, 148);
		return;
	}
	end->qp[A].retry = seven(a.retry);
	end->qp[A].rnr = seven(p.rnr);
	end->outcome = CMLAB_OUTCOME_ESTABLISHED;
	last(end, A, CMLAB_EVENT_ESTABLISHED, 0, 196);
	last(end, P, CMLAB_EVENT_ESTABLISHED, 0, 0);
}

/* siw with MPA v2: what it counts as its limits is the other attribute of the device. */
static void tell_siw(const struct cmlab_predict_in *in, struct cmlab_naive_end *end)
{
	struct told a, p;
	int asked, offered, serve, issue;

	listen_to(&in->side[A], &a);
	listen_to(&in->side[P], &p);
	if (a.rr > a.init || a.id > a.rd) {
		end->ret[A] = -ENOMEM;
		return;
	}
	end->ret[A] = 0;
	end->outcome = CMLAB_OUTCOME_REJECTED;
	last(end, A, CMLAB_EVENT_REJECTED, -ECONNRESET, 0);
	if (a.len >= 252)
		return;
	last(end, P, CMLAB_EVENT_CONNECT_REQUEST, 0, a.len);
	asked = a.id > 128 ? 128 : a.id;
	offered = a.rr > 128 ? 128 : a.rr;
	end->ret[P] = -EINVAL;
	if (p.rr > p.init || p.id > p.rd || p.len > 252)
		return;
	if (p.rr < asked && asked > p.init) {
		end->ret[P] = -ENOMEM;
		return;
	}
	end->ret[P] = 0;
	serve = p.rr < asked ? asked : p.rr;
	issue = p.id > offered ? offered : p.id;
	end->qp[P].ird = power(serve);
	end->qp[P].ord = power(issue);
	end->qp[P].access = 6;
	if (p.len == 252) {
		end->outcome = CMLAB_OUTCOME_CONNECT_ERROR;
		last(end, A, CMLAB_EVENT_CONNECT_ERROR, -EINVAL, 0);
		last(end, P, CMLAB_EVENT_DISCONNECTED, 0, 0);
		return;
	}
	end->qp[A].ird = power(issue);
	end->qp[A].ord = power(serve);
	end->qp[A].access = 6;
	end->outcome = CMLAB_OUTCOME_ESTABLISHED;
	last(end, A, CMLAB_EVENT_ESTABLISHED, 0, p.len);
	last(end, P, CMLAB_EVENT_ESTABLISHED, 0, 0);
}

void cmlab_naive_predict(const struct cmlab_predict_in *in, struct cmlab_naive_end *end)
{
	const struct cmlab_naive_qp none = { -1, -1, -1, -1, -1, 0 };
	int side;

	memset(end, 0, sizeof(*end));
	end->outcome = CMLAB_OUTCOME_LOCAL_ERROR;
	for (side = 0; side < 2; side++) {
		end->ret[side] = CMLAB_NO_ERRNO;
		end->event[side] = -1;
		end->qp[side] = none;
	}
	if (in->transport == CMLAB_TRANSPORT_IWARP)
		tell_siw(in, end);
	else
		tell_ib(in, end);
}
