/* slots.c - see stay.h. Memory that matrices lie in. */
#include "stay.h"

#include <stdlib.h>
#include <string.h>

slot slots[SLOTS];
double fixed[SN][SM];
float single[SN * SM];

slot *any(void) { return &slots[draw(SLOTS)]; }
long count(const slot *s) { return (long)s->n * s->m; }

int same_shape(slot **a, slot **b) {
  *a = any();
  for (int k = 0; k < SLOTS; k++) {
    *b = &slots[(*a - slots + 1 + k) % SLOTS];
    if (*b != *a && (*b)->n == (*a)->n && (*b)->m == (*a)->m)
      return 1;
  }
  return 0;
}

static void fill(int n, int m, double (*a)[m], double c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = c + i * 0.5 - j * 0.25;
}

/* Rows of some pages, so that columns stay, too; short rows; and all between. */
static void shape(slot *s) {
  static const int columns[] = {3, 64, 100, 150, 256, 511, 1024, 4200};
  s->m = draw(2) ? columns[draw(8)] : slots[0].m ? slots[0].m : 100;
  s->n = draw(2) && slots[0].n ? slots[0].n : 20 + (int)draw(200);
  while (count(s) > 120000)
    s->n = s->n / 2 + 4;
}

void fresh(slot *s) {
  shape(s);
  size_t bytes = (size_t)count(s) * sizeof *s->p;
  unsigned how = draw(6);
  void *at = NULL;
  if (how < 2) {
    s->p = calloc((size_t)count(s), sizeof *s->p);
    return;
  }
  if (how == 2)
    s->p = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  else if (how == 3)
    s->p = posix_memalign(&at, 256u << draw(6), bytes) == 0 ? at : NULL;
  else
    s->p = malloc(bytes);
  fill(s->n, s->m, (void *)s->p, value());
}

void resized(slot *s) {
  long n = count(s);
  s->n = draw(4) ? 20 + (int)draw(220) : 2 + (int)draw(8);
  while (count(s) > 120000)
    s->n = s->n / 2 + 4;
  s->p = realloc(s->p, (size_t)count(s) * sizeof *s->p);
  for (long i = n; i < count(s); i++)
    s->p[i] = 1;
}

void let_go(slot *s) {
  free(s->p);
  *s = (slot){NULL, 0, 0};
}
