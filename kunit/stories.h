/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Whole connections of a program: each handshake is filled by the core's own steps, in
 * the order in which an adapter takes them.
 */
#ifndef CMLAB_STORIES_H
#define CMLAB_STORIES_H

#include "rows.h"

#include <cmlab/report.h>

/*
 * struct cmlab_story - what happens, and what is known and told of it
 * @name: of the row
 * @from: where it comes from
 * @id: number of the connection
 * @role: this side's
 * @transport: of the device
 * @driver: of the device
 * @mock: mock limits, 16 to serve and 4 to issue; the device has 128 of each
 * @form: enum cmlab_pdata_form
 * @transitions: enum cmlab_transitions
 * @ps: enum cmlab_ps
 * @profile: of this side's policy, with @ird, @ord and @floor (of the IRD) instead of its own
 * @user: private data that this side sends, @user_len bytes
 * @ret: of rdma_connect or rdma_accept
 * @silent: the peer's REQ or REP never came
 * @conn: the numbers of the event with the peer's REQ or REP
 * @hdr: header of the peer's message; two user bytes are behind it
 * @raw: bytes of the peer's message without one
 * @area: bytes that the event shows
 * @event: the last event, with @status
 * @queried: what ib_query_qp() shows, with @access
 * @outcome: how it ends, after @us
 * @own_timer: it was ended by this side's timer
 * @ping: of a report
 * @own: what is known of this end, CMLAB_KNOWS_*; @peer of the other
 * @nr_events: of this end
 * @call: the call that is told, with @told
 * @refusal: code of this end; @peer_refusal of the other
 * @sent: by this side; @peer_sent by the other
 * @agreed: what both must use
 * @read: what a READ of this side does
 * @summary: the line in the log
 * @findings: numbers of what is found
 * @text: every line but the findings'; NULL: of other rows
 */
struct cmlab_story {
	const char *name;
	const char *from;
	u32 id;
	u8 role;
	u8 transport;
	u8 driver;
	bool mock;
	u8 form;
	u8 transitions;
	u8 ps;
	const char *profile;
	u32 ird;
	u32 ord;
	u32 floor;
	const char *user;
	u32 user_len;
	s32 ret;
	bool silent;
	struct cmlab_event_conn conn;
	struct cmlab_wire_hdr hdr;
	const char *raw;
	u32 area;
	u8 event;
	s32 status;
	struct row_value queried[9];
	u32 access;
	u8 outcome;
	u32 us;
	bool own_timer;
	u32 ping;
	u32 own;
	u32 peer;
	u8 nr_events;
	u8 call;
	s32 told;
	u8 refusal;
	u8 peer_refusal;
	struct row_value sent[8];
	struct row_value peer_sent[8];
	struct row_value agreed[5];
	u8 read;
	const char *summary;
	const char *findings;
	const char *text;
};

#define CMLAB_NR_STORIES 13

extern const struct cmlab_story cmlab_stories[CMLAB_NR_STORIES];

/* Fills @r with the story. */
void cmlab_story_tell(const struct cmlab_story *s, struct cmlab_report *r);

#endif /* CMLAB_STORIES_H */
