# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Private data are read after the callback has returned; it works for years, and then shows junk."
MUST="before: KASAN's use-after-free in the late read; after, copied in the handler: the peer's bytes"

# $1: before or after -> status, and the output in $OUT
late_read()
{
	local status=0
	OUT=$(lab_run W1 --with "$MODULES/late_reader.ko" --env "WHICH=$1") || status=$?
	return "$status"
}

on_host()
{
	local status=0
	MODULES=$("$TOP/scripts/lab" build-dir --kernel debug "$HERE/late_reader")
	late_read before || status=$?
	note_result "$((status != 90))" "before: the kernel complains (status $status)"
	status=0
	grep -m1 "KASAN: .*use-after-free in late_read" <<<"$OUT" || status=1
	note_result "$status" "before: it is the late read"
	status=0
	late_read after || status=$?
	note_result "$status" "after: nothing complains"
	[ "$status" = 0 ] || echo "$OUT"
	status=0
	grep -m1 "the first is 0xa5" <<<"$OUT" || status=1
	note_result "$status" "after: the first byte is the peer's"
}

late_has_read()
{
	dmesg | grep -q "late_reader: .* bytes of private data"
}

in_lab()
{
	local copy=0
	[ "$WHICH" = before ] || copy=1
	insmod /lab/late_reader.ko "copy=$copy" port=18600
	control connect "addr=$LISTENER" port=18600 "src=$CONNECTOR" handshake=raw \
		private_data_hex=a5a5a5a5 || :
	check "it has read" poll_until "$BOUND" late_has_read
	note "$(dmesg | grep "late_reader: .* bytes")"
	rmmod late_reader
}
