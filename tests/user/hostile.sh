#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Reports that no module writes: each is refused with a sentence, and nothing of them steers the
# terminal or the program.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

cmlab=$BIN/cmlab
debugfs_make

# $1: what, $2: the sentence; standard input: lines behind "version: 1"
refused()
{
	{
		printf 'version: 1\n'
		cat
	} | report_put 50
	expect "$1" 1 "cmlab: conn/50/report: not a report of this module: $2" "$cmlab" show 50
	expect "$1, as JSON" 1 "not a report of this module: $2" "$cmlab" show 50 --json
	holds "$1: nothing half printed" test ! -s "$WORK/out"
}

refused "no colon" 'line 2 is not "key: value"' <<<'frob'
refused "a blank in the key" 'line 2 is not "key: value"' <<<'a b: 1'
refused "no blank behind the colon" 'line 2 is not "key: value"' <<<'a:b'
refused "no key" 'line 2 is not "key: value"' <<<': 1'
refused "an empty part" 'line 2: a key has an empty or unreadable part' <<<'a..b: 1'
refused "a dot at the end" 'line 2: a key has an empty or unreadable part' <<<'a.: 1'
refused "a strange character in the key" 'line 2: a: unreadable key' <<<'a%n: 1'
refused "a key twice" 'line 3: a: given twice' <<<$'a: 1\na: 1'
refused "the version twice" 'line 2: version: given twice' <<<'version: 1'
refused "a value that becomes a group" 'line 3: a: index out of order' <<<$'a: 1\na.b: 1'
refused "a group that becomes a value" 'line 3: a: given twice' <<<$'a.b: 1\na: 1'
refused "an array that becomes a group" 'line 3: a: index out of order' <<<$'a[0].b: 1\na.b: 1'
refused "a value that becomes an array" 'line 3: a: used with and without an index' <<<$'a: 1\na[0]: 1'
refused "an index too far" 'line 2: a: index out of order' <<<'a[1].b: 1'
refused "an index that skips" 'line 3: a[2]: index out of order' <<<$'a[0]: 1\na[2]: 1'
refused "an element twice" 'line 3: a[0]: index out of order' <<<$'a[0]: 1\na[0]: 1'
refused "a negative index" 'line 2: a: an index is 0..4096 in brackets' <<<'a[-1]: 1'
refused "no index" 'line 2: a: an index is 0..4096 in brackets' <<<'a[]: 1'
refused "a huge index" 'line 2: a: an index is 0..4096 in brackets' <<<'a[99999999999999999999]: 1'
refused "an open bracket" 'line 2: a: an index is 0..4096 in brackets' <<<'a[0: 1'
refused "too deep" 'line 2: a key nests deeper than 6' <<<'a.b.c.d.e.f.g: 1'
refused "an escape sequence" 'line 2: a: value has a byte 0x1b, not plain text' <<<$'a: \033[2J'
refused "a carriage return" 'line 2: a: value has a byte 0x0d, not plain text' <<<$'a: b\r'
refused "a byte above 127" 'line 2: a: value has a byte 0xff, not plain text' <<<$'a: \xff'
refused "a zero byte" 'line 2 has a zero byte' < <(printf 'a: \0b\n')
refused "a key too long" 'line 2: a key longer than 128 characters' <<<"$(printf 'k%.0s' {1..129}): 1"
refused "a value too long" 'line 2: a: value longer than 1024 characters' \
	<<<"a: $(printf 'v%.0s' {1..1025})"
refused "a line without end" 'line 2 is longer than' < <(head -c 100000 /dev/zero | tr '\0' x)
refused "too many lines" 'line 65537: more than 65536 lines' < <(seq -f 'k%.0f: 1' 65600)

# Formats are not formats.
printf 'version: 1\nid: 51\ndevice: %%n%%s%%n\nlocal: %%s\nprofile: %%99999d\nclosed_by: %%n\n' | report_put 51
expect "format characters in every text" 0 "" "$cmlab" show 51
holds "are printed as they are" grep -qF '%n%s%n' "$WORK/out"
holds "everywhere" grep -qF 'profile %99999d' "$WORK/out"

# Long and strange but allowed text stays within the width.
{
	printf 'version: 1\nid: 9223372036854775807\ndevice: %s\n' "$(printf 'd%.0s' {1..1000})"
	printf 'requested.responder_resources: 9223372036854775807\noffered.ack_timeout: 9223372036854775807\n'
	printf 'requested.min_rnr_timer: 99\nprogrammed.timeout: 32\nreceived.wire_len: 9223372036854775807\n'
	printf 'received.declared_len: 9223372036854775807\nreceived.header: %s\n' "$(printf 'h%.0s' {1..500})"
	printf 'clamps[0].field: responder_resources\nclamps[0].why: %s\n' "$(printf 'w%.0s' {1..900})"
	printf 'findings[0].id: CL0000000000\nfindings[0].severity: catastrophic\nfindings[0].field: %s\n' \
		"$(printf 'f%.0s' {1..90})"
	printf 'findings[0].message: %s\nstatus: -9223372036854775808\nerror: -9223372036854775808\n' \
		"$(printf 'm%.0s' {1..1000})"
} | report_put 52
expect "extreme numbers and long words" 0 "" "$cmlab" show 52
holds "keep the width" awk 'length > 100 { print; bad = 1 } END { exit bad }' "$WORK/out"

