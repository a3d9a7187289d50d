// Elements of arrays that a nest only combines with values have the bits of the sequential program, whatever the tiles:
// counts, weighted sums, products, bits, extremes; of all types, by calls and choices, two arrays at once, one array twice,
// beside a sweep, of more dimensions, of variable length, of sums that leave their type on the way.
//
// REQUIRES: gcc
// RUN: gcc -O2 %s -o %t.sequential && %t.sequential > %t.expected
// RUN: tilepipe-cc -O2 %s -o %t.parallel -Rpass=tilepipe 2>&1 | grep -c 'parallelized as region' | grep -x 15
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel > %t.out 2> %t.stats
// RUN: cmp %t.expected %t.out && FileCheck %s < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=9 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=2 OMP_NUM_THREADS=7 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_HYBRID=fine OMP_NUM_THREADS=2 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_ASSIGN=cyclic TILEPIPE_TILE=5,3 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// RUN: tilepipe-cc %s -o %t.c && FileCheck %s --check-prefix=CODE < %t.c
// CHECK-DAG: region=counts {{.*}} ran=3 declined=0
// CHECK-DAG: region=weights {{.*}} ran=3 declined=0
// CHECK-DAG: region=products {{.*}} ran=3 declined=0
// CHECK-DAG: region=masks {{.*}} ran=3 declined=0
// CHECK-DAG: region=flips {{.*}} ran=3 declined=0
// CHECK-DAG: region=least {{.*}} ran=3 declined=0
// CHECK-DAG: region=greatest {{.*}} ran=3 declined=0
// CHECK-DAG: region=chosen {{.*}} ran=3 declined=0
// CHECK-DAG: region=two {{.*}} ran=3 declined=0
// CHECK-DAG: region=twice {{.*}} ran=3 declined=0
// CHECK-DAG: region=bytes {{.*}} ran=3 declined=0
// CHECK-DAG: region=rows {{.*}} ran=3 declined=0
// CHECK-DAG: region=variable {{.*}} ran=3 declined=0
// CHECK-DAG: region=beside {{.*}} ran=3 declined=0
// CHECK-DAG: region=leaves {{.*}} ran=3 declined=0
// Sums are computed without a sign; extremes are not.
// CODE: {{^}}static TP_OPAQUE void tp_counts_tile_scan({{.*}}unsigned int *__restrict h
// CODE: {{^}}  {"h", 4, {{.*}} TP_ARRAY_COMBINED_ADD | TP_ARRAY_SIGNED, 1}
// CODE: {{^}}static TP_OPAQUE void tp_least_tile_scan({{.*}} short *__restrict small
// CODE: {{^}}  {"small", 2, {{.*}} TP_ARRAY_COMBINED_MIN | TP_ARRAY_SIGNED, 1}
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { N = 4000, K = 61 };
static int key[N], weight[N], h[K], other[K], wrap[4];
static unsigned char letters[N];
static signed char tiny[K];
static short small[K];
static long long large[K];
static unsigned products_of[K], bits[K];
static unsigned long words[K];
static int grid[7][K];
static double a[N], b[N];

static void counts(int n) {
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}

static void weights(int n) {
  for (int i = n - 1; i >= 0; i -= 3) {
    int k = (key[i] + i) % K;
    if (weight[i] > 5)
      large[k] -= weight[i] * 3LL;
    else
      large[k] = weight[i] + large[k];
  }
}

static void products(int n) {
  for (int i = 0; i < n; i++)
    products_of[key[i]] *= 2 * weight[i] + 1;
}

static void masks(int n) {
  for (int i = 0; i < n; i++)
    bits[key[i]] &= ~(1u << (weight[i] & 31));
}

static void flips(int n) {
  for (int i = 0; i < n; i++)
    words[key[i]] ^= (unsigned long)weight[i] * 0x9e3779b97f4a7c15;
}

