# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="More private data arrive than were sent."
MUST="CL048, the length of the area is shown and not the sender's"
MUST_LAB="wire 56, declared 40"

predicted()
{
	explain --transport roce --active private_data_len=40,retry=7,rnr=7 --passive rnr=7,private_data_len=40
	finds CL048 "sends 40 bytes and the passive side's event shows 56"
	shows "the reply's area is 196" '.active.events[0].conn.private_data_len == 196'
	explain --driver siw --active private_data_len=40 --passive private_data_len=40
	finds_no CL048
	shows "iWARP tells the length" '.passive.events[0].conn.private_data_len == 40'
}

# 32 bytes of header and 8 of the user's.
in_lab()
{
	kernel_to_kernel "private_data_hex=0102030405060708" ""
	expect "wire 56, declared 40" P outcome=established received.wire_len=56 \
		received.declared_len=40 received.user=0x0102030405060708
	expect "wire 196, declared 32" A received.wire_len=196 received.declared_len=32
}
