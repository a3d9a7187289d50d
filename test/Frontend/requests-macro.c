// Requests may come from macros.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: grep -c '^  TP_ABI.*"tile=4,8"' %t.c | grep -x 2
#define SMALL _Pragma("tilepipe tile(4, 8)")
#define DO(x) _Pragma(#x)
#define REQUEST(...) DO(tilepipe __VA_ARGS__)

// CHECK: parallelized as region 'literal'
void literal(int n, double (*A)[n]) {
  SMALL
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
// CHECK: parallelized as region 'made'
void made(int n, double (*A)[n]) {
  REQUEST(tile(4,
               8))
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
// CHECK: loop not parallelized: '#pragma tilepipe off' stands in front of it
void off(int n, double (*A)[n]) {
  REQUEST(off)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
// CHECK: '#pragma tilepipe tile(4, 8)' stands in front of no loop
void stray(void) {
  SMALL
}
