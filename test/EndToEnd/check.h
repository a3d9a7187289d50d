/* check.h - data, configurations and the comparison, shared by main.c and its parts. */
#ifndef CHECK_H
#define CHECK_H

#include "nests.h"
#include <stdio.h>

/* --- data.c: buffers of a nest ---------------------------------------------------------------- */

size_t type_size(enum type t);
/* Allocates what the nest does not bring itself; at[i] is the memory of buffer i. */
void allocate(const struct nest *n, void *at[BUFFERS]);
void release(const struct nest *n, void *at[BUFFERS]);
/* Sets of data. Consecutive runs of a nest take different ones, so that a value left over on a rank from
   the run before is not the right one. */
enum { DATA = 3 };
/* The same pseudo-random data for the same nest and set, in every program. */
void fill(const struct nest *n, void *at[BUFFERS], int set);
void save(FILE *out, const struct nest *n, void *at[BUFFERS]);
/* 0 when all buffers equal the next ones in the file; else the first difference is printed. */
int differs(const char *reference, const struct nest *n, void *at[BUFFERS]);
size_t bytes_of(const struct nest *n);

/* --- configurations.c: which settings to run a nest with --------------------------------------- */

enum { RANKS, THREADS, TILE, SCHEDULE, PROTOCOL, GROUPING, HYBRID, BALANCE, ASSIGN, TRANSPORT, BODY, FACTORS };

struct configuration {
  int level[FACTORS];
};

/* Fills out with at most `room` configurations in which every two levels of every two factors meet,
   for at most `ranks` ranks; other nests (numbers) get other ones. Returns how many. */
int configurations(int number, int ranks, struct configuration *out, int room);
/* Applies it by tp_set, for a nest of these dimensions. */
void apply(const struct configuration *c, const struct nest *n);
/* The settings as text, as they would be given in the environment. */
const char *describe(const struct configuration *c, const struct nest *n);

#endif
