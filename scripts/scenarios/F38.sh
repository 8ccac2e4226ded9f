# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="An ACK timeout is set once the connection stands, and nothing changes."
MUST="CL034, 18 is not programmed, the path's 19 is, and when to set it"
MUST_LAB="CL034 in the report"

predicted()
{
	explain --transport roce --active retry=7,rnr=7,ack_timeout=18,ack_timeout_when=established \
		--passive rnr=7
	finds CL034 "asked 18, programmed 19"
	finds CL034 "before rdma_connect"
}

in_lab()
{
	kernel_to_kernel "ack_timeout=18 ack_timeout_when=established" ""
	expect "the QP has the path's" A outcome=established "programmed.timeout=$PATH_TIMEOUT"
	finding_is A CL034 "18"
}
