# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="After an upgrade a target refuses its old clients."
MUST="which field of the private data it is, and which version"

# The lab's own protocol stands for another's: newer, longer, and with a field that old clients send as 0.
in_lab()
{
	peer_to_kernel "--misbehave version" ""
	expect "a newer version: both numbers" A outcome=rejected reason.name=hdr_version \
		'reason.have>0' 'reason.need>0' 'reason.text~*version*'
	peer_to_kernel "--misbehave length-long" ""
	expect "a length that does not fit" A outcome=rejected reason.name=hdr_length 'reason.have>0'
	peer_to_kernel "--misbehave reserved" ""
	expect "a field that must be 0" A outcome=rejected reason.name=hdr_reserved
	finding_is P CL014
}
