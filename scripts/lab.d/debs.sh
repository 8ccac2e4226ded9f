# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Debian packages, downloaded and unpacked into the cache, never installed. Which version a kernel
# name means is settled once and kept in the cache, so that a newer package in the archive does not
# start a build of ten minutes in the middle of somebody's work; `lab prepare --refresh` settles it
# anew.

# the newest version of a package and one of its fields, as apt knows them
# $1: the package, $2: the field
deb_field()
{
	apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n "s/^$2: //p;/^$/q"
}

deb_update_lists()
{
	[ "$(id -u)" = 0 ] || return 0
	say "updating apt's package lists"
	apt-get update -qq >&2 || say "apt-get update failed: the lists may be old"
}

# $1: a file that takes the settled versions: V_PACKAGES (version of the packages) and V_RELEASE
version_settle()
{
	local version release=-
	need apt-get apt-cache dpkg-deb
	deb_update_lists
	version=$(deb_field "$K_SOURCE" Version)
	[ -n "$version" ] || die "apt knows no $K_SOURCE, which --kernel $K_NAME is made from" \
		"(a package of Debian 12)"
	if [ "$K_KIND" = qemu ]; then
		release=$(deb_field "$K_IMAGE" Depends | grep -o 'linux-image-[^ ,]*' | head -n 1)
		release=${release#linux-image-}
		[ -n "$release" ] || die "apt knows no $K_IMAGE, which --kernel $K_NAME boots"
	fi
	mkdir -p "${1%/*}"
	printf 'V_PACKAGES=%s\nV_RELEASE=%s\n' "$version" "$release" >"$1.new"
	mv "$1.new" "$1"
}

# Settled versions of the selected kernel -> V_PACKAGES V_RELEASE
version_select()
{
	local file=$LAB_CACHE/versions/$K_NAME
	if [ ! -s "$file" ] || [ -n "${LAB_REFRESH:-}" ]; then
		version_settle "$file"
	fi
	# shellcheck disable=SC1090
	. "$file"
}

# Download packages and unpack them under a directory.
# $1: the directory; the rest: packages, each in the settled version
deb_unpack()
{
	local dir=$1 debs deb
	shift
	debs=$(mktemp -d "$LAB_CACHE/debs.XXXXXX")
	say "downloading $* $V_PACKAGES"
	mkdir -p "$dir"
	if ! (cd "$debs" && apt-get download -qq "${@/%/=$V_PACKAGES}" >log 2>&1); then
		cat "$debs/log" >&2
		rm -rf "$debs"
		die "cannot download $* $V_PACKAGES; if the archive has moved on:" \
			"scripts/lab prepare --refresh --kernel $K_NAME"
	fi
	for deb in "$debs"/*.deb; do
		dpkg-deb -x "$deb" "$dir"
	done
	rm -rf "$debs"
}

# The compressed source of the selected kernel: the installed package's if it is of the settled
# version, a downloaded one else -> prints its path
# $1: a directory for the download
source_archive()
{
	local name=$K_SOURCE.tar.xz
	if [ "$(dpkg-query -W -f '${Version}' "$K_SOURCE" 2>/dev/null)" = "$V_PACKAGES" ] &&
		[ -s "/usr/src/$name" ]; then
		echo "/usr/src/$name"
		return
	fi
	[ -s "$1/usr/src/$name" ] || deb_unpack "$1" "$K_SOURCE"
	echo "$1/usr/src/$name"
}
