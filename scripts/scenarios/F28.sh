# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="In a container the address resolves to ADDR_ERROR -19."
MUST="-19 with words: no RDMA device owns this address in this network namespace"

in_lab()
{
	ip netns add scene
	ip -n scene link set lo up
	ip -n scene link add d0 type dummy
	ip -n scene address add 10.9.0.1/24 dev d0
	ip -n scene link set d0 up
	# shellcheck disable=SC2016 # for the shell in there
	keys_read R < <(nsenter --net=/run/netns/scene bash -c '{
		echo "connect addr=10.9.0.2 port=20000" 2>/dev/null >&3 || :
		mapfile <&3
		printf %s "${MAPFILE[@]}"
	} 3<>"$0"' "$CMLAB/control")
	is "the errno" "${R[errno]-none}" -19
	report A "${R["conn[0].id"]}"
	expect "is explained" A outcome=local_error \
		'findings[0].advice~*no RDMA device owns this address*'
	ip netns del scene
}
