// Nests over arrays of known contents; each prints a hash of what it computes. See known-contents.test.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 40, M = 50 };
static double A[N][M];
static float F[N][M];
static long double L[N][M];
static double complex Z[N][M];
static const double Table[4] = {0.1, 1.7, 2.3, 5.9};
static double Never[4];
static double Given[4] = {0.3, 0.7, 1.1, 1.3};
struct setting {
  double dt, w[3];
  float f;
};

static unsigned long long Hash;
static void add(const void *At, int Bytes) {
  for (int k = 0; k < Bytes; k++)
    Hash = (Hash ^ ((const unsigned char *)At)[k]) * 1099511628211u;
}

/* All bits: sums would round the differences away that are looked for. The rest of a long double has no meaning. */
static void show(const char *Name, int K) {
  Hash = 1469598103934665603u;
  add(A, sizeof A);
  add(F, sizeof F);
  add(Z, sizeof Z);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      add(&L[i][j], 10);
  printf("%s %d %llx\n", Name, K, Hash);
  memset(A, 0, sizeof A);
  memset(F, 0, sizeof F);
  memset(L, 0, sizeof L);
  memset(Z, 0, sizeof Z);
}

static void cbrt_local(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + cbrt(w[0]);
  show("cbrt_local", 0);
}
static void cbrt_float(void) {
  float w[4] = {0.1f, 1.7f, 2.3f, 5.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + cbrtf(w[1]);
  show("cbrt_float", 0);
}
static void cbrt_long(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + cbrtl(w[2]);
  show("cbrt_long", 0);
}
static void cbrt_member(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + cbrt(s.w[1]);
  show("cbrt_member", 0);
}
static void cbrt_given(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + cbrt(Given[1]);
  show("cbrt_given", 0);
}
static void cbrt_never(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + cbrt(Never[1] + 0.7);
  show("cbrt_never", 0);
}
static void cbrt_table(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + cbrt(Table[3]);
  show("cbrt_table", 0);
}
static void exp_local(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + exp(w[0]);
  show("exp_local", 0);
}
static void exp_float(void) {
  float w[4] = {0.1f, 1.7f, 2.3f, 5.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + expf(w[1]);
  show("exp_float", 0);
}
static void exp_long(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + expl(w[2]);
  show("exp_long", 0);
}
static void exp_member(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + exp(s.w[1]);
  show("exp_member", 0);
}
static void exp_given(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + exp(Given[1]);
  show("exp_given", 0);
}
static void exp_never(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + exp(Never[1] + 0.7);
  show("exp_never", 0);
}
static void exp_table(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + exp(Table[3]);
  show("exp_table", 0);
}
static void sin_local(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sin(w[0]);
  show("sin_local", 0);
}
static void sin_float(void) {
  float w[4] = {0.1f, 1.7f, 2.3f, 5.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + sinf(w[1]);
  show("sin_float", 0);
}
static void sin_long(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + sinl(w[2]);
  show("sin_long", 0);
}
static void sin_member(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sin(s.w[1]);
  show("sin_member", 0);
}
static void sin_given(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sin(Given[1]);
  show("sin_given", 0);
}
static void sin_never(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sin(Never[1] + 0.7);
  show("sin_never", 0);
}
static void sin_table(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sin(Table[3]);
  show("sin_table", 0);
}
static void pow2_local(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + pow(w[0], 0.3);
  show("pow2_local", 0);
}
static void pow2_float(void) {
  float w[4] = {0.1f, 1.7f, 2.3f, 5.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + powf(w[1], 0.3);
  show("pow2_float", 0);
}
static void pow2_long(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + powl(w[2], 0.3);
  show("pow2_long", 0);
}
static void pow2_member(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + pow(s.w[1], 0.3);
  show("pow2_member", 0);
}
static void pow2_given(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + pow(Given[1], 0.3);
  show("pow2_given", 0);
}
static void pow2_never(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + pow(Never[1] + 0.7, 0.3);
  show("pow2_never", 0);
}
static void pow2_table(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + pow(Table[3], 0.3);
  show("pow2_table", 0);
}
static void tgamma_local(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + tgamma(w[0]);
  show("tgamma_local", 0);
}
static void tgamma_float(void) {
  float w[4] = {0.1f, 1.7f, 2.3f, 5.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + tgammaf(w[1]);
  show("tgamma_float", 0);
}
static void tgamma_long(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + tgammal(w[2]);
  show("tgamma_long", 0);
}
static void tgamma_member(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + tgamma(s.w[1]);
  show("tgamma_member", 0);
}
static void tgamma_given(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + tgamma(Given[1]);
  show("tgamma_given", 0);
}
static void tgamma_never(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + tgamma(Never[1] + 0.7);
  show("tgamma_never", 0);
}
static void tgamma_table(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + tgamma(Table[3]);
  show("tgamma_table", 0);
}
static void quotient(void) {
  double complex w[3] = {1.1 + 2.3 * _Complex_I, 0.7 - 1.9 * _Complex_I, 0.3};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      Z[i][j] = Z[i - 1][j] * 0.5f + w[0] / w[1];
  show("quotient", 0);
}
static void product(void) {
  double complex w[3] = {1.1 + 2.3 * _Complex_I, 0.7 - 1.9 * _Complex_I, 0.3};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      Z[i][j] = Z[i - 1][j] * 0.5f + w[0] * w[1];
  show("product", 0);
}
static void parts(void) {
  double complex w[3] = {1.1 + 2.3 * _Complex_I, 0.7 - 1.9 * _Complex_I, 0.3};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + creal(w[0]) * cimag(w[1]) - creal(w[1]);
  show("parts", 0);
}
static void difference(void) {
  double w[3] = {0.1, 0.01, 1};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + (w[0] * w[0] - w[1] * w[2]);
  show("difference", 0);
}
static void difference_float(void) {
  float w[2] = {0.1f, 0.01f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + (w[0] * w[0] - w[1]);
  show("difference_float", 0);
}
static void difference_long(void) {
  long double w[2] = {0.1L, 0.01L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + (w[0] * w[0] - w[1]);
  show("difference_long", 0);
}
static void difference_member(void) {
  struct setting s = {0.1, {0.1, 0.7, 0.01}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + (s.dt * s.w[0] - s.w[2]);
  show("difference_member", 0);
}
static void converted(void) {
  struct setting s = {0.1, {0.3, 0.7, 1.1}, 0.9f};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = F[i - 1][j] * 0.5f + (float)(s.dt / 3) * s.f;
  show("converted", 0);
}
static void ratio(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + w[0] / w[1] * A[i][j - 1];
  show("ratio", 0);
}
static void root(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + sqrt(w[1]) * A[i][j - 1];
  show("root", 0);
}
static void factor(void) {
  double w[4] = {0.1, 1.7, 2.3, 5.9};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + w[1] * A[i][j - 1] - w[0];
  show("factor", 0);
}
static void wide_factor(void) {
  long double w[4] = {0.1L, 1.7L, 2.3L, 5.9L};
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = L[i - 1][j] * 0.5f + w[1] * L[i][j - 1] / w[0];
  show("wide_factor", 0);
}
static void literal(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] * 0.5f + ((double[]){0.1, 0.3})[1] * A[i][j - 1];
  show("literal", 0);
}

/* Short nests, which compilers unroll as a whole: they know what is stored meanwhile. */
struct matrix {
  double m[3][3];
};
static struct matrix multiply(struct matrix x, struct matrix y) {
  struct matrix r = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        r.m[i][j] += x.m[i][k] * y.m[k][j];
  return r;
}
static struct matrix lower(struct matrix x) {
  for (int i = 1; i < 3; i++)
    for (int j = 0; j < i; j++)
      x.m[i][j] = 0.01 - x.m[i][j] * x.m[i - 1][j];
  return x;
}
static struct matrix roots(struct matrix x) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      x.m[i][j] = cbrt(x.m[i][j]);
  return x;
}
static void keep(struct matrix x, int K) {
  memcpy(A, &x, sizeof x);
  show("matrix", K);
}
static void matrices(void) {
  struct matrix x = {{{.1, .01, 3}, {.7, .3, .9}, {.4, .3, .7}}};
  keep(multiply(x, x), 0);
  keep(lower(x), 1);
  keep(roots(x), 2);
}

static void compound(double w, double k) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      double s = 0.01;
      s += w * w;
      A[i][j] = A[i - 1][j] * 0.5 + s + (-(w * w) + k);
    }
  show("compound", 0);
}

int main(void) {
  matrices();
  compound(0.1, 0.01);
  cbrt_local();
  cbrt_float();
  cbrt_long();
  cbrt_member();
  cbrt_given();
  cbrt_never();
  cbrt_table();
  exp_local();
  exp_float();
  exp_long();
  exp_member();
  exp_given();
  exp_never();
  exp_table();
  sin_local();
  sin_float();
  sin_long();
  sin_member();
  sin_given();
  sin_never();
  sin_table();
  pow2_local();
  pow2_float();
  pow2_long();
  pow2_member();
  pow2_given();
  pow2_never();
  pow2_table();
  tgamma_local();
  tgamma_float();
  tgamma_long();
  tgamma_member();
  tgamma_given();
  tgamma_never();
  tgamma_table();
  quotient();
  product();
  parts();
  difference();
  difference_float();
  difference_long();
  difference_member();
  converted();
  ratio();
  root();
  factor();
  wide_factor();
  literal();
  return 0;
}
