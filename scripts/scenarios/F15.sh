# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The program connects over iWARP and fails on RoCE alone."
MUST="CL024 on RoCE, 57 bytes of 56; CL019 on iWARP, that it would fail elsewhere"
MUST_LAB="57 of 56 bytes, refused before the call"

predicted()
{
	explain --transport roce --active private_data_len=57
	finds CL024 "57 bytes of private data, a REQ carries 56 here"
	explain --driver siw --active private_data_len=57
	finds CL019 "IB and RoCE carry 56 with an IP address"
	explain --driver siw --active private_data_len=56
	finds_no CL019
}

in_lab()
{
	next_port
	refuses "57 bytes are refused before the call" '*' '*' connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR" handshake=raw "private_data_hex=$(printf '%0114d' 0)"
	report A "${R["conn[0].id"]}"
	expect "with the number that fits" A outcome=local_error reason.field=private_data_len \
		reason.have=57 reason.need=56
}
