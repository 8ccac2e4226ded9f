/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * cmlab explain: a handshake that has not happened. Needs neither the module nor RDMA.
 */
#ifndef CMLAB_EXPLAIN_H
#define CMLAB_EXPLAIN_H

#include <cmlab/findings.h>
#include <cmlab/predict.h>

#include "out.h"

/**
 * struct explain - one question and its answer
 * @in: the question
 * @profile: what @in's profiles point to
 * @w: the workload
 * @h: the answer
 * @found: what there is to say about it
 * @json: print JSON
 */
struct explain {
	struct cmlab_predict_in in;
	struct cmlab_profile profile[CMLAB_NR_ROLES];
	struct cmlab_workload w;
	struct cmlab_handshake h;
	struct cmlab_findings found;
	bool json;
};

/* For --help of cmlab. */
#define EXPLAIN_USAGE \
	"explain [--transport ib|roce|iwarp] [--driver NAME] [--active K=V,...] [--passive K=V,...] ..."

/**
 * explain - the command
 * @argc: number of words behind the program's name
 * @argv: the words; the word "explain" itself is skipped
 */
enum out_exit explain(int argc, char **argv);

/*
 * explain_args.c: lists of key=value, NULL if the option was not given; each says what is
 * wrong with the option and value.
 */
bool explain_side(struct explain *e, unsigned int role, const char *option, const char *list);
bool explain_limits(struct explain *e, unsigned int role, bool device, const char *option,
		    const char *list);
bool explain_workload(struct explain *e, const char *option, const char *list);
bool explain_profile(struct explain *e, unsigned int role, const char *option, const char *name,
		     const char *list);
/* A number of an option itself. */
bool explain_number(const char *option, const char *key, const char *value, u64 max, u32 *v);

/* explain_names.c: a driver and a kernel's release into limits, by any of their names. */
bool explain_driver(const char *option, const char *value, struct cmlab_limits *l);
bool explain_kernel(const char *option, const char *value, struct cmlab_limits *l);

/* explain_text.c and explain_json.c */
void explain_print(const struct cmlab_handshake *h, const struct cmlab_findings *found);
bool explain_print_json(const struct cmlab_handshake *h, const struct cmlab_findings *found);

/* explain_list.c: all there are of a kind */
enum explain_kind { EXPLAIN_FINDINGS, EXPLAIN_PROFILES, EXPLAIN_DRIVERS, EXPLAIN_NR_LISTS };
enum out_exit explain_list(enum explain_kind kind, bool json);

#endif /* CMLAB_EXPLAIN_H */
