// What every path through the body writes becomes one unconditional write behind all reads;
// reads of what an iteration has written itself are none.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o %t.c > %t 2>&1
// RUN: grep -E '^nest|^  (read|write)' %t | sed 's/in .*//; s/\[m, n\] -> { S.i0, i1. -> //' > %t.accesses
// RUN: FileCheck %s < %t.accesses

// CHECK:      nest if_else
// CHECK-NEXT: read B[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK-NEXT: read conditional A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK-NEXT: read conditional A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK-NEXT: write A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void if_else(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (B[i][j] > 0)
        A[i][j] = A[i - 1][j];
      else
        A[i][j] = A[i][j - 1];
}
// The branch that reads the element before it writes it reads the old value.
// CHECK-NEXT: nest reads_first
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: read A[i0, i1] :
// CHECK-NEXT: read conditional A[-1 + i0, i1] :
// CHECK-NEXT: write A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void reads_first(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (B[i][j] > 0)
        A[i][j] = 1;
      else if (B[i][j] > -1)
        A[i][j] += 1;
      else
        A[i][j] = A[i - 1][j];
}
// CHECK-NEXT: nest no_else
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: read conditional A[i0, i1] :
// CHECK-NEXT: write conditional A[i0, i1] :
void no_else(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (B[i][j] > 0)
        A[i][j] = 1;
}
// CHECK-NEXT: nest overwritten
// CHECK-NEXT: write A[i0, i1] :
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: write B[i0, i1] :
void overwritten(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0;
      if (B[i][j] > 0)
        A[i][j] = 1;
      B[i][j] = A[i][j];
    }
}
// Written by all where the conditions on the iterators say so.
// CHECK-NEXT: nest partly
// CHECK-NEXT: read B[i0, i1] : i0 < n and 0 < i1 < i0 and i1 < m }
// CHECK-NEXT: read B[i0, i1] : 0 < i0 < n and i0 <= i1 < m }
// CHECK-NEXT: read conditional A[i0, i1] : 0 < i0 < n and i0 <= i1 < m }
// CHECK-NEXT: write conditional A[i0, i1] : 0 < i0 < n and i0 <= i1 < m }
// CHECK-NEXT: write A[i0, i1] : i0 < n and 0 < i1 < i0 and i1 < m }
void partly(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (i > j) {
        if (B[i][j] > 0)
          A[i][j] = 1;
        else
          A[i][j] = 2;
      } else if (B[i][j] > 0) {
        A[i][j] = 3;
      }
}
// CHECK-NEXT: nest early_continue
// CHECK-NEXT: read B[i0, i1] : i0 < n and 0 < i1 < i0 and i1 < m }
// CHECK-NEXT: read conditional A[-1 + i0, i1] : i0 < n and 0 < i1 < i0 and i1 < m }
// CHECK-NEXT: write A[i0, i1] : i0 < n and 0 < i1 < i0 and i1 < m }
void early_continue(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (i <= j)
        continue;
      if (B[i][j] > 0) {
        A[i][j] = 0;
        continue;
      }
      A[i][j] = A[i - 1][j];
    }
}
// CHECK-NEXT: nest by_data
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: read conditional A[-1 + i0, i1] :
// CHECK-NEXT: read conditional A[i0, -1 + i1] :
// CHECK-NEXT: write A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void by_data(int n, int m, double (*A)[m], int (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      switch (B[i][j]) {
      case 0:
        A[i][j] = 0;
        break;
      case 1:
      case 3 ... 5:
        A[i][j] = A[i - 1][j];
        /* falls through */
      case 7:
        A[i][j] = A[i][j - 1];
        break;
      default:
        A[i][j] = 1;
      }
}
// Nothing is known of what no case takes.
// CHECK-NEXT: nest no_default
// CHECK-NEXT: read B[i0, i1] :
// CHECK-NEXT: read conditional A[i0, i1] :
// CHECK-NEXT: write conditional A[i0, i1] :
void no_default(int n, int m, double (*A)[m], int (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      switch (B[i][j]) {
      case 0:
        A[i][j] = 0;
      }
}
// CHECK-NEXT: nest by_iterator
// CHECK-NEXT: write A[i0, i1] : (i0) mod 2 = 0 and
// CHECK-NEXT: write B[i0, i1] : (1 + i0) mod 2 = 0 and
void by_iterator(int n, int m, double (*A)[m], int (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      switch (i % 2) {
      case 0:
        A[i][j] = 0;
        break;
      default:
        B[i][j] = 1;
      }
}
// What cannot be reached happens nowhere.
// CHECK-NEXT: nest unreachable
// CHECK-NEXT: write A[i0, i1] : 0 < i0
// CHECK-NOT: write B
void unreachable(int n, int m, double (*A)[m], int (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0;
      continue;
      B[i][j] = 1;
    }
}
