// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The JSON contract of a what-if: the core's lines, and what keyval makes of them. */
#include <cmlab/report.h>

#include "explain.h"
#include "keyval.h"

bool explain_print_json(const struct cmlab_handshake *h, const struct cmlab_findings *found)
{
	struct keyval kv;
	bool ok;

	if (keyval_init(&kv))
		return false;
	keyval_add(&kv, "version", "1");
	cmlab_report_both_ends(h, found, keyval_take, &kv);
	ok = !kv.error[0] && keyval_print(stdout, kv.root);
	keyval_exit(&kv);
	return ok;
}
