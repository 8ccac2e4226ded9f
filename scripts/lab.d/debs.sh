# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Debian packages, downloaded and unpacked into the cache, never installed: each suite has apt lists
# of its own there, so that nothing of it ever reaches the host. Which version a kernel name means is
# settled once and kept in the cache, so that a newer package in the archive does not start a build
# of ten minutes in the middle of somebody's work; `lab prepare --refresh` settles it anew.

DEBIAN_KEYS=/usr/share/keyrings/debian-archive-keyring.gpg
# where this host does not say which of Debian's mirrors it uses
DEBIAN_MIRROR=http://deb.debian.org/debian
DEBIAN_SECURITY=http://deb.debian.org/debian-security

# The address that this host takes Debian's packages from.
# $1: what its suite's name ends in ("-security" or nothing), $2: what to take if it does not tell
host_mirror()
{
	local origin uri suite
	# shellcheck disable=SC2016 # apt's variables
	while IFS='|' read -r origin uri suite; do
		case $origin:$suite in
		Debian:*-security) [ "$1" = "-security" ] || continue ;;
		Debian:*) [ -z "$1" ] || continue ;;
		*) continue ;;
		esac
		echo "${uri%/}"
		return
	done < <(apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(CODENAME)' 2>/dev/null)
	echo "$2"
}

# The lines of a suite's sources.list. Kernels of a released suite come from its security suite.
# $1: the suite
suite_sources()
{
	local mirror
	mirror=$(host_mirror "" "$DEBIAN_MIRROR")
	echo "deb [signed-by=$DEBIAN_KEYS] $mirror $1 main"
	case $1 in
	unstable | *-*) ;;
	*) echo "deb [signed-by=$DEBIAN_KEYS] $(host_mirror -security "$DEBIAN_SECURITY") $1-security main" ;;
	esac
}

# Where apt keeps what it knows of the selected kernel's suite -> prints it
suite_dir()
{
	echo "$LAB_CACHE/apt/$K_SUITE-${K_ARCH:-amd64}"
}

# One of apt's programs, for the selected kernel's suite; the host's own configuration (a proxy, say)
# holds too. An archive that is kept, not updated, has lists past their date.
# $1: the program; the rest: its arguments
suite_apt()
{
	local tool=$1 dir
	shift
	dir=$(suite_dir)
	"$tool" -qq -o Dir::Etc::SourceList="$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$dir/lists" -o Dir::State::status=/dev/null \
		-o Dir::Cache="$dir/cache" -o APT::Architecture="${K_ARCH:-amd64}" \
		-o APT::Architectures="${K_ARCH:-amd64}" -o APT::Sandbox::User=root \
		-o Acquire::Check-Valid-Until=false -o Acquire::Languages=none "$@"
}

# Brings the selected suite's package lists up to date.
suite_update()
{
	local dir
	dir=$(suite_dir)
	need apt-get apt-cache dpkg-deb
	[ -s "$DEBIAN_KEYS" ] || die "$DEBIAN_KEYS is missing: run scripts/setup"
	mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
	suite_sources "$K_SUITE" >"$dir/sources.list"
	say "updating the package lists of Debian $K_SUITE"
	suite_apt apt-get update >&2 || say "the update failed: the lists may be old"
}

# The lists may be gone while the settled version is still known.
suite_ready()
{
	[ -s "$(suite_dir)/sources.list" ] || with_lock "$LAB_CACHE/lock.apt" suite_update
}

# the newest version of a package and one of its fields, as apt knows them
# $1: the package, $2: the field
deb_field()
{
	suite_apt apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n "s/^$2: //p;/^$/q"
}

# $1: a file that takes the settled versions: V_PACKAGES (version of the packages) and V_RELEASE
version_settle()
{
	local version release=-
	with_lock "$LAB_CACHE/lock.apt" suite_update
	version=$(deb_field "$K_SOURCE" Version)
	[ -n "$version" ] || die "Debian $K_SUITE has no $K_SOURCE, which --kernel $K_NAME is built from"
	if [ "$K_KIND" = qemu ]; then
		release=$(deb_field "$K_IMAGE" Depends | grep -o 'linux-image-[^ ,]*' | head -n 1)
		release=${release#linux-image-}
		[ -n "$release" ] || die "Debian $K_SUITE has no $K_IMAGE, which --kernel $K_NAME boots"
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
	suite_ready
	debs=$(mktemp -d "$LAB_CACHE/debs.XXXXXX")
	say "downloading $* $V_PACKAGES"
	mkdir -p "$dir"
	if ! (cd "$debs" && suite_apt apt-get download "${@/%/=$V_PACKAGES}" >log 2>&1); then
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
