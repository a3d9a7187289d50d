// A structure with a member of its own name: no macro stands for it in a copy of the whole nest.
//
// RUN: tilepipe-cc %s -o - -Rpass=tilepipe -Rpass-missed=tilepipe 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=TAKEN < %t
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc -O2 %s -c -o %t.o -Werror -Wall

static struct {
  double u[200][200];
} u;
static struct {
  double up[200][200];
} v;
// TAKEN: parallelized as region 'alike'
// CHECK-NOT: tp_{{alike}}_reference
// CHECK: tp_{{alike}}_variants, 0,
void alike(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      u.u[i][j] = u.u[i - 1][j] * 0.5 + u.u[i][j - 1] * 0.25 + 1;
}
// The beginning of a name is none.
// TAKEN: parallelized as region 'unlike'
// CHECK: tp_{{unlike}}_variants, tp_unlike_reference,
void unlike(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      v.up[i][j] = v.up[i - 1][j] * 0.5 + 1;
}
