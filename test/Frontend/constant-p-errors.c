// Emitted functions get values when they run, so the compiler knows less there than in the program's own loop.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | grep -v tp-depth | FileCheck %s

// CHECK: [[@LINE+2]]:3: remark: loop not parallelized: call of '__builtin_constant_p', which answers what the compiler knows: {{.*}} [tp-impure-call]
void body(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * (__builtin_constant_p(n) ? 0.25 : 0.375);
}

static double weight(int n) { return __builtin_constant_p(n) ? 0.25 : 0.375; }
// CHECK: [[@LINE+2]]:3: remark: loop not parallelized: call of 'weight', which
void called(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * weight(n);
}

// CHECK: [[@LINE+2]]:3: remark: loop not parallelized:
void bound(int n, double (*A)[n]) {
  for (int i = 1; i < (__builtin_constant_p(n) ? n : n - 1); i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * 0.5;
}
