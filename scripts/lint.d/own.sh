# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
# shellcheck shell=bash
#
# The project's own rules.

# The core knows no header but its own, and env.h alone knows kernel from userspace.
purity()
{
	grep -nE '^\s*#\s*include' core/*/*.[ch] include/cmlab/*.h |
		grep -v '^include/cmlab/env.h:' | grep -vE '#include (<cmlab/[a-z_]+\.h>|"(\.\./[a-z]+/)?[a-z_]+\.h")$'
	grep -nE '__KERNEL__' core/*/*.[ch] include/cmlab/*.h | grep -v '^include/cmlab/env.h:'
	true
}

compat()
{
	tracked '*.c' '*.h' | grep -v '^kmod/compat\.h$' |
		xargs grep -nE 'KERNEL_VERSION|LINUX_VERSION_CODE' | grep -vE '^[^:]+:[0-9]+:\s*(\*|/\*|//)'
	true
}

# Rooms of the core from the bottom up, each with its headers: a file includes those of its own room and
# of the rooms before it. A report shows findings, so its room is the one that may look one up.
rooms_of_core()
{
	# shellcheck disable=SC2016
	tracked 'core/*/*.[ch]' 'include/cmlab/*.h' | xargs awk '
		BEGIN {
			n = split("base:env:names:ib:values:limits:kernel symptom policy:profile:wire:state:pdata:ping:fault " \
				"decode:ulp handshake findings report request model:predict", level, " ")
			for (; n; n--)
				for (m = split(level[n], word, ":"); m; m--)
					rank[word[m]] = n
		}
		/^#include (<cmlab\/|")/ {
			split(FILENAME, path, /[\/.]/)
			own = path[1] == "core" ? path[2] : path[3]
			top = path[1] == "core" && own == "handshake" ? rank["report"] : rank[own]
			name = $2
			gsub(/^<cmlab\/|^"(\.\.\/)?|(\.h|\/[a-z_]+\.h)[">]$/, "", name)
			if ($2 ~ /^"[a-z_]+\.h"$/)
				name = own
			if (!rank[name] || rank[name] > top || ($2 ~ /^"\.\./ && rank[name] >= rank[own]))
				print FILENAME ":" FNR ": " $0
		}'
}

# The same for the files of the module.
rooms_of_module()
{
	# shellcheck disable=SC2016
	tracked 'kmod/*.[ch]' | xargs awk '
		BEGIN {
			n = split("compat param addr cmid trace record event device conn room publish decide misdeed ping " \
				"qp teardown cm connect health listener control debugfs main", file, " ")
			for (; n; n--)
				rank[file[n]] = n
		}
		/^#include "/ {
			split(FILENAME, path, /[\/.]/)
			split($2, part, /[".]/)
			own = path[3] == "c" && part[2] == path[2]
			if (!own && (!rank[part[2]] || rank[part[2]] >= rank[path[2]]))
				print FILENAME ":" FNR ": " $0
		}'
}

rooms()
{
	rooms_of_core
	rooms_of_module
}

# Twin adapters: nobody else may speak for a connection.
adapters()
{
	tracked 'kmod/*.c' 'userspace-peer/*.c' | grep -vE '^(kmod/cm\.c|userspace-peer/peer/peer_cm\.c)$' |
		xargs grep -nE '\brdma_(connect|connect_locked|accept|reject|establish)(_ece)?\(' |
		grep -vE '^[^:]+:[0-9]+:\s*(\*|/\*|//)' | grep -vE '"[^"]*rdma_[a-z_]+\('
	true
}

# What leaves the core or the adapters is narrowed there, and private data is cast nowhere.
casts()
{
	tracked 'kmod/*.c' 'userspace-peer/*.c' |
		xargs grep -nE '\(struct [a-z_]+ \*\)\s*[a-z_>.-]*private_data'
	true
}

# pr_fmt puts the module's name before every pr_*() line; what does not go through it has no prefix.
prefix()
{
	tracked 'kmod/*.[ch]' | xargs grep -nE '\b(printk(_[a-z]+)?|_printk|early_printk|pr_cont)\('
	tracked 'kmod/*.[ch]' | xargs grep -nE '^\s*#\s*(define|undef)\s+pr_fmt\b'
	grep -q '^ccflags-y += .-Dpr_fmt(fmt)=KBUILD_MODNAME ": " fmt.$' Kbuild ||
		echo "Kbuild: pr_fmt is not the module's name and a colon"
	true
}

docs_fresh()
{
	local doc
	for doc in findings troubleshooting; do
		make -s BUILD="$STATE" "$STATE/user/$doc-doc" || return
		"$STATE/user/$doc-doc" | diff -u "docs/$doc.md" - ||
			echo "docs/$doc.md is not what \"make docs\" makes"
	done
}

spdx()
{
	tracked | grep -vE '^(LICENSES|tests/fuzz/corpus)/|\.(json|golden|expected|txt|pcap)$' | while read -r file; do
		head -n 4 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause' ||
			echo "$file: no SPDX line"
	done
}

left_over()
{
	tracked | grep -v '^tests/fuzz/corpus/' | xargs grep -nE '\b([T]ODO|[F]IXME|[X]XX|[H]ACK)\b'
	true
}

long_files()
{
	local file lines
	tracked 'core/*.[ch]' 'kmod/*.[ch]' 'include/*.h' 'userspace-peer/*.[ch]' | while read -r file; do
		lines=$(wc -l <"$file")
		[ "$lines" -le 500 ] || echo "$file: $lines lines, 500 are the limit"
	done
	lines=$(wc -l <kmod/main.c)
	[ "$lines" -le 100 ] || echo "kmod/main.c: $lines lines: it only orders init and exit"
}

# A function of more than 80 lines has to be divided.
long_functions()
{
	tracked 'core/*.c' 'kmod/*.c' 'userspace-peer/*.c' | xargs awk '
		FNR == 1 { start = 0 }
		/^\{/ { start = FNR }
		/^\}/ && start { if (FNR - start > 80) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }'
}
