# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The accept asks for a depth above the device's limit, and the client sees nothing but a reject."
MUST="CL021, rdma_accept's errno here and REJECTED 28 there, and the depth that fits"

predicted()
{
	explain --transport roce --active rr=8,id=8,retry=7,rnr=7 --passive rr=8,id=8,rnr=7 \
		--passive-limits rd=4,init=4
	finds CL021 "rdma_accept returns -22 (EINVAL) and the active side sees only REJECTED"
	finds CL021 "accept with responder_resources 4"
	explain --transport roce --active rr=8,id=8,retry=7,rnr=7 --passive rr=4,id=4,rnr=7 \
		--passive-limits rd=4,init=4
	finds_no CL021
}

in_lab()
{
	kernel_to_kernel "decide=raw transitions=cm handshake=raw rr=4 id=4" \
		"decide=raw transitions=cm handshake=raw rr=4 id=200"
	expect "a rejection there" A outcome=rejected status=28
	expect "its cause here" P outcome=local_error error=-22 error_call=rdma_accept
}
