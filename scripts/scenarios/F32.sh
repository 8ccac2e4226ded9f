# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Nine sends meet eight receives."
MUST="RoCE: fatal at rnr 0, an error after the computed wait at 3 and 6, waits at 7; siw: the ninth ends it"

predicted()
{
	local eight="op=send,depth=9,burst=9,recv_posted=8"
	explain --transport roce --active rnr=7,retry=7 --passive rnr=0 --workload "$eight"
	finds CL006 "ends the connection"
	explain --transport roce --active rnr=7,retry=7 --passive rnr=3 --workload "$eight"
	shows "an error after 3 x 655.36 ms" '.active.detection.rnr_exceeded_ms == 1966.08'
	explain --transport roce --active rnr=7,retry=7 --passive rnr=6 --workload "$eight"
	shows "an error after 6 x 655.36 ms" '.active.detection.rnr_exceeded_ms == 3932.16'
	explain --transport roce --active rnr=7,retry=7 --passive rnr=7 --workload "$eight"
	finds_words "655.36 ms"
	explain --driver siw --active rr=1 --passive rr=1 --workload "$eight"
	finds_words "receive"
}
