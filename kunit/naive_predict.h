/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A handshake told a second time, as one story for each transport instead of by rules,
 * with the drivers' ways written out. Shares nothing with the core but its types.
 */
#ifndef CMLAB_NAIVE_PREDICT_H
#define CMLAB_NAIVE_PREDICT_H

#include <cmlab/predict.h>

/* A QP's attributes; -1 where there is none or nobody knows. */
struct cmlab_naive_qp {
	int ord;
	int ird;
	int retry;
	int rnr;
	int timeout;
	int access;
};

/**
 * struct cmlab_naive_end - how it ends
 * @outcome: enum cmlab_outcome
 * @ret: of each side's last call; 1 for none
 * @event: each side's last event; -1 for none
 * @status: of that
 * @len: of that, private data as the event says
 * @qp: both QPs
 */
struct cmlab_naive_end {
	int outcome;
	int ret[2];
	int event[2];
	int status[2];
	int len[2];
	struct cmlab_naive_qp qp[2];
};

/* Only raw sides; drivers generic, rxe, mlx5, bnxt_re and siw; transitions cm. */
void cmlab_naive_predict(const struct cmlab_predict_in *in, struct cmlab_naive_end *end);

#endif /* CMLAB_NAIVE_PREDICT_H */
