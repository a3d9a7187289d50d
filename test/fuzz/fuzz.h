/* fuzz.h - the table of random nests that harness.c runs. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>

enum kind { F32, F64, F80, C64, C128, C160, I8, U8, I16, U16, I32, U32, I64, U64, KINDS };

enum { PARTS = 4, BUFFERS = 6, LOOPS = 5, CASES = 3, SIZES = 28, DATA = 3 };

/* An element: its size and what of it holds values; padding is not looked at. */
struct layout {
  size_t size;
  int parts;
  struct { enum kind kind; size_t at; } part[PARTS];
};

struct buffer {
  const struct layout *layout; /* null: no buffer */
  size_t count;
  void *own; /* the memory of an object of the program, null: the harness allocates */
};

struct nest {
  const char *name;
  long (*run)(const long *sizes, void **b); /* b[i]: the memory of buffer i */
  struct buffer buffers[BUFFERS];
  int loops;
  int reach[LOOPS]; /* largest distance along each loop */
  long sizes[CASES][SIZES];
};

extern const struct layout layouts[KINDS];
/* Tables end with a nest without name, the list of tables with null. */
extern const struct nest *const tables[];

/* --- stacks.c: where a nest is called ----------------------------------------------------------- */

/* On a thread with so many KB of stack (thread:16), a coroutine (context:16), another thread (full:32) or the main one
   (main:32) that has so many KB left, or where the caller is (empty). */
long run_on(const char *stack, const struct nest *n, const long *sizes, void **b);
/* Handlers of this thread that ask for it have a stack of their own. */
void handle_elsewhere(int is_main);

/* --- buffers.c: data that no linear formula describes ---------------------------------------------- */

size_t value_size(enum kind k);
size_t bytes_of(const struct nest *n);
void allocate(const struct nest *n, void *b[BUFFERS]);
void release(const struct nest *n, void *b[BUFFERS]);
/* Different data for each `which`, so that a value left over from another run is not the right one. */
void fill(const struct nest *n, void *b[BUFFERS], int which);
/* The values of all buffers one after the other, padding left out; at most bytes_of(n). Returns the size. */
size_t gather(const struct nest *n, void *b[BUFFERS], char *out);
/* Prints the first difference from the gathered values, on stderr. */
void explain(const struct nest *n, void *b[BUFFERS], const char *reference);

#endif
