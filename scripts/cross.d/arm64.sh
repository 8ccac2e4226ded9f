# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The module for arm64: Debian's cross compiler, the arm64 headers of the version that the lab boots,
# and the host programs of this machine's packages, which do not care what they build for.

ARM64_MODULE=$OUT/arm64/mod

# what goes into the headers' directory, for its key; the number counts changes of the steps below
recipe_arm64()
{
	echo 1
}

# $1: the directory while it is not complete
arm64_make()
{
	local tmp=$1 host=$K_DIR common kbuild
	# shellcheck disable=SC2034 # read in lab.d
	K_ARCH=arm64 V_RELEASE=${V_RELEASE%-*}-arm64
	rm -rf "$tmp"
	with_lock "$LAB_CACHE/lock.apt" suite_update
	common=$(packages_of "linux-headers-$V_RELEASE" headers)
	kbuild=$(packages_of "linux-headers-$V_RELEASE" kbuild)
	deb_unpack "$tmp/root" "linux-headers-$V_RELEASE" "$common"
	mkdir -p "$tmp/root/usr/lib"
	cp -r "$host/root/usr/lib/$kbuild" "$tmp/root/usr/lib/"
	headers_relocate "$tmp"
	touch "$tmp/complete"
}

# The headers, made ready once for each version -> K_DIR
arm64_prepare()
{
	local dir
	kernel_prepare "$KERNEL"
	dir=$LAB_CACHE/kernels/$KERNEL-arm64-$V_PACKAGES-$(recipe_arm64 | content_key)
	if [ ! -e "$dir/complete" ]; then
		(arm64_make "$dir.partial")
		rm -rf "$dir"
		mv "$dir.partial" "$dir"
	fi
	touch "$dir/complete"
	K_DIR=$dir
}

arm64_build()
{
	need aarch64-linux-gnu-gcc
	with_lock "$LAB_CACHE/lock.$KERNEL-arm64" arm64_prepare
	module_quietly "$ARM64_MODULE" CROSS_COMPILE=aarch64-linux-gnu-
}

arm64_is_right()
{
	local module=$ARM64_MODULE.out/cmlab.ko
	must_match machine "$(LC_ALL=C readelf -h "$module" | sed -n 's/^ *Machine: *//p')" AArch64
	must_match vermagic "$(module_field "$module" vermagic)" "6.*-arm64 *aarch64*"
	must_match depends "$(module_field "$module" depends | tr , '\n' | sort | paste -sd ,)" \
		ib_core,rdma_cm
	module_field "$module" vermagic
}
