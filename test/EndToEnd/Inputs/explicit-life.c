/* The same nest in constructors and destructors, some of them outside of MPI's life, in a function of atexit, and in main. */
#include <stdio.h>
#include <stdlib.h>

static double A[120][130];

static double nest(void) {
  for (int i = 1; i < 120; i++)
    for (int j = 1; j < 130; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + 0.125 * A[i][j] + 1;
  return A[119][129];
}

static double of_first;

static void leave(void) { printf("atexit %.17g\n", nest()); }

/* Behind those of the file's that have the number: in front of the start, behind the end. */
__attribute__((constructor(101))) static void first(void) { of_first = nest(); }
__attribute__((constructor)) static void early(void) { printf("early %.17g\n", nest()); }
__attribute__((destructor)) static void late(void) { printf("late %.17g\n", nest()); }
__attribute__((destructor(101))) static void last(void) { printf("last %.17g\n", nest()); }

int main(void) {
  atexit(leave);
  printf("first %.17g, main %.17g\n", of_first, nest());
  return 0;
}
