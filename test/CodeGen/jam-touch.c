// Elements that a branch of the body reads are read before it where that is safe, so that compilers
// need no branch for them; the bits stay.
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 %t.par > %t.got
// RUN: diff %t.expected %t.got
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: tp_lengths_jam_scan
// CHECK: j = 
// CHECK-NOT: TP_FORCE_READ(a[
// CHECK: TP_FORCE_READ(L[i - 1][j - 1]);
// CHECK-NEXT: TP_FORCE_READ(L[i - 1][j]);
// CHECK-NEXT: TP_FORCE_READ(L[i][j - 2]);
// CHECK-NEXT: if (a[i - 1] == b[j - 1])
static void lengths(int n, int m, const char *a, const char *b, int (*L)[m + 1]) {
  for (int i = 1; i <= n; i++)
    for (int j = 2; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = L[i - 1][j] > L[i][j - 2] ? L[i - 1][j] : L[i][j - 2];
}

// Not where the element may not exist: extra[i][j] is read for some points only.
// CHECK-LABEL: tp_guarded_jam_scan
// CHECK-NOT: TP_FORCE_READ(extra
// CHECK-LABEL: tp_guarded_pipeline
static void guarded(int n, int m, const int *flag, const int *extra, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      int more = 0;
      if (flag[j])
        more = extra[i * m + j];
      A[i][j] = A[i - 1][j] + A[i][j - 1] % 7 + more;
    }
}

// Nor a name that means nothing before the body, nor a floating-point number.
// CHECK-LABEL: tp_locals_jam_scan
// CHECK-NOT: TP_FORCE_READ({{D|T.up}}
// CHECK: TP_FORCE_READ(T[i][j - 1]);
// CHECK-NOT: TP_FORCE_READ({{D|T.up}}
// CHECK-LABEL: tp_locals_pipeline
static int T[50][60];
static double D[50][60];
static void locals(void) {
  for (int i = 1; i < 50; i++)
    for (int j = 1; j < 60; j++) {
      int up = i - 1;
      T[i][j] = T[up][j] % 3 ? T[up][j - 1] + 1 : T[i][j - 1];
      D[i][j] = D[i][j - 1] > 1 ? D[i - 1][j] * .5 : D[i - 1][j - 1] + .3;
      if (T[i][j] > 4)
        T[i][j] -= T[up][j - 1] / 2;
    }
}

// Nor a name that means something else before the body: the inner k is not the outer one, which may
// stand for an element that does not exist.
// CHECK-LABEL: tp_shadowed_jam_scan
// CHECK-NOT: TP_FORCE_READ(A[i][k]
// CHECK-LABEL: tp_shadowed_pipeline
static void shadowed(int n, int m, int k, const int *flag, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      int r = A[i - 1][j] + (k & 3);
      if (flag[j] > 0) {
        int k = j - 1;
        r += A[i][k];
      }
      A[i][j] = r % 1000;
    }
}

int main(void) {
  enum { N = 70, M = 90 };
  char a[N], b[M];
  int(*L)[M + 1] = calloc(N + 1, sizeof *L), flag[M], *extra = calloc(N * M, sizeof *extra);
  for (int i = 0; i < N; i++)
    a[i] = "ACGT"[i * i % 7 % 4];
  for (int j = 0; j < M; j++) {
    b[j] = "ACGT"[j * 5 % 11 % 4];
    flag[j] = j % 3 == 1;
    T[j % 50][j % 60] = D[j % 50][0] = j % 9;
  }
  lengths(N, M, a, b, L);
  for (int i = 0; i <= N; i++)
    printf("%d %d\n", L[i][M], L[i][i]);
  guarded(N, M, flag, extra, (int(*)[M])L);
  locals();
  shadowed(N, M, 1 << 30, flag, (int(*)[M])L);
  for (int i = 0; i < 50; i++)
    printf("%d %d %a\n", L[i][M - 1], T[i][59], D[i][58]);
  free(extra);
  free(L);
  return 0;
}