# Members of the wrong kind count as missing.
printf 'version: 1\nid: x\nclamps: 3\nfindings.a: 1\nrequested: none\nrole[0]: a\n' | report_put 53
expect "members of the wrong kind" 0 "" "$cmlab" show 53
expect "and as JSON" 0 "" "$cmlab" show 53 --json
holds "the contract holds" jq -e '(.id == 0) and (.clamps == []) and (.requested == {}) and (.role == "")' \
	"$WORK/out"

# What almost is a number is text: the line is JSON all the same.
printf 'version: 1\na_ms: 0999\nb_ms: 1.2.3\nc_s: 5e\nd_s: 1.\ne_s: 1-2\nf_s: 98.304\ng_s: 8.192e-06\n' | report_put 59
expect "numbers that JSON does not have" 0 "" "$cmlab" show 59 --json
holds "are text, and times are numbers" jq -e '[.a_ms, .b_ms, .c_s, .d_s, .e_s, .f_s, .g_s] ==
	["0999", "1.2.3", "5e", "1.", "1-2", 98.304, 8.192e-06]' "$WORK/out"

# Versions and files.
printf 'version: 2\nid: 54\n' | report_put 54
expect "another version" 1 "cmlab: conn/54/report: version 2, but this program reads version 1" "$cmlab" show 54
printf 'id: 55\n' | report_put 55
expect "no version" 1 "cmlab: conn/55/report: version none" "$cmlab" show 55
report_put 56 </dev/null
expect "an empty file" 1 "version none" "$cmlab" show 56
mkdir -p "$CMLAB_DEBUGFS/conn/57/report"
expect "a folder instead of a file" 1 "cmlab: conn/57/report: Is a directory" "$cmlab" show 57
mkdir -p "$CMLAB_DEBUGFS/conn/58"
truncate -s 70M "$CMLAB_DEBUGFS/conn/58/report"
expect "a file without end" 1 "cmlab: conn/58/report: File too large" "$cmlab" show 58

# Tables.
table()
{
	{
		printf 'version: 1\n'
		cat
	} >"$CMLAB_DEBUGFS/connections"
}
table <<<$'id role device state local remote ird ord\n1 active \033[2J'
expect "an escape in a table" 1 "value has a byte 0x1b" "$cmlab" show connections
table <<<$'id role\nshort\n\n1 active and more words'
expect "short rows and surplus words" 0 "" "$cmlab" show connections
table <<<$'id id\n1 2'
expect "a column twice" 1 "given twice" "$cmlab" show connections
table <<<$'id ro%%le\n1 2'
expect "a strange column" 1 "cmlab: connections: not a report of this module: line" "$cmlab" show connections
table < <(head -c 70000 /dev/zero | tr '\0' ' ')
expect "a row without end" 1 "is longer than" "$cmlab" show connections
table < <(
	echo id
	seq 262200
)
expect "too many rows" 1 "an index is 0..262144" "$cmlab" show connections

# Lists that are none, rows that are none, a counter that nobody knows.
for list in listeners devices connections profiles events; do
	printf 'version: 1\n%s: 3\n' "$list" >"$CMLAB_DEBUGFS/$list"
	expect "$list: a number instead of a list" 0 "" "$cmlab" show "$list"
	expect "$list: the same as JSON" 0 "" "$cmlab" show "$list" --json
	holds "$list: is an empty list" jq -e ".$list == []" "$WORK/out"
done
printf 'version: 1\nprofiles[0]: 3\n' >"$CMLAB_DEBUGFS/profiles"
expect "a profile that is a number" 0 "" "$cmlab" show profiles
printf 'version: 1\na: null\nb.c: null\n' >"$CMLAB_DEBUGFS/stats"
expect "counters that are null" 0 "" "$cmlab" show stats
holds "are printed as that" grep -q '^b\.c  *null$' "$WORK/out"

# A module that does not answer.
debugfs_make
run "$cmlab" disconnect all
tap "$((RC == 1 ? 0 : 1))" "a control file that echoes is no answer"
holds "and is said to be none" grep -q '^cmlab: control: not a report of this module' "$WORK/err"
rm "$CMLAB_DEBUGFS/control"
expect "no control file" 3 "cmlab: control: No such file or directory" "$cmlab" disconnect all

finish
