# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The first READ dies with retries exceeded, or the connect with unreachable: the path is wrong."
MUST="CL050, look at path and GID before retry counts"
MUST_LAB="no refusal, but CL010 or the address that does not resolve"

predicted()
{
	explain --transport roce --active rr=4,id=4,retry=7,rnr=7 --answer silent
	finds CL050 "Nothing comes back: UNREACHABLE -110"
	finds CL050 "look at path, GID and VLAN before retry counts"
}

# An address of the subnet that nobody answers for.
in_lab()
{
	next_port
	refuses "nothing comes back" -110 '*' connect "addr=10.$NET.0.99" "port=$PORT" "src=$CONNECTOR" \
		timeout_ms=2000
	report A "${R["conn[0].id"]}"
	expect "which is not told as a refusal" A 'outcome~@(unreachable|local_error)' '!reason.code'
	expect "and is explained" A 'findings[0].id~CL01[05]' 'findings[0].advice~?*'
}
