# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The option for the QP's timeout has no effect."
MUST="CL034, what was asked and what is programmed, and when it can be set"
MUST_LAB="the programmed timeout beside the one that was asked for"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 \
		--passive rnr=7,ack_timeout=18,ack_timeout_when=listener
	finds CL034 "asked 18, programmed 19"
	explain --transport roce --active retry=7,rnr=7,ack_timeout=18,ack_timeout_when=established \
		--passive rnr=7
	finds CL034 "a queue pair in RTS no longer takes one"
	finds CL034 "call rdma_set_ack_timeout on the connection's own id before rdma_connect"
	explain --transport roce --active retry=7,rnr=7,ack_timeout=18,ack_timeout_when=before_handshake \
		--passive rnr=7
	finds_no CL034
}

in_lab()
{
	kernel_to_kernel "" "timeout=18 timeout_when=listener"
	expect "the listener's timeout is not the connection's" P outcome=established \
		"programmed.timeout=$PATH_TIMEOUT"
	kernel_to_kernel "timeout=18 timeout_when=before_handshake" ""
	expect "on the connection's own id it is" A programmed.timeout=18
}
