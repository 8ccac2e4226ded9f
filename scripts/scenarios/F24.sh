# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Many clients connect to one server, and some end in UNREACHABLE though it is alive."
MUST="CL071, the time that all requests take beside the time after which one is given up"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --passive rnr=7 \
		--workload connections=5000,service_us=20000
	finds CL071 "The last ones end in UNREACHABLE though the peer is alive"
	explain --transport roce --active retry=7,rnr=7 --passive rnr=7 \
		--workload connections=5000,service_us=1000
	finds_no CL071
}
