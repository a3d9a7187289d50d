// A file may have names like ours: they are told apart for the proof, as they are for the backend.
// RUN: tilepipe-cc -c %s -o %t.o --tp-verify -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
int tp_box = 4;
struct tp_region {
  int tp_abi;
};
#define tp_lo 17
static int tp_sweep_try(int x) { return x * tp_box; }
static double a[200][200];

int sweep(int n) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'sweep'
  for (int i = 1; i < n; i++) {
    ;
    for (int j = 1; j < n; j++)
      a[i][j] = a[i - 1][j] * .5 + a[i][j - 1] * .25;
  }
  struct tp_region r = {tp_sweep_try(tp_lo)};
  return r.tp_abi;
}
