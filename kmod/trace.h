/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What was decided, not what rdma_cm said: cm_event_handler and cm_event_done of
 * system rdma_cma trace the events and this module's answers already. Ids, symbols
 * with their numbers, never pointers. Docs: docs/tracepoints.md.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM cmlab

#if !defined(CMLAB_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define CMLAB_TRACE_H

#include <linux/tracepoint.h>
#include <rdma/ib_cm.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_cm.h>
#include <trace/misc/rdma.h>

#include <cmlab/policy.h>
#include <cmlab/report.h>

/* Each list of names.h once for the enum's values, once for the symbols. */
#define CMLAB_TRACE_DEFINE(constant, word) TRACE_DEFINE_ENUM(constant);
#define CMLAB_TRACE_DEFINE_REASON(constant, number, slug, sentence) TRACE_DEFINE_ENUM(constant);
CMLAB_STATE_LIST(CMLAB_TRACE_DEFINE)
CMLAB_ROLE_LIST(CMLAB_TRACE_DEFINE)
CMLAB_REASON_LIST(CMLAB_TRACE_DEFINE_REASON)
CMLAB_SEVERITY_LIST(CMLAB_TRACE_DEFINE)

#define CMLAB_TRACE_SYM(constant, word) { constant, word },
#define CMLAB_TRACE_SYM_REASON(constant, number, slug, sentence) { constant, slug },

/* The list's last entry ends with a comma; an empty one closes the array. */
#define cmlab_show_state(v) \
	__print_symbolic(v, CMLAB_STATE_LIST(CMLAB_TRACE_SYM) { -1, "?" })
#define cmlab_show_role(v) \
	__print_symbolic(v, CMLAB_ROLE_LIST(CMLAB_TRACE_SYM) { -1, "?" })
#define cmlab_show_reason(v) \
	__print_symbolic(v, CMLAB_REASON_LIST(CMLAB_TRACE_SYM_REASON) { -1, "?" })
#define cmlab_show_severity(v) \
	__print_symbolic(v, CMLAB_SEVERITY_LIST(CMLAB_TRACE_SYM) { -1, "?" })

/*
 * Life of a connection
 */

TRACE_EVENT(cmlab_conn_state,
	TP_PROTO(u32 id, enum cmlab_state from, enum cmlab_state to),
	TP_ARGS(id, from, to),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, from)
		__field(u32, to)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->from = from;
		__entry->to = to;
	),
	TP_printk("conn=%u %s -> %s", __entry->id, cmlab_show_state(__entry->from),
		  cmlab_show_state(__entry->to))
);

TRACE_EVENT(cmlab_conn_close,
	TP_PROTO(u32 id, const char *why),
	TP_ARGS(id, why),
	TP_STRUCT__entry(
		__field(u32, id)
		__array(char, why, 48)
	),
	TP_fast_assign(
		__entry->id = id;
		strscpy(__entry->why, why, sizeof(__entry->why));
	),
	TP_printk("conn=%u why=%s", __entry->id, __entry->why)
);

/*
 * Decisions
 */

TRACE_EVENT(cmlab_conn_offer,
	TP_PROTO(u32 id, enum cmlab_role role, const struct cmlab_values *adv, u32 pdata_len),
	TP_ARGS(id, role, adv, pdata_len),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, role)
		__field(u32, ird)
		__field(u32, ord)
		__field(u32, retry)
		__field(u32, rnr)
		__field(u32, pdata_len)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->role = role;
		__entry->ird = cmlab_values_get(adv, CMLAB_F_IRD);
		__entry->ord = cmlab_values_get(adv, CMLAB_F_ORD);
		__entry->retry = cmlab_values_get(adv, CMLAB_F_RETRY);
		__entry->rnr = cmlab_values_get(adv, CMLAB_F_RNR);
		__entry->pdata_len = pdata_len;
	),
	TP_printk("conn=%u role=%s advertised ird=%u ord=%u retry=%u rnr=%u pdata=%u",
		  __entry->id, cmlab_show_role(__entry->role), __entry->ird, __entry->ord,
		  __entry->retry, __entry->rnr, __entry->pdata_len)
);

DECLARE_EVENT_CLASS(cmlab_decision,
	TP_PROTO(u32 id, enum cmlab_role role, const struct cmlab_decision *d),
	TP_ARGS(id, role, d),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, role)
		__field(u32, reason)
		__field(u32, have)
		__field(u32, need)
		__field(u32, ird)
		__field(u32, ord)
		__field(u32, negotiated_ird)
		__field(u32, negotiated_ord)
		__field(u32, clamps)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->role = role;
		__entry->reason = d->reason;
		__entry->have = d->have;
		__entry->need = d->need;
		__entry->ird = cmlab_values_get(&d->params, CMLAB_F_IRD);
		__entry->ord = cmlab_values_get(&d->params, CMLAB_F_ORD);
		__entry->negotiated_ird = cmlab_values_get(&d->negotiated, CMLAB_F_IRD);
		__entry->negotiated_ord = cmlab_values_get(&d->negotiated, CMLAB_F_ORD);
		__entry->clamps = d->clamps.nr;
	),
	TP_printk("conn=%u role=%s reason=%s (%u) have=%u need=%u ird=%u ord=%u negotiated_ird=%u negotiated_ord=%u clamps=%u",
		  __entry->id, cmlab_show_role(__entry->role), cmlab_show_reason(__entry->reason),
		  __entry->reason, __entry->have, __entry->need, __entry->ird, __entry->ord,
		  __entry->negotiated_ird, __entry->negotiated_ord, __entry->clamps)
);

