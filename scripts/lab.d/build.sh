# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Builds modules for a lab kernel beside the checkout's own build: the sources are linked into
# build/KERNEL/NAME, where the objects stay, and what the guest needs is collected in
# build/KERNEL/NAME.out.

# Nobody looks at the types of a lab's modules, and newer headers want pahole for them.
NO_BTF=(CONFIG_DEBUG_INFO_BTF_MODULES=)
# The lab is strict with the checkout; somebody's own build is not.
STRICT=(W=1 KCFLAGS=-Werror)

# The files of a module's sources, one a line, without what a build leaves among them.
# $1: where they are; the rest: files and directories in it
sources_list()
{
	local from=$1
	shift
	(cd "$from" && find "$@" -type f ! -name '.*' ! -name '*.o' ! -name '*.ko' ! -name '*.mod' \
		! -name '*.mod.c' ! -name '*.gcno' | sort)
}

# Is the last complete build of the same kernel and files, and none of them newer?
# $1: where the sources are, $2: the build folder, $3: what the build is of, as in its stamp
build_is_current()
{
	local newest
	[ -e "$2.stamp" ] && [ "$3" = "$(<"$2.stamp")" ] || return 1
	newest=$(tail -n +2 <<<"$3" | (cd "$1" && xargs -r -d '\n' stat -L -c '%Y') | sort -n |
		tail -n 1)
	# within one second, be on the safe side
	[ "$newest" -lt "$(stat -c %Y "$2.stamp")" ]
}

# $1: where the sources are, $2: the build folder, $3: the list of files
sources_link()
{
	local file
	find "$2" -type l ! -exec test -e {} \; -delete
	while read -r file; do
		[ -L "$2/$file" ] && [ "$2/$file" -ef "$1/$file" ] && continue
		mkdir -p "$2/$(dirname "$file")"
		ln -sfn "$1/$file" "$2/$file"
	done <<<"$3"
}

# $1: the build folder. Files that a running guest may be reading are replaced, never rewritten.
modules_collect()
{
	local module name
	mkdir -p "$1.out"
	while read -r module; do
		name=${module##*/}
		cmp -s "$module" "$1.out/$name" && continue
		cp "$module" "$1.out/.$name"
		mv "$1.out/.$name" "$1.out/$name"
	done < <(find "$1" -name '*.ko')
}

# The folder for objects, empty when those in it are for another kernel. $1: the folder
build_folder()
{
	[ "$(cat "$1.kernel" 2>/dev/null)" = "$K_DIR" ] || rm -rf "$1" "$1.out" "$1.stamp"
	mkdir -p "$1"
	echo "$K_DIR" >"$1.kernel"
}

# What the compiler said, with the names of the files as their author knows them; that a kernel
# without debug information gives no BTF is no news.
# $1: the build folder
build_words()
{
	sed -e '/^Skipping BTF generation/d' -e "s|$1/||g" "$1.log"
}

# $1: where the sources are, $2: the build folder, $3: "strict" or "lenient"; the rest: files and
# directories in $1
modules_build()
{
	local from=$1 to=$2 how=$3 start=$SECONDS files stamp flags=("${NO_BTF[@]}")
	shift 3
	[ "$how" = lenient ] || flags+=("${STRICT[@]}")
	files=$(sources_list "$from" "$@")
	stamp=$K_DIR$'\n'$files
	! build_is_current "$from" "$to" "$stamp" || return 0
	build_folder "$to"
	# from before the build, so that what changes meanwhile is built the next time
	echo "$stamp" >"$to.begun"
	sources_link "$from" "$to" "$files"
	say "building ${to#"$LAB_TOP/"}"
	if ! nice make -s -C "$K_DIR/kdir" M="$to" "${flags[@]}" -j"$(nproc)" modules \
		>"$to.log" 2>&1 </dev/null; then
		build_words "$to" | tail -n 60 >&2
		die "the modules do not build for kernel $K_NAME (log: $to.log)"
	fi
	build_words "$to" >&2
	modules_collect "$to"
	mv "$to.begun" "$to.stamp"
	say "built in $((SECONDS - start)) s"
}

# Builds the checkout's modules for the selected kernel, if it has any.
checkout_build()
{
	local to=$LAB_TOP/build/$K_NAME/mod path paths=()
	for path in Kbuild core kmod include kunit; do
		[ ! -e "$LAB_TOP/$path" ] || paths+=("$path")
	done
	[ -e "$LAB_TOP/Kbuild" ] || return 0
	with_lock "$LAB_TOP/build/$K_NAME/lock" modules_build "$LAB_TOP" "$to" strict \
		"${paths[@]}"
}
