# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
# shellcheck shell=bash
#
# Checkers of text: layout, spelling, shell.

shell_files()
{
	local file
	tracked | while read -r file; do
		case $file in
		*.sh | *.bash) echo "$file" ;;
		*.c | *.h | *.md) ;;
		*)
			if head -n 1 "$file" 2>/dev/null | grep -qaE '^#!.*\b(ba)?sh\b'; then
				echo "$file"
			fi
			;;
		esac
	done
}

# With -x a script is checked together with what it sources, which is what has no x bit: if one of
# those changed, all are checked again.
shellchecks()
{
	local file sourced
	sourced=$(shell_files | while read -r file; do
		[ -x "$file" ] || sha256sum "$file"
	done | sha256sum | cut -c1-16)
	shell_files | changed_files "$sourced" | xargs -r shellcheck -x
}

# Tabs, the brace of a function on its own line; heredocs with "<<-" are indented.
SHFMT=(-i 0 -fn)

shell_format()
{
	shell_files | xargs shfmt -d "${SHFMT[@]}"
}

# kunit/cases_*: rows of cases, each on as few lines as it needs, in the order of the struct.
# kmod/trace.h: the layout of TRACE_EVENT, that of every trace header of the kernel.
format_files()
{
	tracked '*.c' '*.h' | grep -vE '^(kunit/cases_.*\.h|kmod/trace\.h)$'
}

# The kernel's own style with the overrides, made when it is needed. $1: the file
clang_format_style()
{
	local key line
	sed '/^\.\.\.$/d' "$LINUX/.clang-format" >"$1"
	while read -r line; do
		case $line in
		'#'* | '') ;;
		@foreach*) sed -i "s/^ForEachMacros:$/&\n  - '${line#@foreach }'/" "$1" ;;
		*)
			key=${line%%:*}
			sed -i "/^$key:/d" "$1"
			echo "$line" >>"$1"
			;;
		esac
	done <scripts/lint.d/clang-format
}

# $*: options of clang-format
clang_format_run()
{
	local style=$TOP/$STATE_TOP/clang-format.style
	clang_format_style "$style"
	format_files | xargs clang-format --style="file:$style" "$@"
}

c_format()
{
	clang_format_run -n --Werror 2>&1
}

spelling()
{
	tracked '*.[ch]' '*.md' 'scripts/*' 'tests/*' Makefile Kbuild |
		grep -vE '^(scripts/lint\.d/codespell$|tests/fuzz/corpus/)' | xargs codespell -I scripts/lint.d/codespell
}