DEFINE_EVENT(cmlab_decision, cmlab_conn_decide,
	TP_PROTO(u32 id, enum cmlab_role role, const struct cmlab_decision *d),
	TP_ARGS(id, role, d));
DEFINE_EVENT(cmlab_decision, cmlab_conn_reject,
	TP_PROTO(u32 id, enum cmlab_role role, const struct cmlab_decision *d),
	TP_ARGS(id, role, d));

TRACE_EVENT(cmlab_conn_established,
	TP_PROTO(u32 id, enum cmlab_role role, const struct cmlab_report *r),
	TP_ARGS(id, role, r),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, role)
		__field(u32, qp_num)
		__field(u32, negotiated_ird)
		__field(u32, negotiated_ord)
		__field(u32, max_dest_rd_atomic)
		__field(u32, max_rd_atomic)
		__field(u32, retry_cnt)
		__field(u32, rnr_retry)
		__field(u32, us)
	),
	TP_fast_assign(
		const struct cmlab_end *own = &r->h.end[r->h.viewpoint];

		__entry->id = id;
		__entry->role = role;
		__entry->qp_num = own->qp_num;
		__entry->negotiated_ird = cmlab_values_get(&own->agreed, CMLAB_F_IRD);
		__entry->negotiated_ord = cmlab_values_get(&own->agreed, CMLAB_F_ORD);
		__entry->max_dest_rd_atomic = cmlab_values_get(&own->programmed, CMLAB_F_IRD);
		__entry->max_rd_atomic = cmlab_values_get(&own->programmed, CMLAB_F_ORD);
		__entry->retry_cnt = cmlab_values_get(&own->programmed, CMLAB_F_RETRY);
		__entry->rnr_retry = cmlab_values_get(&own->programmed, CMLAB_F_RNR);
		__entry->us = r->h.handshake_us;
	),
	TP_printk("conn=%u role=%s qp_num=%u negotiated_ird=%u negotiated_ord=%u max_dest_rd_atomic=%u max_rd_atomic=%u retry_cnt=%u rnr_retry=%u us=%u",
		  __entry->id, cmlab_show_role(__entry->role), __entry->qp_num,
		  __entry->negotiated_ird, __entry->negotiated_ord, __entry->max_dest_rd_atomic,
		  __entry->max_rd_atomic, __entry->retry_cnt, __entry->rnr_retry, __entry->us)
);

TRACE_EVENT(cmlab_conn_finding,
	TP_PROTO(u32 id, u32 number, u32 severity, u32 field),
	TP_ARGS(id, number, severity, field),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, number)
		__field(u32, severity)
		__array(char, field, 24)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->number = number;
		__entry->severity = severity;
		strscpy(__entry->field, field < CMLAB_NR_FIELDS ?
			cmlab_field_info(field)->param : "-", sizeof(__entry->field));
	),
	TP_printk("conn=%u CL%03u severity=%s field=%s", __entry->id, __entry->number,
		  cmlab_show_severity(__entry->severity), __entry->field)
);

/*
 * What the CM and the hardware say besides
 */

TRACE_EVENT(cmlab_cm_event,
	TP_PROTO(u32 id, enum rdma_cm_event_type event, int status),
	TP_ARGS(id, event, status),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, event)
		__field(int, status)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->event = event;
		__entry->status = status;
	),
	TP_printk("conn=%u event=%s (%u) status=%d", __entry->id,
		  rdma_show_cm_event(__entry->event), __entry->event, __entry->status)
);

TRACE_EVENT(cmlab_qp_event,
	TP_PROTO(u32 id, enum ib_event_type event),
	TP_ARGS(id, event),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, event)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->event = event;
	),
	TP_printk("conn=%u event=%s (%u)", __entry->id, rdma_show_ib_event(__entry->event),
		  __entry->event)
);

TRACE_EVENT(cmlab_wc_err,
	TP_PROTO(u32 id, const char *what, enum ib_wc_status status, u32 vendor_err),
	TP_ARGS(id, what, status, vendor_err),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, status)
		__field(u32, vendor_err)
		__array(char, what, 16)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->status = status;
		__entry->vendor_err = vendor_err;
		strscpy(__entry->what, what, sizeof(__entry->what));
	),
	TP_printk("conn=%u %s status=%s (%u/0x%x)", __entry->id, __entry->what,
		  rdma_show_wc_status(__entry->status), __entry->status, __entry->vendor_err)
);

#endif /* CMLAB_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
