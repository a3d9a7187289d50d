// Names with `$` and letters outside of ASCII are names as any other.
//
// RUN: tilepipe-cc %s --tp-stop-after=codegen -Rpass=tilepipe -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: tilepipe-cc %s --tp-verify '--tp-tile=größe:8,8;sweep$2:4,4' -c -o %t.o

// No word of these starts as ours do.
// CHECK: remark: loop nest of depth 2 parallelized as region 'sweep$2'
void sweep$2(int n$, double (*a$tp_)[50]) {
  for (int i$ = 1; i$ < n$; i$++)
    for (int j = 1; j < 50; j++)
      a$tp_[i$][j] = a$tp_[i$ - 1][j] * 0.5 + 1;
}
// CHECK: remark: loop nest of depth 2 parallelized as region 'größe'
void größe(int ñ, double (*ätp_x)[50]) {
  for (int ı = 1; ı < ñ; ı++)
    for (int j = 1; j < 50; j++)
      ätp_x[ı][j] = ätp_x[ı - 1][j] * 0.5 + 1;
}
