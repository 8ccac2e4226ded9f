# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What every part of the lab shares: words on stderr, the cache, locks, the kernel table.
#
# shellcheck disable=SC2034 # what is set here is read in the other parts

LAB_D=$LAB_TOP/scripts/lab.d
LAB_CACHE=${CMLAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cmlab}

# exit codes of the lab's own; everything else is the script's status
LAB_RC_COMPLAINT=90
LAB_RC_DIED=91
LAB_RC_SETUP=92
LAB_RC_TIMEOUT=124

say()
{
	printf 'lab: %s\n' "$*" >&2
}

die()
{
	say "$*"
	exit "$LAB_RC_SETUP"
}

usage_error()
{
	say "$*"
	say "see: scripts/lab help"
	exit 2
}

# Run a command, its output kept in a file that is shown only when the command fails.
# $1: the log file; the rest: the command
quietly()
{
	local log=$1
	shift
	if ! "$@" >"$log" 2>&1 </dev/null; then
		tail -n 40 "$log" >&2
		die "failed: $* (full output: $log)"
	fi
}

need()
{
	local tool
	for tool in "$@"; do
		command -v "$tool" >/dev/null || die "$tool is missing: run scripts/setup"
	done
}

# Run a command while no other caller runs one under the same lock. The lock lies on a file that is
# never removed, so that nobody can hold a lock on a name that is gone.
# $1: the lock file; the rest: the command
with_lock()
{
	local file=$1 fd
	shift
	mkdir -p "${file%/*}"
	exec {fd}>"$file"
	if ! flock -n "$fd"; then
		say "waiting for another caller, which holds $file"
		flock "$fd"
	fi
	"$@"
	exec {fd}>&-
}

# One kernel's line of the table -> K_NAME K_KIND K_SUITE K_TOOLS K_IMAGE K_SOURCE
# $1: the name
kernel_select()
{
	local name kind suite tools image source names=""
	while read -r name kind suite tools image source; do
		case $name in "#"* | "") continue ;; esac
		names+="${names:+, }$name"
		[ "$name" = "$1" ] || continue
		K_NAME=$name K_KIND=$kind K_SUITE=$suite K_TOOLS=$tools K_IMAGE=$image K_SOURCE=$source
		return 0
	done <"$LAB_D/kernels"
	usage_error "--kernel $1: unknown; the kernels are: $names"
}

# The table's names. $1: their kind, all if not given
kernel_names()
{
	awk -v kind="${1-}" '!/^#/ && NF && (kind == "" || $2 == kind) { print $1 }' "$LAB_D/kernels"
}
