/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The connect command.
 */
#ifndef CMLAB_CONNECT_H
#define CMLAB_CONNECT_H

#include <cmlab/request.h>

struct net;

/**
 * struct cmlab_connect_result - one connection that a command made
 * @id: its number
 * @outcome: enum cmlab_outcome
 * @nobody: rejected because nobody listens there
 * @transport: enum cmlab_transport
 */
struct cmlab_connect_result {
	u32 id;
	u8 outcome;
	bool nobody;
	u8 transport;
};

/**
 * cmlab_connect_run - make the connections of a "connect" request
 * @net: the caller's network namespace
 * @req: the checked request
 * @results: @req->count entries to fill and to wait for, or NULL not to wait
 * @err: filled on failure
 *
 * With @results, returns when every handshake has ended or the time that @req gives is
 * over; then those that have not ended are given up and no more are started. Those that stand
 * stay, and are named whatever became of the others. A signal that kills the caller ends the
 * wait and closes what is not established.
 *
 * Return: 0 if all are established (or, without @results, under way), else what kept the
 * command from starting all of them, or the negative errno of the first that is not
 */
int cmlab_connect_run(struct net *net, const struct cmlab_request *req,
		      struct cmlab_connect_result *results, struct cmlab_error *err);

#endif /* CMLAB_CONNECT_H */
