// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The JSON contract of a what-if. */
#include <json-c/json.h>

#include "explain.h"

static void add(struct json_object *to, const char *key, struct json_object *member)
{
	json_object_object_add(to, key, member);
}

static struct json_object *number(s64 v)
{
	return json_object_new_int64(v);
}

/* As short as it is exact: 98.304 and not its binary neighbour. */
static struct json_object *decimal(double v)
{
	char text[32];

	snprintf(text, sizeof(text), "%.9g", v);
	return json_object_new_double_s(v, text);
}

static struct json_object *time_in(s64 ns, double unit)
{
	return ns < 0 ? NULL : decimal((double)ns / unit);
}

static struct json_object *errno_or_null(s32 ret)
{
	return ret == CMLAB_NO_ERRNO ? NULL : number(ret);
}

static struct json_object *values_by_param(const struct cmlab_values *vals)
{
	struct json_object *obj = json_object_new_object();
	unsigned int f;

	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(vals, f))
			add(obj, cmlab_names_field(f)->param, number(cmlab_values_get(vals, f)));
	return obj;
}

static struct json_object *values_by_attr(const struct cmlab_values *vals, u32 access,
					  unsigned int state)
{
	struct json_object *obj;
	unsigned int f;

	if (state == CMLAB_QP_NONE)
		return NULL;
	obj = json_object_new_object();
	add(obj, "qp_state", json_object_new_string(cmlab_names_qp_state(state)));
	for (f = 0; f < CMLAB_NR_FIELDS; f++)
		if (cmlab_values_has(vals, f) && *cmlab_names_field(f)->attr)
			add(obj, cmlab_names_field(f)->attr, number(cmlab_values_get(vals, f)));
	if (access)
		add(obj, "qp_access_flags", number(access));
	return obj;
}

static struct json_object *conn_of(const struct cmlab_predicted_event *ev)
{
	struct json_object *obj = json_object_new_object();

	if (ev->ud) {
		add(obj, "private_data_len", number(ev->private_data_len));
		add(obj, "qkey", number(ev->qkey));
	} else {
		if (ev->has_depths) {
			add(obj, "responder_resources", number(ev->conn.responder_resources));
			add(obj, "initiator_depth", number(ev->conn.initiator_depth));
		}
		add(obj, "flow_control", number(ev->conn.flow_control));
		add(obj, "retry_count", number(ev->conn.retry_count));
		add(obj, "rnr_retry_count", number(ev->conn.rnr_retry_count));
		add(obj, "srq", number(ev->conn.srq));
		add(obj, "private_data_len", number(ev->private_data_len));
	}
	if (ev->has_qp_num)
		add(obj, "qp_num", number(ev->conn.qp_num));
	return obj;
}

static struct json_object *event_of(const struct cmlab_predicted_event *ev)
{
	struct json_object *obj = json_object_new_object();

	add(obj, "event", json_object_new_string(cmlab_names_event(ev->event)));
	add(obj, "status", number(ev->status));
	add(obj, ev->ud ? "ud" : "conn", conn_of(ev));
	return obj;
}

static struct json_object *events_of(const struct cmlab_predicted_side *s)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < s->nr_events; i++)
		json_object_array_add(array, event_of(&s->events[i]));
	return array;
}

static struct json_object *limits_of(const struct cmlab_limits *l)
{
	struct json_object *obj = json_object_new_object();

	add(obj, "max_qp_rd_atom", number(l->max_qp_rd_atom));
	add(obj, "max_qp_init_rd_atom", number(l->max_qp_init_rd_atom));
	add(obj, "max_res_rd_atom", number(l->max_res_rd_atom));
	add(obj, "local_ca_ack_delay", number(l->local_ca_ack_delay));
	return obj;
}

static struct json_object *clamps_of(const struct cmlab_clamps *clamps)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < clamps->nr; i++) {
		const struct cmlab_clamp *c = &clamps->c[i];
		struct json_object *obj = json_object_new_object();

		add(obj, "field", json_object_new_string(cmlab_names_field(c->field)->param));
		add(obj, "from", number(c->from));
		add(obj, "to", number(c->to));
		add(obj, "why", json_object_new_string(cmlab_names_why(c->why)));
		json_object_array_add(array, obj);
	}
	return array;
}

static void add_times(struct json_object *obj, const struct cmlab_predicted_side *s)
{
	add(obj, "retry_exceeded_s", time_in(s->retry_exceeded_ns, 1e9));
	add(obj, "rnr_stall_ms", time_in(s->rnr_stall_ns, 1e6));
	add(obj, "rnr_exceeded_ms", time_in(s->rnr_exceeded_ns, 1e6));
	add(obj, "time_wait_ms", time_in(s->time_wait_ns, 1e6));
}