static void least(int n) {
  for (int i = 0; i < n; i++) {
    short w = (short)(weight[i] - 40);
    if (w < small[key[i]])
      small[key[i]] = w;
  }
}

static int larger(int x, int y) { return x > y ? x : y; }

static void greatest(int n) {
  for (int i = 0; i < n; i++)
    other[key[i]] = larger(other[key[i]], weight[i] * i);
}

static void chosen(int n) {
  for (int i = 0; i < n; i++)
    other[key[i]] = weight[i] - i < other[key[i]] ? weight[i] - i : other[key[i]];
}

static void two(int n) {
  for (int i = 0; i < n; i++) {
    h[key[i]] += 2;
    bits[key[n - 1 - i]] |= weight[i];
  }
}

static void twice(int n) {
  for (int i = 0; i < n; i++) {
    h[key[i]]--;
    h[key[i] / 2] += weight[i];
    h[0] += 1;
  }
}

static void bytes(int n) {
  for (int i = 0; i < n; i++)
    tiny[letters[i] % K] += (signed char)i;
}

static void rows(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      grid[i % 7][key[i * m + j]] += j;
}

static long variable(int n, int k) {
  long sums[k];
  memset(sums, 0, sizeof sums);
  for (int i = 0; i < n; i++)
    sums[key[i] % k] += weight[i];
  long all = 0;
  while (k-- > 0)
    all ^= sums[k] << k;
  return all;
}

static void beside(int n) {
  for (int i = 1; i < n; i++) {
    a[i] = a[i] * 0.5 + b[i];
    if (a[i] > 1)
      h[key[i]] += weight[i];
  }
}

/* The program's own sums stay inside int; those of a part of the iterations do not. */
static void leaves(int n) {
  for (int i = 0; i < n; i++)
    wrap[key[i / 2] & 3] += i % 2 ? INT_MAX : -INT_MAX;
}

static void show(const char *name, const void *from, size_t size) {
  unsigned long long sum = 0;
  const unsigned char *p = from;
  while (size-- > 0)
    sum = sum * 1099511628211u + *p++;
  printf("%s %016llx\n", name, sum);
}

int main(void) {
  unsigned seed = 1;
  int k = 0;
  while (k < N) {
    seed = seed * 1664525 + 1013904223;
    key[k] = (int)(seed >> 8) % K;
    weight[k] = (int)(seed >> 20) % 97;
    letters[k] = (unsigned char)(seed >> 13);
    a[k] = weight[k] * 0.1;
    b[k] = key[k] * 0.01;
    k++;
  }
  k = 0;
  while (k < K) {
    bits[k] = 0xfffffff0u + (unsigned)k;
    products_of[k] = (unsigned)k + 3;
    small[k] = (short)(k % 5 == 0 ? SHRT_MIN : 100);
    k++;
  }
  int t = 0;
  while (t < 3) {
    int n = t == 0 ? N : t == 1 ? 2048 : N - 1;
    counts(n), show("counts", h, sizeof h);
    weights(n), show("weights", large, sizeof large);
    products(n), show("products", products_of, sizeof products_of);
    masks(n), show("masks", bits, sizeof bits);
    flips(n), show("flips", words, sizeof words);
    least(n), show("least", small, sizeof small);
    greatest(n), show("greatest", other, sizeof other);
    chosen(n), show("chosen", other, sizeof other);
    two(n), show("two", h, sizeof h), show("two", bits, sizeof bits);
    twice(n), show("twice", h, sizeof h);
    bytes(n), show("bytes", tiny, sizeof tiny);
    rows(n / 40, 40), show("rows", grid, sizeof grid);
    printf("variable %ld\n", variable(n, 17 + t));
    beside(n), show("beside", h, sizeof h), show("beside", a, sizeof a);
    leaves(n), show("leaves", wrap, sizeof wrap);
    t++;
  }
  counts(0);
  counts(-1);
  show("none", h, sizeof h);
  return 0;
}
