# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The code says retry count 20, or 10, or 128."
MUST="CL020, the value that is really sent, and what 7 means for RNR"

predicted()
{
	explain --transport roce --active retry=20,rnr=20 --passive rnr=128
	finds CL020 "retry_count 20 does not fit its 3-bit field; 7 is sent"
	finds CL020 "The accept's rnr_retry_count 128 does not fit its 3-bit field; 7 is sent."
	finds CL020 "For RNR, 7 means for ever"
	explain --transport roce --active retry=7,rnr=7 --passive rnr=7
	finds_no CL020
}

in_lab()
{
	kernel_to_kernel "retry=20 rnr=20" ""
	expect "both fields carry 7" A outcome=established requested.retry_count=20 offered.retry_count=7 \
		requested.rnr_retry_count=20 offered.rnr_retry_count=7
	finding_is A CL020 "3-bit field"
}