static void add_decision(struct json_object *obj, const struct cmlab_predict_side *in,
			 const struct cmlab_predicted_side *s)
{
	if (!in->profile)
		return;
	add(obj, "profile", json_object_new_string(in->profile->name));
	add(obj, "reason", json_object_new_string(cmlab_names_reason(s->decision.reason)));
	add(obj, "requested", values_by_param(&s->decision.requested));
	add(obj, "clamps", clamps_of(&s->decision.clamps));
}

static struct json_object *side_of(const struct explain *e, unsigned int role)
{
	const struct cmlab_predicted_side *s = &e->p.side[role];
	const struct cmlab_predict_side *in = &e->in.side[role];
	const struct cmlab_predicted_event *last = cmlab_predict_last(s);
	struct json_object *obj = json_object_new_object(), *times = json_object_new_object();

	add(obj, "driver", json_object_new_string(cmlab_names_driver(in->device.driver)));
	add(obj, "limits", limits_of(&in->limits));
	add_decision(obj, in, s);
	add(obj, "call", errno_or_null(s->ret));
	add(obj, "call_name", s->call ? json_object_new_string(cmlab_names_call(s->call)) : NULL);
	add(obj, "event", last ? json_object_new_string(cmlab_names_event(last->event)) : NULL);
	add(obj, "status", last ? number(last->status) : NULL);
	add(obj, "events", events_of(s));
	add(obj, "sent", s->sent.known ? values_by_param(&s->sent) : NULL);
	add(obj, "qp", values_by_attr(&s->qp, s->access, s->qp_state));
	add(obj, "qp_reported",
	    values_by_attr(&s->reported, s->reported_access, s->reported_state));
	add(obj, "set_ack_timeout", errno_or_null(s->set_timeout));
	add(obj, "set_min_rnr_timer", errno_or_null(s->set_min_rnr));
	add(obj, "read", json_object_new_string(cmlab_names_read(s->read)));
	add_times(times, s);
	add(obj, "detection", times);
	return obj;
}

/* Of the active side's sends; each side has its own in its own object. */
static struct json_object *detection_of(const struct cmlab_prediction *p)
{
	struct json_object *obj = json_object_new_object();

	add(obj, "unreachable_s", time_in(p->unreachable_ns, 1e9));
	add_times(obj, &p->side[CMLAB_ROLE_ACTIVE]);
	add(obj, "mpa_reply_s", time_in(p->reply_ns, 1e9));
	add(obj, "rep_lost_s", time_in(p->rep_lost_ns, 1e9));
	return obj;
}

static struct json_object *findings_of(const struct explain *e)
{
	struct json_object *array = json_object_new_array(), *obj;
	struct cmlab_finding f;
	char id[16];
	u32 n;

	for (n = 0; cmlab_findings_prediction(&e->p, &e->w, n, &f); n++) {
		obj = json_object_new_object();
		snprintf(id, sizeof(id), "CL%03u", f.number);
		add(obj, "id", json_object_new_string(id));
		add(obj, "severity", json_object_new_string(cmlab_names_severity(f.severity)));
		add(obj, "field",
		    f.field < CMLAB_NR_FIELDS ?
			    json_object_new_string(cmlab_names_field(f.field)->param) :
			    NULL);
		add(obj, "message", json_object_new_string(f.message));
		add(obj, "advice", json_object_new_string(f.advice));
		json_object_array_add(array, obj);
	}
	return array;
}

bool explain_print_json(const struct explain *e)
{
	struct json_object *obj = json_object_new_object();
	const char *text;

	if (!obj)
		return false;
	add(obj, "version", number(1));
	add(obj, "transport", json_object_new_string(cmlab_names_transport(e->in.transport)));
	add(obj, "transitions", json_object_new_string(cmlab_names_transitions(e->in.transitions)));
	add(obj, "kernel", json_object_new_string(cmlab_names_kernel(e->kernel)));
	add(obj, "family", json_object_new_string(cmlab_names_family(e->in.family)));
	add(obj, "ps", json_object_new_string(cmlab_names_ps(e->in.ps)));
	add(obj, "outcome", json_object_new_string(cmlab_names_outcome(e->p.outcome)));
	add(obj, "active", side_of(e, CMLAB_ROLE_ACTIVE));
	add(obj, "passive", side_of(e, CMLAB_ROLE_PASSIVE));
	add(obj, "detection", detection_of(&e->p));
	add(obj, "findings", findings_of(e));
	text = json_object_to_json_string_ext(obj, JSON_C_TO_STRING_PLAIN |
							   JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text)
		puts(text);
	json_object_put(obj);
	return text;
}
