/* random.h - what both harnesses share: results read from a file, data that no linear formula describes. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The whole file; ends the program when it cannot be read. The caller frees it. */
char *load(const char *name);

/* The state that the data of a nest starts from: the same in every program, another for each set. */
uint64_t start_of(const char *name, int set);
uint64_t next(uint64_t *state);
/* In [0.5, 1.5), all bits of the mantissa in use. */
double real(uint64_t *state);
long double wide_real(uint64_t *state);

/* The bits of a value on stderr, the highest byte first. */
void print_bits(const char *what, const void *p, size_t size);

#endif
