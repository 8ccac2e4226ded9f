# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A stock kernel: the distribution's own image, headers and modules, all of one version, downloaded
# and unpacked. siw, which Debian leaves out, is built from the same version's source.

# what goes into a kernel's directory, for its key; the number counts changes of the steps below
recipe_qemu()
{
	echo 1
	cat "$LAB_D/guest/initramfs"
	[ "$K_TOOLS" = host ] || cat "$LAB_D/kernel-tools.sh" "$LAB_D/enter-tools"
}

# The header packages expect each other under /usr/src and /usr/lib; make them find each other here.
# $1: the kernel's directory
headers_relocate()
{
	local root=$1/root dir=linux-headers-$V_RELEASE common
	common=$(sed -n 's|^include /usr/src/\(.*\)/Makefile$|\1|p' "$root/usr/src/$dir/Makefile")
	[ -n "$common" ] || die "the Makefile of $dir does not look as expected"
	# shellcheck disable=SC2016
	printf 'include $(dir $(lastword $(MAKEFILE_LIST)))../%s/Makefile\n' "$common" \
		>"$root/usr/src/$dir/Makefile"
	ln -sfn "root/usr/src/$dir" "$1/kdir"
}

# The packages of the same kernel that a package of it needs
# $1: the package, $2: the kinds, as a pattern
packages_of()
{
	suite_apt apt-cache show "$1=$V_PACKAGES" | sed -n 's/^Depends: //p' |
		grep -oE "\\blinux-($2)-[0-9][^ ,]*" | sort -u
}

# The image's, which newer kernels split, and the headers', unless they come with the tools
kernel_packages()
{
	echo "linux-image-$V_RELEASE"
	packages_of "linux-image-$V_RELEASE" "base|binary|modules" || :
	if [ "$K_TOOLS" = host ]; then
		echo "linux-headers-$V_RELEASE"
		packages_of "linux-headers-$V_RELEASE" "headers|kbuild"
	fi
}

# Older packages have /lib, newer ones /usr/lib. $1: the kernel's directory
modules_settle()
{
	local root=$1/root
	if [ -e "$root/usr/lib/modules" ] && [ ! -e "$root/lib/modules" ]; then
		mkdir -p "$root/lib"
		ln -s ../usr/lib/modules "$root/lib/modules"
	fi
	[ -d "$root/lib/modules/$V_RELEASE" ] || die "the image package of --kernel $K_NAME has no modules"
}

# The kernel inside a bzImage (Documentation/x86/boot.rst: setup_sects, payload_offset and
# payload_length). Booted through PVH it saves an emulated CPU 4 s of decompression.
# $1: the bzImage, $2: the ELF kernel to write
image_extract()
{
	local sects offset length unpack
	read -r sects < <(od -An -tu1 -j $((0x1f1)) -N1 "$1")
	read -r offset < <(od -An -tu4 -j $((0x248)) -N4 "$1")
	read -r length < <(od -An -tu4 -j $((0x24c)) -N4 "$1")
	offset=$(((sects + 1) * 512 + offset))
	dd if="$1" of="$2.packed" bs=64K iflag=skip_bytes,count_bytes skip=$offset count="$length" \
		status=none
	case $(od -An -tx1 -N4 "$2.packed" | tr -d ' ') in
	fd377a58) unpack="xz -dc --single-stream" ;;
	28b52ffd) unpack="zstd -dcq" ;;
	1f8b*) unpack="gzip -dc" ;;
	*) die "the kernel in $1 has an unknown compression" ;;
	esac
	# the payload ends in its unpacked size, which unpackers call trailing garbage
	$unpack <"$2.packed" >"$2" 2>/dev/null || :
	rm -f "$2.packed"
	[ "$(head -c 4 "$2" | tail -c 3)" = ELF ] || die "no ELF kernel in $1"
}

# Where the package keeps the bzImage. $1: the kernel's directory
image_packed()
{
	local file
	for file in "$1/root/boot/vmlinuz-$V_RELEASE" "$1/root/lib/modules/$V_RELEASE/vmlinuz"; do
		[ ! -e "$file" ] || {
			echo "$file"
			return
		}
	done
	die "the image package of --kernel $K_NAME has no vmlinuz"
}

# $1: the kernel's directory
siw_build()
{
	local archive src=$1/siw dest=$1/root/lib/modules/$V_RELEASE/extra
	mkdir -p "$src" "$dest"
	archive=$(source_archive "$1/deb")
	say "building siw from $K_SOURCE $V_PACKAGES: about half a minute"
	tar -xf "$archive" -C "$src" --strip-components=5 --wildcards '*/drivers/infiniband/sw/siw'
	rm -rf "$1/deb"
	quietly "$1/siw.log" nice make -s -C "$1/kdir" M="$src" CONFIG_RDMA_SIW=m "${NO_BTF[@]}" \
		-j"$(nproc)" modules
	strip --strip-debug -o "$dest/siw.ko" "$src/siw.ko"
	rm -rf "$src"
}

# The modules, in the order to load them, that bring the host's root into the guest and the script's
# output out of it
# $1: the kernel's directory
initramfs_modules()
{
	local module
	for module in virtio_pci virtio_console 9pnet_virtio 9p; do
		modprobe -d "$1/root" -S "$V_RELEASE" --show-depends "$module" ||
			die "kernel $K_NAME has no $module, which the machines need"
	done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# busybox wants modules unpacked. $1: the module, $2: where it and its place in the order go
module_unpack()
{
	local name=${1##*/}
	case $name in
	*.xz) name=${name%.xz} && xz -dc "$1" >"$2/$name" ;;
	*.zst) name=${name%.zst} && zstd -dcq "$1" >"$2/$name" ;;
	*) cp "$1" "$2/" ;;
	esac
	echo "/modules/$name" >>"$2/order"
}

# $1: the kernel's directory
initramfs_make()
{
	local tree=$1/initramfs.tree module
	rm -rf "$tree"
	mkdir -p "$tree/bin" "$tree/dev" "$tree/proc" "$tree/root" "$tree/modules"
	cp "$(command -v busybox)" "$tree/bin/busybox"
	install -m 755 "$LAB_D/guest/initramfs" "$tree/init"
	initramfs_modules "$1" >"$tree/modules/list"
	while read -r module; do
		module_unpack "$module" "$tree/modules"
	done <"$tree/modules/list"
	# uncompressed: an emulated CPU unpacks slower than it copies
	(cd "$tree" && find . | cpio --quiet -o -H newc -R 0:0) >"$1/initramfs"
	rm -rf "$tree"
}

# $1: the kernel's directory while it is not complete
kernel_make_qemu()
{
	local dir=$1 packages
	need make gcc cpio depmod modprobe busybox xz
	rm -rf "$dir"
	mkdir -p "$dir"
	say "preparing kernel $K_NAME: one or two minutes"
	suite_ready
	mapfile -t packages < <(kernel_packages)
	deb_unpack "$dir/root" "${packages[@]}"
	modules_settle "$dir"
	if [ "$K_TOOLS" = host ]; then headers_relocate "$dir"; else tools_make "$dir"; fi
	image_extract "$(image_packed "$dir")" "$dir/image"
	siw_build "$dir"
	depmod -b "$dir/root" "$V_RELEASE"
	initramfs_make "$dir"
}
