# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A program reads private data of an event that has none, and crashes or reads junk."
MUST="which events carry data: none in UNREACHABLE and in the passive's ESTABLISHED"

predicted()
{
	explain --transport roce --active retry=7,rnr=7,private_data_len=8 --passive rnr=7,private_data_len=8
	shows "the request carries data" '.passive.events[0].conn.private_data_len == 56'
	shows "the passive's ESTABLISHED carries none" '.passive.events[1].conn.private_data_len == 0'
	explain --transport roce --active retry=7,rnr=7 --answer silent
	shows "UNREACHABLE carries none" \
		'.active.event == "RDMA_CM_EVENT_UNREACHABLE" and ((.active.events[0].conn.private_data_len // 0) == 0)'
	explain --transport roce --ps udp --active private_data_len=8 --passive qkey=5
	finds CL046 "UNREACHABLE with the positive SIDR status"
}
