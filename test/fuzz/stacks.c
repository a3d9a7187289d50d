/* stacks.c - calls a nest where little of the stack is left, as threads with small stacks and coroutines do. */
#define _GNU_SOURCE
#include "fuzz.h"
#include <alloca.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

enum { WHOLE = 1 << 20, HANDLER = 64 << 10, LARGEST_LIMIT = 64 << 20 };

struct call {
  const struct nest *n;
  const long *sizes;
  void **b;
  size_t left; /* bytes of stack that the nest has, 0: all */
  long value;
};

static struct call current; /* makecontext hands on no pointers */

void handle_elsewhere(int is_main) {
  static char handlers[2][HANDLER]; /* one other thread at a time */
  stack_t s = {.ss_sp = handlers[!is_main], .ss_size = HANDLER};
  sigaltstack(&s, NULL);
}

static void call(struct call *c) { c->value = c->n->run(c->sizes, c->b); }

static __attribute__((noinline)) void call_below(struct call *c, size_t bytes) {
  volatile char *used = alloca(bytes);
  used[0] = 1;
  call(c);
  used[0] = 2;
}

/* On the calling thread's own stack, of which only c->left bytes are left. */
static void call_with_little(struct call *c) {
  pthread_attr_t attributes;
  void *low;
  size_t size, left;
  if (pthread_getattr_np(pthread_self(), &attributes) || pthread_attr_getstack(&attributes, &low, &size))
    abort();
  pthread_attr_destroy(&attributes);
  left = (size_t)((char *)__builtin_frame_address(0) - (char *)low);
  call_below(c, left > c->left ? left - c->left : 0);
}

static void *in_thread(void *c) {
  handle_elsewhere(0);
  if (((struct call *)c)->left)
    call_with_little(c);
  else
    call(c);
  return NULL;
}

static void on_thread(struct call *c, size_t size) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, size) || pthread_create(&thread, &attributes, in_thread, c)) {
    fprintf(stderr, "no thread with a stack of %zu bytes\n", size);
    exit(4);
  }
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

static void in_context(void) { call(&current); }

/* A page below that nobody may touch shows what grows beyond the end. */
static void on_context(struct call *c, size_t size) {
  enum { GUARD = 4096 };
  ucontext_t here, there;
  char *stack = mmap(NULL, size + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED || mprotect(stack, GUARD, PROT_NONE))
    abort();
  getcontext(&there);
  there.uc_stack.ss_sp = stack + GUARD;
  there.uc_stack.ss_size = size;
  there.uc_link = &here;
  current = *c;
  makecontext(&there, in_context, 0);
  swapcontext(&here, &there);
  c->value = current.value;
  munmap(stack, size + GUARD);
}

long run_on(const char *stack, const struct nest *n, const long *sizes, void **b) {
  struct call c = {n, sizes, b, 0, 0};
  struct rlimit limit;
  const char *number = strchr(stack, ':');
  size_t bytes = number ? (size_t)atoi(number + 1) << 10 : 0;
  if (!strncmp(stack, "thread:", 7)) {
    on_thread(&c, bytes);
  } else if (!strncmp(stack, "context:", 8)) {
    on_context(&c, bytes);
  } else if (!strncmp(stack, "full:", 5)) {
    c.left = bytes;
    on_thread(&c, WHOLE);
  } else if (!strncmp(stack, "main:", 5) && !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur <= LARGEST_LIMIT) {
    c.left = bytes;
    call_with_little(&c);
  } else {
    call(&c);
  }
  return c.value;
}
