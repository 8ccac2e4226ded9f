#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab check --to: what is wrong with a host is found in its files and in what ip, rdma, ping and
# ibv_devinfo say. A folder stands for the host.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

PROGRAM=cmlab
cmlab=$BIN/cmlab
export CMLAB_CHECK_ROOT=$WORK/root
ROOT=$CMLAB_CHECK_ROOT

# $1: netdev, $2: address, $3: MTU, $4: MAC address
netdev()
{
	printf '{"ifname":"%s","flags":["UP","LOWER_UP"],"mtu":%s,"link_type":"ether","address":"%s",
		"addr_info":[{"family":"inet","local":"%s","prefixlen":24}]}' "$1" "$3" "$4" "$2"
}

# $1: path below the root; standard input: what is there
put()
{
	mkdir -p "$(dirname "$ROOT/$1")"
	cat >"$ROOT/$1"
}

# A host on which all is well: rxe0 on eth0, 10.7.0.2
host()
{
	rm -rf "$ROOT"
	echo "[$(netdev eth0 10.7.0.2 1500 02:00:00:00:00:02)]" | put out/ip-addr
	echo '[{"dst":"10.7.0.1","dev":"eth0","prefsrc":"10.7.0.2"}]' | put out/ip-route
	echo '[{"ifname":"rxe0","port":1,"state":"ACTIVE","netdev":"eth0"}]' | put out/rdma-link
	echo '{"netns":"shared"}' | put out/rdma-system
	printf '\t\tmax_qp_rd_atom:\t\t16\n\t\tmax_res_rd_atom:\t4096\n\t\tmax_qp_init_rd_atom:\t8\n' |
		put out/ibv_devinfo
	local dev=sys/class/infiniband/rxe0
	echo "1: CA" | put $dev/node_type
	echo 0000:00ff:fe00:0002 | put $dev/node_guid
	echo fe80:0000:0000:0000:0000:00ff:fe00:0002 | put $dev/ports/1/gids/0
	echo 0000:0000:0000:0000:0000:ffff:0a07:0002 | put $dev/ports/1/gids/1
	echo "RoCE v2" | put $dev/ports/1/gid_attrs/types/1
	echo "Max locked memory         1073741824           1073741824           bytes" |
		put proc/self/limits
	echo "CapEff:	0000000000000000" | put proc/self/status
}

# $1: what; $2: wanted status; $3: pattern of the verdict; $4: pattern of a line (with the advice
# below it joined); the rest: more arguments
says()
{
	local what=$1 status=$2 verdict=$3 line=$4
	shift 4
	run "$cmlab" check --to 10.7.0.1:4420 "$@"
	tr '\n' ' ' <"$WORK/out" | tr -s ' ' >"$WORK/flat"
	if [ "$RC" -eq "$status" ] && head -n 1 "$WORK/out" | grep -q -- "$verdict" &&
		grep -q -- "$line" "$WORK/flat" && [ ! -s "$WORK/err" ]; then
		tap 0 "$what"
	else
		tap 1 "$what"
		echo "# wanted status $status, $verdict, $line"
		evidence
	fi
}

host
says "all well" 0 "^10.7.0.1:4420: nothing on this side stands in the way$" \
	"ok gid GID 1 of rxe0 for 10.7.0.2, RoCE v2 "
says "and its limits" 0 "nothing" "serves 16 READs a QP (max_qp_rd_atom), issues 8 .*, holds 4096 in all"
says "and its MTU" 0 "nothing" "ok mtu the MTU of eth0 is 1500: RDMA path MTU 1024 on RoCE"
run "$cmlab" check --to 10.7.0.1:4420 --json
holds "as JSON" jq -e '.version == 1 and .errors == 0 and .warnings == 0 and
	(.checks | length == 8) and all(.checks[]; .result == "ok" and has("found"))' "$WORK/out"

host
echo '[]' | put out/ip-route
says "no route" 1 "will fail: 1 error, 0 warnings" "error route no route to 10.7.0.1: .*-ENETUNREACH"
rm "$ROOT/out/ip-route"
says "ip fails" 1 "will fail" "error route no route to 10.7.0.1"
run "$cmlab" check --to 10.7.0.1 --json
holds "no route as JSON" jq -e '.errors == 1 and .checks[0].check == "route" and
	.checks[0].result == "error" and (.checks[0].todo | length > 0)' "$WORK/out"

host
echo '[]' | put out/rdma-link
says "a netdev without RDMA device" 1 "1 error" "error device eth0 has no RDMA device: .*-ENODEV"
echo '{"netns":"exclusive"}' | put out/rdma-system
says "exclusive namespaces" 1 "1 error" "namespaces are exclusive, so it may be in another .*rdma dev set"
rm "$ROOT/out/rdma-link"
says "no RDMA at all" 1 "1 error" "rdma link show says nothing"

host
echo '[{"netns":"exclusive"}]' | put out/rdma-system
says "exclusive, and the device is here" 0 "nothing" "network namespaces are exclusive"

host
echo '[{"ifname":"rxe0","port":1,"state":"DOWN","netdev":"eth0"}]' | put out/rdma-link
says "a port that is down" 1 "1 error" "error device eth0 has rxe0 port 1, state DOWN"

