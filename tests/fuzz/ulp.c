// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Private data of the kernel's ULPs: the first two bytes say which message and whose. */
#include <cmlab/ulp.h>

#include "fuzz.h"

int fuzz_one(const u8 *data, size_t size)
{
	struct cmlab_ulp_data d;
	char text[CMLAB_ULP_STR];
	u8 hint;
	bool known;

	if (size < 2)
		return 0;
	hint = data[1] % (CMLAB_ULP_SMB + 1);
	known = cmlab_ulp_decode(data + 2, size - 2, data[0] % 5, hint, &d);
	fuzz_require(known == !!d.nr, "what is recognised has values, and nothing else has");
	fuzz_require(d.nr <= CMLAB_ULP_FIELDS, "no more values than there is room for");
	fuzz_require(!known || !hint || d.ulp == hint, "a hint is kept to");
	fuzz_require(strlen(cmlab_ulp_text(&d, text)) < CMLAB_ULP_STR - 1, "the line is whole");
	return 0;
}
