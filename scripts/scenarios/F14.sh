# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Private data arrive though nobody sent any."
MUST="56 and 196 bytes of zeros where nothing was sent"
MUST_LAB="zeros are absent (hdr_absent), not broken"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --passive rnr=7
	shows "the request's event has 56 bytes" '.passive.events[0].conn.private_data_len == 56'
	shows "the reply's event has 196" '.active.events[0].conn.private_data_len == 196'
	explain --driver siw --active rr=1 --passive rr=1
	shows "iWARP has none" '.passive.events[0].conn.private_data_len == 0'
}

# A request of a program that sends nothing: with a header expected it is absent, not broken.
in_lab()
{
	peer_to_kernel "--misbehave zero" ""
	expect "zeros are said to be absent" P outcome=rejected reason.name=hdr_absent
	peer_to_kernel "handshake=raw" "handshake=raw"
	expect "and raw they are just zeros" P outcome=established received.wire_len=56 '!received.header'
}
