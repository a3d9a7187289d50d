// Attributes in brackets belong to the function: what is emitted stands in front of them.
//
// RUN: tilepipe-cc -std=c2x %s -o %t.c -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.c
// RUN: gcc -std=gnu2x -fsyntax-only -I%include %t.c && clang-19 -std=gnu2x -fsyntax-only -I%include %t.c
// REMARK-COUNT-4: parallelized as region

// CHECK-LABEL: int first;
// CHECK: void tp_{{.*}}cold
// CHECK: {{^\[\[maybe_unused\]\] \[\[gnu::noinline, }}
int first;
[[maybe_unused]] [[gnu::noinline, gnu::cold]] static
void cold(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

// CHECK-LABEL: int second[{{.*}}
// CHECK: void tp_{{.*}}lines
// CHECK: {{^\[\[gnu::constructor\]\] // at}} the start
int second[2] = {[1] = 2}, third[2][2] = {[0][1] = 3};
[[gnu::constructor]] // at the start
static void lines(void) {
  static double A[10][10];
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < 10; j++)
      A[i][j] = A[i - 1][j] / 3;
  (void)cold;
}

#define QUIET [[gnu::noinline]]
// CHECK: void tp_{{.*}}macro
// CHECK: {{^}}QUIET static void macro
QUIET static void macro(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

[[gnu::noinline]] static void inherits(int n, double (*A)[n]);
int fourth;
// CHECK-LABEL: int fourth;
// CHECK: void tp_{{.*}}inherits
// CHECK: {{^}}static void inherits
static void inherits(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
  macro(n, A);
}
void *keep = inherits;