host
echo "[$(netdev eth0 10.7.0.2 9000 02:00:00:00:00:02)]" | put out/ip-addr
echo '[{"dst":"10.7.0.1","dev":"eth0","prefsrc":"10.7.0.2","metrics":[{"mtu":1500}]}]' |
	put out/ip-route
says "a route of a smaller MTU" 1 "1 error" "the MTU of eth0 is 9000, that of the route 1500"
echo "4: RNIC" | put sys/class/infiniband/rxe0/node_type
says "which is nothing to iWARP" 0 "nothing" "ok mtu the MTU of eth0 is 9000"

host
echo "[$(netdev eth0 10.7.0.2 9000 02:00:00:00:00:02)]" | put out/ip-addr
echo pong | put out/ping-576
says "a path that loses what is large" 1 "1 error" \
	"error mtu eth0 sends up to 9000 bytes, .* the handshake will work and data will not" --probe
says "not tried unless asked" 0 "nothing" "RDMA path MTU 4096 on RoCE; the path was not tried"
rm "$ROOT/out/ping-576"
says "a path that answers nothing" 0 "1 warning" "warn mtu no ping is answered" --probe
echo pong | put out/ping-9000
says "a path that carries it" 0 "nothing" "a ping of that size is answered" --probe
echo "[$(netdev eth0 10.7.0.2 300 02:00:00:00:00:02)]" | put out/ip-addr
says "too small for RoCE" 1 "1 error" "the MTU of eth0 is 300; RoCE needs at least 352"

host
echo "Max locked memory         65536                65536                bytes" |
	put proc/self/limits
echo "Max address space         unlimited            unlimited            bytes" \
	>>"$ROOT/proc/self/limits"
says "little memory to lock" 0 "1 warning" "warn memlock a program of this user may lock 64 KiB"
echo "CapEff:	0000000000004000" | put proc/self/status
says "which CAP_IPC_LOCK passes" 0 "nothing" "ok memlock locked memory is not limited here"

host
echo "[$(netdev eth0 10.7.0.2 1500 02:00:00:00:00:02),$(netdev eth1 10.7.0.3 1500 02:00:00:00:00:03)]" |
	put out/ip-addr
says "a second netdev without RDMA" 0 "nothing" "ok subnet"
echo '[{"ifname":"rxe0","port":1,"state":"ACTIVE","netdev":"eth0"},
	{"ifname":"rxe1","port":1,"state":"ACTIVE","netdev":"eth1"}]' | put out/rdma-link
says "two RDMA netdevs in one subnet" 0 "1 warning" "warn subnet eth0 (rxe0) and eth1 (rxe1) are in one subnet"
echo 1 | put proc/sys/net/ipv4/conf/all/arp_ignore
says "which arp_ignore mends" 0 "nothing" "ok subnet"

host
echo 0000:0000:0000:0000 | put sys/class/infiniband/rxe0/node_guid
says "node GUID 0" 0 "1 warning" "warn guid the node GUID of rxe0 is 0: .* REJ 10"
host
echo "[$(netdev eth0 10.7.0.2 1500 00:00:00:00:00:00)]" | put out/ip-addr
says "no MAC address" 0 "1 warning" "warn guid eth0 has no MAC address"

host
rm "$ROOT/sys/class/infiniband/rxe0/ports/1/gids/1"
says "no GID for the address" 1 "1 error" "error gid rxe0 port 1 has no GID for 10.7.0.2"
host
echo "IB/RoCE v1" | put sys/class/infiniband/rxe0/ports/1/gid_attrs/types/1
says "RoCE v1" 0 "1 warning" "warn gid GID 1 of rxe0 for 10.7.0.2 is IB/RoCE v1"
host
rm "$ROOT/out/ibv_devinfo"
says "limits nobody tells" 0 "1 warning" "warn limits ibv_devinfo tells no limits of rxe0"
printf 'max_qp_rd_atom: 0\nmax_qp_init_rd_atom: 0\nmax_res_rd_atom: 0\n' | put out/ibv_devinfo
says "limits of 0" 0 "1 warning" "warn limits rxe0 serves 0 READs"

host
echo '{"ifname":' | put out/ip-addr
says "JSON that is cut" 1 "1 error" "the netdevs are unknown"
for name in ip-addr ip-route rdma-link rdma-system; do
	for junk in 7 '"x"' '[7]' '[[]]' '{}' '[{"dev":7,"metrics":[3],"flags":[3],"addr_info":[3]}]'; do
		host
		echo "$junk" | put out/$name
		run "$cmlab" check --to 10.7.0.1
		[ "$RC" -le 1 ] || tap 1 "$name: $junk: status $RC"
	done
done
tap 0 "answers of another shape break nothing"

host
expect "an IPv6 address" 0 "" "$cmlab" check --to "[fd00::1]:4420"
usage "check: --to 10.7.0.1:0: ADDR, ADDR:PORT" check --to 10.7.0.1:0
usage "check: --to 10.7.0.1:65536: ADDR, ADDR:PORT" check --to 10.7.0.1:65536
usage "check: --to host.example: ADDR, ADDR:PORT" check --to host.example
usage "check: --to : ADDR, ADDR:PORT" check --to ""
usage "check: 7: unexpected argument" check 7 --to 10.7.0.1
finish
