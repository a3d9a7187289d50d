// Iterators close to the ends of their type: constants that cannot be negated are no numbers of the emitted code.
//
// RUN: tilepipe-cc %s -o /dev/null -Rpass-missed=tilepipe 2>&1 | FileCheck %s
#include <limits.h>

// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the code of the nest cannot be computed (a number of more than 64 bits) [tp-too-complex]
void last(long n, int *restrict row) {
  for (long i = LONG_MAX - n; i < LONG_MAX; i++)
    row[i - (LONG_MAX - n)] += (int)i;
}
