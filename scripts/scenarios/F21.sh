# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="After a power cut a host is refused until the target is restarted."
MUST="CL072, REJ 10: the peer still holds the old connection, and how long to wait"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --answer stale
	finds CL072 "the peer still holds an old connection of this queue pair number"
	finds CL072 "time-wait first (2.0 s here)"
	finds CL072 "connect again with a new id and queue pair after that time"
}
