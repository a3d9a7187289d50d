// What a `#pragma tilepipe` says wrongly refuses the nest: it would not be what was asked for.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// CHECK-NOT: parallelized as region

void wrong(int n, double (*A)[n]) {
  // CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: '#pragma tilepipe tiel(4,4)' is not understood: 'tiel(...)' is none of its clauses [tp-pragma]
#pragma tilepipe tiel(4,4)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: 'tile(4,x)': not understood; numbers or * separated by commas [tp-pragma]
#pragma tilepipe tile(4, x)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: 'schedule(fast)': not understood; one of auto, overlap, blocking [tp-pragma]
#pragma tilepipe schedule(fast)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: 'mesh(wrong:2,1)': a pragma is about its own loop and names no region [tp-pragma]
#pragma tilepipe mesh(wrong:2,1)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: 'hybrid(all)': not understood; one of auto, mpi, fine, coarse, multiple [tp-pragma]
#pragma tilepipe hybrid(all)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: a parenthesis is not closed [tp-pragma]
#pragma tilepipe tile(4,4
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: '#pragma tilepipe' is not understood: it says nothing [tp-pragma]
#pragma tilepipe
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: it assumes neither 'noalias' nor 'pure: <functions>' [tp-pragma]
#pragma tilepipe assume(luck)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: tile(4) is not of 2 extents, one for each loop [tp-pragma]
#pragma tilepipe tile(4)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: tile(4,1) has an extent of 1 where a dependence is 2 long; the least extent there is 2 [tp-pragma]
#pragma tilepipe tile(4,1)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: its shape is not of the form (1,0),(1,1) [tp-pragma]
#pragma tilepipe shape(1,0,1,1)
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: shape(...) is not of 2 rows with 2 entries each [tp-pragma]
#pragma tilepipe shape((1,0,0),(0,1,0))
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: asks for rows that are linearly dependent; {{.*}} [tp-shape]
#pragma tilepipe shape((1,1),(2,2))
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: asks for rows of which (1,-1) goes against dependence distance (0,2); {{.*}} [tp-shape]
#pragma tilepipe shape((1,0),(1,-1))
  for (int i = 1; i < n; i++) for (int j = 2; j < n; j++) A[i][j] += A[i - 1][j] + A[i][j - 2];
  // CHECK: :[[@LINE+1]]:1: remark: loop not parallelized: '#pragma tilepipe parallel' stands in front of no loop [tp-pragma]
#pragma tilepipe parallel
  A[0][0] = 0;
}
