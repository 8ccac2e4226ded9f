// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The kernel's release, as the core wants it. */
#include <stdio.h>
#include <sys/utsname.h>

#include "peer_release.h"

u16 peer_release_parse(const char *text)
{
	unsigned int major, minor;

	if (sscanf(text, "%u.%u", &major, &minor) != 2 || major > 255 || minor > 255)
		return 0;
	return CMLAB_RELEASE(major, minor);
}

u16 peer_release_own(void)
{
	struct utsname name;

	return uname(&name) ? 0 : peer_release_parse(name.release);
}
