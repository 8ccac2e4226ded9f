# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Depths come in a blob of private data, and are read in the wrong byte order."
MUST="reason hdr_swapped, not depths of 8192: what looks swapped is refused and said to be"

# The lab's own header stands for such a blob.
in_lab()
{
	peer_to_kernel "--misbehave swapped" ""
	expect "the listener refuses, and says what it looks like" P outcome=rejected \
		reason.name=hdr_swapped 'reason.text~*byte*'
	finding_is P CL014
	expect "the peer is told" A outcome=rejected reason.name=hdr_swapped reason.by=peer
	peer_to_kernel "" ""
	expect "the right order passes" P outcome=established received.header=ok
}
