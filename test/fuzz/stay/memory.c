/* memory.c - see stay.h. What a program does with its arrays by itself. */
#include "stay.h"
#include "tilepipe/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return a < b ? -1 : a > b;
}

static long least(long a, long b) { return a < b ? a : b; }

/* A part of the matrix, in order, and something found in it. */
static void sorted(slot *a, long at, long more) {
  double key = a->p[at + more / 2];
  qsort(&a->p[at], (size_t)more, sizeof *a->p, by_value);
  const double *found = bsearch(&key, &a->p[at], (size_t)more, sizeof *a->p, by_value);
  see(&(char){found && *found == key}, 1); /* NaNs are in no order */
}

static void printed(slot *a, long at, long n) {
  char text[80];
  double first = 0, second = 0;
  snprintf(text, sizeof text, "%.17g %a", a->p[at], a->p[n - 1 - at]);
  if (sscanf(text, "%lf %lf", &first, &a->p[(at + 5) % n]) == 2)
    see(&first, sizeof first);
  a->p[at / 2] = strtod(text, NULL) + second;
}

static void compared(const slot *a, const slot *b, long at) {
  long n = least(count(a), count(b)) - at % 100;
  int order = n > 0 ? memcmp(a->p, (const char *)b->p + at % 100 * (long)sizeof *b->p, (size_t)n * sizeof *a->p) : 0;
  see(&(char){(char)((order > 0) - (order < 0))}, 1);
  const void *zero = memchr(&a->p[at % count(a)], 0x3f, sizeof *a->p * (size_t)(count(a) - at % count(a)));
  see(&(long){zero ? (const char *)zero - (const char *)a->p : -1}, sizeof(long));
}

/* Every so many-th, upwards or downwards. */
static void strided(slot *a, long at, long n) {
  long step = 1 + (long)draw(2000);
  double sum = 0;
  int writes = draw(3) == 0;
  for (long i = at; i < n; i += step) {
    sum = sum * 0.5 + a->p[i];
    if (writes)
      a->p[i] = sum;
  }
  for (long i = n - 1; i > at; i -= step)
    sum = sum * 0.5 + a->p[i];
  see(&sum, sizeof sum);
}

static void columns(const slot *a) {
  int step = 1 + (int)draw(9);
  for (int j = 0; j < a->m; j += step)
    for (int i = 0; i < a->n; i += 3)
      see(&a->p[(long)i * a->m + j], 8);
}

static void gathered(slot *a, long at) {
  double *touched = draw(4) ? &a->p[draw(2) ? at : 0] : NULL;
  if (tp_gather)
    tp_gather(touched);
  see(&a->p[at], 8);
  a->p[at] += 1;
}

/* A block in the middle of others goes, and another one comes. */
static void replaced(void) {
  slot *a = any(), *b = any();
  let_go(a);
  if (b != a)
    let_go(b);
  fresh(a);
  if (b != a)
    fresh(b);
}

void memory_step(void) {
  slot *a = any(), *b = any(), swap;
  long n = count(a), at = draw((unsigned)n), more = 1 + draw((unsigned)(n - at)), from = draw((unsigned)n);
  last = 200 + draw(20);
  switch (last - 200) {
  case 0: see(&a->p[at], sizeof *a->p); break;
  case 1: a->p[at] = value(); break;
  case 2: see(&a->p[at], (size_t)more * sizeof *a->p); break;
  case 3:
    for (long i = at; i < at + more; i++)
      a->p[i] += 0.5;
    break;
  case 4: memmove(b->p, &a->p[at], (size_t)least(more, count(b)) * sizeof *a->p); break;
  case 5: memmove(&a->p[from], &a->p[at], (size_t)least(more, n - from) * sizeof *a->p); break;
  case 6: memset(&a->p[at], 0, (size_t)least(more, 2000) * sizeof *a->p); break;
  case 7: sorted(a, at, least(more, 3000)); break;
  case 8: case 9: resized(a); break;
  case 10:
    let_go(a);
    fresh(a);
    break;
  case 11: replaced(); break;
  case 12:
    swap = *a;
    *a = *b;
    *b = swap;
    break;
  case 13: columns(a); break;
  case 14:
    fixed[at % SN][from % SM] = value();
    see(&fixed[from % SN][at % SM], 8);
    see(&single[at % (SN * SM)], 4);
    break;
  case 15: memcpy(fixed, a->p, (size_t)least(n, SN * SM) * sizeof *a->p); break;
  case 16: gathered(a, at); break;
  case 17: printed(a, at, n); break;
  case 18: compared(a, b, at); break;
  case 19: strided(a, at, n); break;
  }
}
