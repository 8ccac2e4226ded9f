# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="rdma_connect returns -EINVAL, and nobody knows why."
MUST="each cause in its own sentence, before the call: CL024 for the length, CL067 for no conn_param"

predicted()
{
	explain --transport roce --active private_data_len=57
	finds CL024 "rdma_connect returns -22"
	explain --transport roce --active null=1
	finds CL067 "dereferences NULL"
	explain --driver cxgb4 --active rr=200,id=1
	finds CL023 "rdma_connect refuses at once"
}
