/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The life of a connection, as a table. The active side resolves and connects,
 * the passive one starts with ACCEPTING; everything ends through CLOSING, once.
 */
#ifndef CMLAB_STATE_H
#define CMLAB_STATE_H

#include <cmlab/names.h>

/**
 * cmlab_state_may_follow - whether a connection may change its state so
 * @from: the state it has
 * @to: the state it would have
 *
 * A state does not follow itself: whoever comes second to close is told so.
 *
 * Return: true if it may; false also for numbers that are no state
 */
bool cmlab_state_may_follow(enum cmlab_state from, enum cmlab_state to);

#endif /* CMLAB_STATE_H */
