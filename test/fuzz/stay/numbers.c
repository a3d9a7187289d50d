/* numbers.c - see stay.h. Arrays of other types than double, and members of structures. */
#include "stay.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { N = 160, M = 130, RECORDS = 250, LONG = 90 };

/* Between the elements of `row` lies what the program hands to the kernel. */
typedef struct record {
  double row[LONG];
  char name[24];
  struct timespec rest;
  long times;
} record;

typedef struct grid {
  int n, m;
  double u[N][M];
  float v[N][M];
} grid;

static int whole[N][M], key[N * M];
static long far_ones[N][M];
static float short_ones[N][M];
static record records[RECORDS];
static grid *plate;
static int *of_heap;
enum { MANY = 40, SIDE = 52 };
static double many[MANY][SIDE][SIDE];

void numbers_begin(void) {
  memset(many, 0, sizeof many);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      whole[i][j] = (i * 7 + j * 3) % 101;
      key[i * M + j] = (i * 131 + j * 17) % (N * M);
      far_ones[i][j] = i - 3 * j;
      short_ones[i][j] = (float)(i + j) * 0.5f;
    }
  for (int i = 0; i < RECORDS; i++) {
    memset(&records[i], 0, sizeof records[i]);
    strcpy(records[i].name, "/dev/null");
    records[i].rest.tv_nsec = 1;
    for (int j = 0; j < LONG; j++)
      records[i].row[j] = i + j;
  }
  free(plate);
  plate = calloc(1, sizeof *plate);
  plate->n = N;
  plate->m = M;
  free(of_heap);
  of_heap = malloc((N + 1) * M * sizeof *of_heap);
  for (int i = 0; i < (N + 1) * M; i++)
    of_heap[i] = i % 1000;
}

void numbers_see(void) {
  see(whole, sizeof whole);
  see(key, sizeof key);
  see(far_ones, sizeof far_ones);
  see(short_ones, sizeof short_ones);
  for (int i = 0; i < RECORDS; i++) {
    see(records[i].row, sizeof records[i].row);
    see(records[i].name, sizeof records[i].name);
    see(&records[i].times, sizeof records[i].times);
  }
  see(plate->u, sizeof plate->u);
  see(plate->v, sizeof plate->v);
  see(of_heap, N * M * sizeof *of_heap);
  see(many, sizeof many);
}

static void count_up(int n, int by) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < M; j++)
      whole[i][j] = (whole[i - 1][j] + whole[i][j - 1] + by) & 0xffff;
}

static void far_away(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      far_ones[i][j] = far_ones[i][j] * 3 % 1000003 + whole[i][j];
}

static void halves(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      short_ones[i][j] = 0.25f * (short_ones[i - 1][j] + short_ones[i][j - 1] + short_ones[i + 1][j] + (float)whole[i][j]);
}

static void widened(int n, int m, double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.5 + short_ones[i][j];
}

static void of_records(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < LONG; j++)
      records[i].row[j] = 0.5 * records[i - 1].row[j] + 0.25 * records[i].row[j - 1];
}

static void of_grid(grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++)
      g->u[i][j] = 0.5 * g->u[i - 1][j] + 0.25 * g->u[i][j - 1] + 1;
}

static void of_both(grid *g) {
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->m; j++)
      g->v[i][j] = g->v[i][j] * 0.5f + (float)g->u[i][j];
}

static void chosen(int n, double *restrict out, const double *restrict from, int most) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      out[i * M + j] = 0.5 * from[key[i * M + j] % most];
}

static void histogram(void) {
  static int times[64];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      times[whole[i][j] & 63]++;
  see(times, sizeof times);
  memset(times, 0, sizeof times);
}

/* Its bounds and a factor lie in arrays, which may be away. */
static void bounded(int n, const int *wide, const double *by, double *restrict a, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < *wide; j++)
      a[i * m + j] = a[i * m + j] * *by + 1;
}

static void on_heap(void) {
  for (int i = 1; i <= N; i++)
    for (int j = 0; j < M; j++)
      of_heap[i * M + j] = (of_heap[(i - 1) * M + j] * 3 + of_heap[i * M + j]) & 0xfffff;
}

/* Through a function, anywhere. */
static double looked_up(int i, int j) { return fixed[i % SN][j % SM]; }

static void by_function(int n, int m, double (*a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.5 + looked_up(i * 7, j * 3);
}

/* More arrays than the runtime keeps account of, side by side; regions see each of them, and all as one. */

static void one_of_many(double (*a)[SIDE]) {
  for (int i = 1; i < SIDE; i++)
    for (int j = 1; j < SIDE; j++)
      a[i][j] = a[i][j] * 0.5 + a[i - 1][j] * 0.25 + a[i][j - 1] * 0.125 + 1;
}

static void all_of_many(int n, double (*a)[SIDE]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < SIDE; j++)
      a[i][j] = a[i][j] * 0.75 + a[i - 1][j] * 0.125;
}

static void of_many(void) {
  int first = (int)draw(MANY), past = first + 1 + (int)draw((unsigned)(MANY - first));
  if (draw(5) == 0) {
    all_of_many((past - first) * SIDE, many[first]);
  } else {
    int step = 1 + (int)draw(3);
    for (int k = first; k < past; k += step)
      one_of_many(many[k]);
  }
  see(many[draw(MANY)], sizeof many[0] / 2);
}

/* The kernel reads and writes what lies between. */
static void use_records(void) {
  record *r = &records[draw(RECORDS)];
  int f = open(r->name, O_RDONLY);
  see(&(char){f >= 0 && read(f, r->name + 12, 4) == 0}, 1);
  if (f >= 0)
    close(f);
  r->times += nanosleep(&r->rest, NULL) == 0;
}

static void bounded_by(slot *a, const slot *b) {
  int (*at)[M] = whole;
  int i = 1 + (int)draw(N - 1), j = 1 + (int)draw(M - 1);
  double by = b->p[count(b) / 2];
  at[i][j] = at[i][j] % a->m;
  if (b != a && by > -2 && by < 2)
    bounded(a->n, &at[i][j], &b->p[count(b) / 2], a->p, a->m);
}

void number_region(void) {
  slot *a = any(), *b = any();
  switch (last = 500 + draw(15), last - 500) {
  case 0: count_up(2 + (int)draw(N - 1), (int)draw(100)); break;
  case 1: far_away(); break;
  case 2: halves(); break;
  case 3: widened(a->n < N ? a->n : N, a->m < M ? a->m : M, (void *)a->p); break;
  case 4:
    of_records(2 + (int)draw(RECORDS - 1));
    use_records();
    break;
  case 5: of_grid(plate); break;
  case 6: of_both(plate); break;
  case 7:
    if (a != b && count(a) >= M)
      chosen((int)(count(a) / M < N ? count(a) / M : N), a->p, b->p, (int)count(b));
    break;
  case 8: histogram(); break;
  case 9: bounded_by(a, b); break;
  case 10: on_heap(); break;
  case 11:
    whole[draw(N)][draw(M)] = (int)draw(1000);
    see(&far_ones[draw(N)][draw(M)], sizeof far_ones[0][0]);
    see(&plate->u[draw(N)], sizeof plate->u[0]);
    break;
  case 12: by_function(a->n, a->m, (void *)a->p); break;
  case 13: of_many(); break;
  case 14: {
    int rows = N + 1 + (int)draw(40);
    of_heap = realloc(of_heap, (size_t)rows * M * sizeof *of_heap);
    for (int i = (N + 1) * M; i < rows * M; i++)
      of_heap[i] = 0;
    break;
  }
  }
}
