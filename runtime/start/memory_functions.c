/* memory_functions.c - functions of the C library that take memory away, or hand it to the kernel, which does not wait
 * for what stays on other ranks (ranks/stay.h). They bring it, and do what the library does. While nothing stays they
 * only pass on. An object of its own in libtilepipe.a: the linker takes it for the name below (-Wl,-u). */
#include "ranks/memory_calls.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the program: arrays may stay. */
char __tp_memory_functions;

/* Weak: a program may have a function of its own of that name, and then means that one. */
#define INTERPOSED __attribute__((weak, visibility("default")))

/* The library's. dlsym frees the text of the last error: in free it would not end. */
#define REAL(name, own, type)                                                                      \
  static void *_Atomic known;                                                                      \
  void *found = atomic_load_explicit(&known, memory_order_relaxed);                                \
  if (!found) {                                                                                    \
    found = __tp_memory_calls.real(name, (void *)(own));                                               \
    atomic_store_explicit(&known, found, memory_order_relaxed);                                    \
  }                                                                                                \
  __typeof__(type) real = (__typeof__(type))found

/* The allocator's block at `at` goes. */
static void leave_block(void *at, int with_data) {
  if (__tp_memory_calls.any())
    __tp_memory_calls.leave(at, malloc_usable_size(at), with_data);
}

INTERPOSED void free(void *at) {
  REAL("free", free, void (*)(void *));
  if (at)
    leave_block(at, 0);
  real(at);
}

INTERPOSED void *realloc(void *at, size_t bytes) {
  REAL("realloc", realloc, void *(*)(void *, size_t));
  if (at)
    leave_block(at, 1);
  return real(at, bytes);
}

INTERPOSED size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  REAL("fwrite", fwrite, size_t (*)(const void *, size_t, size_t, FILE *));
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(from, size * count, 0);
  return real(from, size, count, file);
}

/* To a stream without a buffer they hand the text itself to the kernel. */
INTERPOSED int fputs(const char *text, FILE *file) {
  REAL("fputs", fputs, int (*)(const char *, FILE *));
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(text, strlen(text), 0);
  return real(text, file);
}

INTERPOSED int puts(const char *text) {
  REAL("puts", puts, int (*)(const char *));
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(text, strlen(text), 0);
  return real(text);
}

INTERPOSED size_t fread(void *to, size_t size, size_t count, FILE *file) {
  REAL("fread", fread, size_t (*)(void *, size_t, size_t, FILE *));
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(to, size * count, 1);
  return real(to, size, count, file);
}
