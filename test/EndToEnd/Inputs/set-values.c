/* set-values.c - variables that stand for index arithmetic, and variables that only look so. */
#include <stdio.h>

#define N 64
static double A[N][N], B[N][N], C[4*N];
/* the value changes between the assignment and the read */
static void stale(int n) {
  int i, j, k, s = 0;
  for (i = 0; i < n; i++) {
    k = s + i;
    s = i % 3;
    for (j = 0; j < n; j++) B[i][j] = C[k] + j;
  }
}
/* read before it is set: the value of the iteration before */
static void before(int n) {
  int i, j, k = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      B[i][j] = C[k];
      k = j;
    }
}
/* set under a condition */
static void sometimes(int n) {
  int i, j, k = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      if (j % 2) { k = j; B[i][j] = C[k]; }
      else B[i][j] = 1;
    }
}
/* used behind the nest */
static int behind(int n) {
  int i, j, k = 0;
  for (i = 0; i < n; i++) {
    k = i + 1;
    for (j = 0; j < n; j++) B[i][j] = C[k] + A[i][j];
  }
  return k;
}
/* set between, inner loop steps a variable that the value names */
static void stepped(int n) {
  int i, j = 5, k;
  for (i = 0; i < n; i++) {
    k = j + i;
    for (j = 0; j < n; j++) B[i][j] = C[k] + A[i][j];
  }
}
/* narrow */
static void narrow(int n) {
  int i, j; unsigned char k; short s;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      k = i * 5 + j;
      s = j - i;
      B[i][j] = C[k] + s;
    }
}
/* in a switch */
static void cases(int n) {
  int i, j, k = 3;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      k = 1;
      switch (j & 3) {
        k = j;
      case 0: B[i][j] = C[k]; break;
      default: B[i][j] = C[k + 1];
      }
    }
}
/* in a while */
static void again(int n) {
  int i, j, k, t;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      t = 0;
      B[i][j] = 0;
      while (t < 3) { k = i + j; B[i][j] += C[k + t]; t++; }
    }
}
static void tree(int n) {
  int i, j, k, up, dn;
  for (i = 1; i < n - 1; i++) {
    up = i + 1; dn = i - 1;
    for (j = 1; j < n - 1; j++) {
      k = j + 1;
      A[i][j] = B[dn][j] + B[up][k];
    }
    for (j = 1; j < n - 1; j++) { k = 3; A[i][j] += C[up] * 0.5; }
  }
}
static void chain(int n) {
  int i, j, k, l, m;
  for (i = 1; i < n - 1; i++) {
    k = i - 1; l = k + 2; m = l - k;
    for (j = 2; j < n - 1; j++)
      A[i][j] = A[k][j] * 0.5 + A[i][j - m] * 0.25 + B[l][j];
  }
}
/* set in several blocks, each for its own reads */
static void lines(int n) {
  int i, j, k, next, last;
  for (i = 1; i < n - 2; i++) {
    for (j = 0; j < n - 2; j++) {
      next = j + 1; last = j + 2;
      A[i][next] -= 0.25 * A[i][j];
      for (k = 0; k < 2; k++) B[i][last] += 0.125 * A[i][next] * C[k];
    }
    for (j = n - 3; j >= 0; j--) {
      next = j + 2; last = j + 1;
      A[i][j] -= 0.5 * A[i][next] + 0.25 * A[i][last];
    }
  }
}
static void branches(int n) {
  int i, j, k;
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++)
      if ((i + j) % 3) { k = j - 1; A[i][j] += 0.5 * A[i][k]; }
      else { k = i - 1; A[i][j] += 0.25 * A[k][j]; }
}
/* set in a statement, and in front of several */
static void mixed(int n) {
  int i, j, k, m;
  for (i = 0; i < n; i++) {
    for (j = 1; j < n - 2; j++) {
      if ((i + j) % 3) { k = j - 1; B[i][j] += 0.5 * B[i][k]; }
      else { k = j; B[i][k] += 1; }
    }
    for (j = 0; j < n - 2; j++) {
      k = j + 2;
      A[i][k] -= 0.5 * A[i][j];
      for (m = 0; m < 3; m++) A[i][k] += C[m];
    }
  }
}
/* the second loop reads what the first one left */
static void left(int n) {
  int i, j, k = 1;
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) { k = j / 2; A[i][j] += C[k]; }
    for (j = 0; j < n; j++) B[i][j] += C[k];
  }
}
/* one block sets it for a part of its reads */
static void reset(int n) {
  int i, j, k;
  for (i = 0; i < n; i++) {
    k = i;
    for (j = 0; j < n; j++) { A[i][j] += C[k]; k = j; B[i][j] += C[k]; }
    for (j = 0; j < n; j++) { k = j + 1; A[i][j] += C[k]; }
  }
}
/* the last of two settings is used behind the nest */
static int last_of_two(int n) {
  int i, j, k = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) { k = j + i; A[i][j] += C[k]; }
    for (j = 0; j < n; j++) { k = j + 2; B[i][j] += C[k]; }
  }
  return k;
}
/* what the second value is made of changes behind it */
static void moved(int n) {
  int i, j, k, s = 2;
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) { k = j + 1; A[i][j] += C[k]; }
    for (j = 0; j < n; j++) { k = s + j; s = j % 5; B[i][j] += C[k]; }
  }
}
/* Neighbours of points at a border are the points themselves. */
static void chosen(int nx, int ny, int nz, const double *in, double *out) {
  int x, y, z, c, w, s, b;
  for (z = 0; z < nz; z++)
    for (y = 0; y < ny; y++)
      for (x = 0; x < nx; x++) {
        c = x + y * nx + z * nx * ny;
        w = x == 0 ? c : c - 1;
        s = y == ny - 1 ? c : c + nx;
        b = z == 0 ? c : c - nx * ny;
        out[c] = in[c] + 0.5 * in[w] + 0.25 * in[s] + 0.125 * in[b];
      }
}
/* In place: w is the point before it, or itself. */
static void smeared(int nx, int ny, double *a) {
  int x, y, c, w, n;
  for (y = 0; y < ny; y++)
    for (x = 0; x < nx; x++) {
      c = x + y * nx;
      w = (x == 0) ? c : c - 1;
      n = (y == 0) ? c : c - nx;
      a[c] = 0.5 * a[c] + 0.25 * a[w] + 0.25 * a[n];
    }
}
static double total(void) { double s = 0; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) s = s * 1.0000001 + A[i][j] + B[i][j] * 3; return s; }
int main(void) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) A[i][j] = i * 3 + j % 7, B[i][j] = (i * j) % 11;
  for (int i = 0; i < 4 * N; i++) C[i] = (i * 37) % 101;
  for (int r = 0; r < 3; r++) {
  stale(N); printf("%.17g\n", total()); before(N); printf("%.17g\n", total()); sometimes(N); printf("%.17g\n", total());
  printf("%d ", behind(N)); printf("%.17g\n", total()); stepped(N); printf("%.17g\n", total()); narrow(40); printf("%.17g\n", total());
  lines(N); printf("%.17g\n", total()); branches(N); printf("%.17g\n", total()); mixed(N); printf("%.17g\n", total()); left(N); printf("%.17g\n", total());
  reset(N); printf("%.17g\n", total()); printf("%d ", last_of_two(N)); printf("%.17g\n", total()); moved(N); printf("%.17g\n", total());
  cases(N); printf("%.17g\n", total()); again(N); printf("%.17g\n", total()); tree(N); printf("%.17g\n", total()); chain(N); printf("%.17g\n", total());
  chosen(16, 16, 16, &A[0][0], &B[0][0]); printf("%.17g\n", total()); smeared(N, N, &A[0][0]); printf("%.17g\n", total());
  chosen(16, 16, 15, &A[0][0], &A[0][1]); printf("%.17g\n", total()); }
}
