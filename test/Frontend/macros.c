// The body may use macros, whole statements too; its text stays as it is.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#define N 10
#define SQUARE(x) ((x) * (x))
#define ELEMENT(i, j) A[(i)][(j)]
#define OPEN {
#define BLOCK { A[i][j] = 1; }
#define STATEMENT A[i][j] = 2
#define WITH_SEMICOLON A[i][j] = 3;
// CHECK-LABEL: nest uses in uses at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 8 }
void uses(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < SQUARE(3); j++)
      ELEMENT(i, j) = SQUARE(i);
}
// CHECK-LABEL: nest block in block at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void block(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      BLOCK
}
// CHECK-LABEL: nest statement in statement at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void statement(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      STATEMENT /* ; */ ;
}
// CHECK-LABEL: nest statement_with_semicolon in statement_with_semicolon at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void statement_with_semicolon(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      WITH_SEMICOLON
}
// CHECK-LABEL: nest conditional_text in conditional_text at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void conditional_text(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
#ifdef N
      A[i][j] = 1; // a comment with { and \
                      a second line
#else
      A[i][j] = 2; }
#endif
    }
}
// CHECK-LABEL: nest opened in opened at
// CHECK: write { S[i0, i1] -> A[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void opened(double (*A)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) OPEN
      A[i][j] = 1;
    }
}
