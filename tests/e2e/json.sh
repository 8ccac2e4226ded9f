# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Reports to associative arrays: the module's "key: value" lines, and one line of JSON by the same keys:
# {"a":{"b":[{"c":1}]}} becomes a.b[0].c: 1. It is no judge of JSON, jq is that where the form is the
# question; it takes no process, and starting one is what costs in a lab machine.

# Reads "key: value" lines from standard input. $1: the array's name
keys_read()
{
	local -n into=$1
	local lines line
	into=()
	# read would seek back after each line, and the kernel make the text anew each time
	mapfile -t lines
	for line in "${lines[@]}"; do
		# shellcheck disable=SC2034
		into[${line%%: *}]=${line#*: }
	done
}

# What is open: for each level its path, and the index of an array or -1
JSON_PATHS=() JSON_INDEXES=()

# The path of the value that comes next -> JSON_PATH
json_path()
{
	local top=$((${#JSON_PATHS[@]} - 1))
	JSON_PATH=""
	[ "$top" -ge 0 ] || return 0
	JSON_PATH=${JSON_PATHS[top]}
	if [ "${JSON_INDEXES[top]}" -ge 0 ]; then
		JSON_PATH+="[${JSON_INDEXES[top]}]"
	else
		JSON_PATH+=${JSON_PATH:+.}$JSON_KEY
	fi
}

# $1: -1 for an object, 0 for an array
json_open()
{
	json_path
	JSON_PATHS+=("$JSON_PATH")
	JSON_INDEXES+=("$1")
}

# $1: the value, if there is one
json_value()
{
	[ -n "$1" ] || return 0
	json_path
	# shellcheck disable=SC2004
	JSON_INTO[$JSON_PATH]=$1
}

# What stands between two strings: punctuation, numbers, true, false. $1: that
json_between()
{
	local text=$1 char word="" top
	while [ -n "$text" ]; do
		char=${text:0:1}
		text=${text:1}
		top=$((${#JSON_PATHS[@]} - 1))
		case $char in
		'{') json_open -1 ;;
		'[') json_open 0 ;;
		'}' | ']')
			json_value "$word"
			word=""
			unset "JSON_PATHS[top]" "JSON_INDEXES[top]"
			;;
		',')
			json_value "$word"
			word=""
			[ "${JSON_INDEXES[top]}" -lt 0 ] || JSON_INDEXES[top]=$((JSON_INDEXES[top] + 1))
			;;
		':' | ' ') ;;
		*) word+=$char ;;
		esac
	done
}

# $1: the array's name, $2: the line
json_read()
{
	# shellcheck disable=SC2178,SC2034
	local -n JSON_INTO=$1
	local parts part quote=$'\001' i=0
	# shellcheck disable=SC2034
	JSON_PATHS=() JSON_INDEXES=() JSON_INTO=() JSON_KEY=""
	IFS='"' read -ra parts <<<"${2//\\\"/$quote}"
	for part in "${parts[@]}"; do
		part=${part//$quote/\"}
		if [ $((i % 2)) = 0 ]; then
			json_between "$part"
		elif [[ ${parts[i + 1]-} == :* ]]; then
			JSON_KEY=$part
		else
			json_value "$part"
		fi
		i=$((i + 1))
	done
}
