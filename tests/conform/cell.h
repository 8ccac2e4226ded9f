/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * One cell of the grid: a connection to be made, as a value for each dimension. A
 * dimension that is NOT_GIVEN is left out of the command, so that its default stands.
 */
#ifndef CONFORM_CELL_H
#define CONFORM_CELL_H

#include <cmlab/predict.h>
#include <cmlab/request.h>

#define NOT_GIVEN (-1)

/* Of the connection. X(NAME, "name") */
#define DIM_LIST(X)                   \
	X(FAMILY, "family")           \
	X(PS, "ps")                   \
	X(TRANSITIONS, "transitions") \
	X(HANDSHAKE, "handshake")     \
	X(LISTENS, "listens")         \
	X(MOCK_RD, "mock.rd")         \
	X(MOCK_INIT, "mock.init")     \
	X(MOCK_RES, "mock.res")

/* Of each side. X(NAME, "key of the command") */
#define SIDE_DIM_LIST(X)                \
	X(PROGRAM, "program")           \
	X(DECIDE, "decide")             \
	X(PROFILE, "profile")           \
	X(RR, "rr")                     \
	X(ID, "id")                     \
	X(RETRY, "retry")               \
	X(RNR, "rnr")                   \
	X(FLOW, "flow")                 \
	X(SRQ, "srq")                   \
	X(RR_FLOOR, "rr.floor")         \
	X(ID_FLOOR, "id.floor")         \
	X(MIN_RNR, "min_rnr")           \
	X(MIN_RNR_WHEN, "min_rnr_when") \
	X(TIMEOUT, "timeout")           \
	X(TIMEOUT_WHEN, "timeout_when") \
	X(PDLEN, "private_data")

#define ENUM_DIM(n, s)	    D_##n,
#define ENUM_SIDE_DIM(n, s) S_##n,

enum dim { DIM_LIST(ENUM_DIM) NR_DIMS };
enum side_dim { SIDE_DIM_LIST(ENUM_SIDE_DIM) NR_SIDE_DIMS };

/* Every dimension has one number: the connection's, then the active's, then the passive's. */
#define ACTIVE_DIM(n)  (NR_DIMS + S_##n)
#define PASSIVE_DIM(n) (NR_DIMS + NR_SIDE_DIMS + S_##n)
#define ALL_DIMS       (NR_DIMS + 2 * NR_SIDE_DIMS)

/* Which program plays a side. */
enum program { PROGRAM_MODULE, PROGRAM_PEER };

/**
 * struct provider - a soft RDMA device of the lab
 * @name: of the driver
 * @dev: of the device
 * @transport: enum cmlab_transport
 * @driver: enum cmlab_driver
 * @listener: its listening address, by enum cmlab_family
 * @connector: its connecting one
 */
struct provider {
	const char *name;
	const char *dev;
	u8 transport;
	u8 driver;
	const char *listener[2];
	const char *connector[2];
};

enum { PROVIDER_RXE, PROVIDER_SIW, NR_PROVIDERS };

extern const struct provider providers[NR_PROVIDERS];

/**
 * struct cell - a connection to be made
 * @number: unique in the grid; its port follows from it
 * @group: index of the group it belongs to
 * @provider: on what
 * @v: value by dimension
 */
struct cell {
	u32 number;
	u32 group;
	const struct provider *provider;
	s32 v[ALL_DIMS];
};

static inline s32 cell_side(const struct cell *c, enum cmlab_role role, enum side_dim d)
{
	return c->v[NR_DIMS + role * NR_SIDE_DIMS + d];
}

/* A cell in which everything has a plain value: raw, transitions=cm, IPv4, 1/1 7/7. */
void cell_init(struct cell *c, const struct provider *provider);

u32 cell_port(const struct cell *c);

/* User bytes that a side sends: never 0, and different in each cell. */
u8 cell_byte(const struct cell *c, enum cmlab_role role, u32 i);

#define CELL_LINE 1024

/* The side's command in the module's grammar. */
void cell_command(const struct cell *c, enum cmlab_role role, char *line, size_t size);

/* What the side's dimensions are, in the words of the command; for people. */
void cell_describe(const struct cell *c, enum cmlab_role role, char *text, size_t size);

/**
 * struct question - a cell as the model is asked about it
 * @req: both sides' commands, read by the core's own parser
 * @in: the what-if
 * @h: the answer
 */
struct question {
	struct cmlab_request req[CMLAB_NR_ROLES];
	struct cmlab_predict_in in;
	struct cmlab_handshake h;
};

/* CMLAB_RELEASE() of the kernel that all cells run on. */
extern u16 cell_kernel;

/**
 * cell_predict - ask the model
 * @c: the cell
 * @device: limits of the cell's device
 * @qp_num: of each side's QP, which nobody knows beforehand; 0 for that
 * @q: filled
 *
 * Return: 0, or -EINVAL if a command is not understood
 */
int cell_predict(const struct cell *c, const struct cmlab_limits *device, const u32 *qp_num,
		 struct question *q);

/*
 * Both programs give a handshake up when one of the two setters fails, which the model
 * leaves to the program.
 */
bool cell_ended_by_setter(const struct question *q, enum cmlab_role role);

#endif /* CONFORM_CELL_H */
