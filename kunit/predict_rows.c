// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#include "predict_rows.h"

static void set_device(struct cmlab_limits *l, u8 driver, u16 kernel, const struct row_side *row)
{
	l->kernel = kernel;
	l->driver = driver;
	/* Others have the 16 that a new question has. */
	if (driver == CMLAB_DRIVER_RXE || driver == CMLAB_DRIVER_SIW) {
		l->max_qp_rd_atom = 128;
		l->max_qp_init_rd_atom = 128;
	}
	if (row->rd)
		l->max_qp_rd_atom = row->rd;
	if (row->init)
		l->max_qp_init_rd_atom = row->init;
	l->max_res_rd_atom = row->res;
	if (row->delay)
		l->local_ca_ack_delay = (u32)row->delay;
}

static void call_driver(struct cmlab_predict_side *side, const char *name, bool patched)
{
	if (name)
		cmlab_limits_name_driver(&side->device, name, strlen(name));
	side->device.patched = patched;
	side->limits.driver = side->device.driver;
	side->limits.named = side->device.named;
}

static void set_side(struct cmlab_predict_side *side, u8 driver, u16 kernel,
		     const struct row_side *row, struct cmlab_profile *profile)
{
	set_device(&side->device, driver, kernel, row);
	side->limits = side->device;
	if (row->mock_rd)
		side->limits.max_qp_rd_atom = row->mock_rd;
	if (row->life1)
		side->packet_life_time = row->life1 - 1;
	side->timeout_when = row->timeout_when;
	side->min_rnr_when = row->min_rnr_when;
	side->netdev_mtu = row->mtu;
	side->qp_num = row->qpn;
	side->has_srq = row->srq;
	side->null_param = row->null;
	rows_to_values(row->params, &side->params);
	if (row->profile && !cmlab_profile_get(row->profile, strlen(row->profile), profile))
		side->profile = profile;
}

void rows_to_question(const struct row_question *row, struct cmlab_predict_in *in,
		      struct cmlab_profile profiles[CMLAB_NR_ROLES])
{
	u8 passive = row->passive_driver1 ? row->passive_driver1 - 1 : row->driver;

	cmlab_predict_init(in, row->transport, row->driver);
	in->transitions = row->lab ? CMLAB_TRANSITIONS_LAB : CMLAB_TRANSITIONS_CM;
	in->family = row->family;
	in->ps = row->ps;
	in->mpa = row->mpa ? row->mpa : 2;
	in->answer = row->answer;
	in->reject_reason = row->reason;
	in->reject_len = row->reject_len;
	set_side(&in->side[CMLAB_ROLE_ACTIVE], row->driver, row->kernel, &row->a, &profiles[0]);
	set_side(&in->side[CMLAB_ROLE_PASSIVE], passive, row->kernel, &row->p, &profiles[1]);
	call_driver(&in->side[CMLAB_ROLE_ACTIVE], row->called, row->patched);
	call_driver(&in->side[CMLAB_ROLE_PASSIVE], row->p_called ? row->p_called : row->called,
		    row->patched);
}
