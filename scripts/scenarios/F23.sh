# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A burst of connects is refused over iWARP and merely slow over RoCE."
MUST="CL070 on iWARP, the burst beside the backlog; nothing on RoCE"
MUST_LAB="on RoCE a burst of four times the backlog gets in"

predicted()
{
	explain --driver siw --active rr=1,id=1 --passive rr=1,id=1 --workload connections=40,backlog=10
	finds CL070 "40 connects at once meet a backlog of 10"
	explain --driver rxe --active rr=1,id=1 --passive rr=1,id=1 --workload connections=40,backlog=10
	finds_no CL070
}

in_lab()
{
	next_port
	control listen "addr=$LISTENER" "port=$PORT" backlog=4
	do_control "on RoCE all of 16 get in at a backlog of 4" connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR" count=16
	control disconnect conn=all
	control unlisten listener=all
}
