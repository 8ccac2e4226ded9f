# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What the parts of scripts/torture share. A part is a scenario as in tests/e2e that does one hostile
# thing very often. What it draws at random comes from $SEED, which it prints: the same seed draws the
# same again. $SCALE is "whole" or "sample", which does a twentieth.

# shellcheck source=tests/e2e/lib.sh
. tests/e2e/lib.sh
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

SEED=${SEED:-1}
SCALE=${SCALE:-sample}
RANDOM=$SEED
declare -A STATS=()
note "SEED=$SEED SCALE=$SCALE"

# How often for this scale. $1: the whole -> TIMES
# shellcheck disable=SC2034 # the parts read it
times()
{
	TIMES=$1
	[ "$SCALE" = whole ] || TIMES=$((($1 + 19) / 20))
}

# What the table shows. $*: how many of what
did()
{
	note "did: $*"
}

# -> PICK, from 0 on. $1: below what
pick()
{
	PICK=$((RANDOM % $1))
}

# Waits for a time that is drawn: the moments of a storm are random, nothing is waited for.
# $1: milliseconds at most
pause_random()
{
	local ms
	pick "$1"
	printf -v ms '%d.%03d' $((PICK / 1000)) $((PICK % 1000))
	read -rt "$ms" -u "$IDLE_FD" || :
}

# -> STATS
stats_read()
{
	keys_read STATS <"$CMLAB/stats"
}

# The counters that are not 0, for people
stats_note()
{
	local key text=()
	stats_read
	for key in "${!STATS[@]}"; do
		[ "${STATS[$key]}" = 0 ] || [ "$key" = version ] || text+=("$key=${STATS[$key]}")
	done
	note "counters: $(printf '%s\n' "${text[@]}" | sort | paste -sd ' ')"
}

# All outcomes of a role -> SUM
outcomes_sum()
{
	local key
	stats_read
	SUM=0
	for key in "${!STATS[@]}"; do
		[[ $key != "$1".* ]] || SUM=$((SUM + STATS[$key]))
	done
}

# All that listeners have seen -> REQUESTS
requests_sum()
{
	local key
	local -A all=()
	keys_read all <"$CMLAB/listeners"
	REQUESTS=0
	for key in "${!all[@]}"; do
		[[ $key != *.requests ]] || REQUESTS=$((REQUESTS + all[$key]))
	done
}

nothing_lives()
{
	no_connections || return 1
	stats_read
	[ "${STATS[connections]}" = 0 ] && [ "${STATS[half_open]}" = 0 ]
}

# What must hold when everything has ended. $1: connections that the module was told to make
counters_add_up()
{
	check "all end, and none is counted" poll_until 60 nothing_lives
	is "connections: 0, half_open: 0" "${STATS[connections]} ${STATS[half_open]}" "0 0"
	outcomes_sum active
	is "every active one has its outcome" "$SUM" "$1"
	requests_sum
	outcomes_sum passive
	is "every request has its outcome" "$SUM" "$REQUESTS"
	like "the devices' accounts are empty" \
		"$(grep -E 'res_used|connections' "$CMLAB/devices" | sort -u -k2)" \
		"devices*: 0"
}

# shellcheck disable=SC2034 # the parts read it
# Reads all files once. -> READ, how many reports; false if one of them could not be read
read_all()
{
	READ=$(perl tests/torture/read.pl "$CMLAB" once)
}

# Reads all files again and again until $TMP/calm is there.
readers_start()
{
	rm -f "$TMP/calm"
	perl tests/torture/read.pl "$CMLAB" "$TMP/calm" >"$TMP/readers" &
	READERS=$!
}

readers_end()
{
	: >"$TMP/calm"
	if poll_until 60 process_is_gone "$READERS" && wait "$READERS"; then
		verdict "every file could be read meanwhile"
	else
		verdict "every file could be read meanwhile" "$(<"$TMP/readers")"
	fi
	note "readers: $(tail -n 1 "$TMP/readers")"
}

# The module goes within a bound and leaves nothing. $1: seconds
module_goes()
{
	timeout "$1" rmmod cmlab && ! module_loaded && [ ! -e "$CMLAB" ]
}

# A connection, from what has been through all this.
honest_gets_in()
{
	do_control "a connection is made afterwards" connect "addr=$LISTENER" "port=$PORT" \
		"src=$CONNECTOR" timeout_ms=20000
	control disconnect conn=all
}
