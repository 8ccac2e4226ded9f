# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="\"Failed to write: connection reset\", and nothing more."
MUST="CL013, the peer is alive and nobody listens; not silence (CL050), not a refusal (CL012)"
MUST_LAB="CL013"

predicted()
{
	explain --transport roce --active retry=7 --answer absent
	finds CL013 "The peer is alive and nobody listens on that port"
	finds_no CL012
	explain --transport roce --active retry=7 --answer silent
	finds CL050
	finds_no CL013
	explain --transport roce --active retry=7 --answer reject
	finds CL012
	finds_no CL013
}

in_lab()
{
	next_port
	refuses "the connect is refused" -111 '*' connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR"
	report A "${R["conn[0].id"]}"
	finding_is A CL013 "nobody listens"
}
