/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a connection does wrong on purpose (fault.h) to its own messages and decisions. All of
 * it runs in the CM handler, or with its lock held; without such a fault nothing is changed.
 */
#ifndef CMLAB_MISDEED_H
#define CMLAB_MISDEED_H

#include <linux/types.h>

#include <cmlab/names.h>
#include <cmlab/values.h>

struct cmlab_conn;
struct cmlab_pdata_blob;
struct rdma_conn_param;

/* The errno that a call is taken to have returned if @kind is the fault; 0 if not. */
int cmlab_misdeed_error(const struct cmlab_conn *conn, u8 kind);

/* Stays in the handler of the peer's message, which holds up all the others. */
void cmlab_misdeed_hold(const struct cmlab_conn *conn);

/* What becomes of a decision to accept what @adv asks for: why it is refused now, if it is. */
enum cmlab_reason cmlab_misdeed_decision(struct cmlab_conn *conn, const struct cmlab_values *adv);

/* What becomes of a refusal's private data. Return: the reason of the REJ */
u8 cmlab_misdeed_refusal(const struct cmlab_conn *conn, struct cmlab_pdata_blob *blob);

/* The qp_num of an accept may become that of the one before. */
void cmlab_misdeed_qp_num(const struct cmlab_conn *conn, struct rdma_conn_param *param);

#endif /* CMLAB_MISDEED_H */
