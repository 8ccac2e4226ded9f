# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The log says \"Unknown error -28\" or \"-8\"."
MUST="reasons, not errnos: 8 nobody listens (CL013), 28 the program (CL012)"
MUST_LAB="CL013 and the reason 8, above 0"

predicted()
{
	explain --transport roce --active retry=7 --answer absent
	shows "status 8, a reject reason" '.active.status == 8'
	finds CL013 "status 8"
	explain --transport roce --active retry=7 --answer reject
	shows "status 28" '.active.status == 28'
	finds CL012 "status 28"
	explain --driver siw --active rr=1 --answer reject
	shows "on iWARP an errno, below 0" '.active.status == -104'
}

in_lab()
{
	next_port
	refuses "nobody listens" -111 "*invalid service id*" connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR"
	report A "${R["conn[0].id"]}"
	expect "the reason is positive" A outcome=rejected status=8
	finding_is A CL013 "nobody listens"
}
