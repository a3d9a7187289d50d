// What `#pragma tilepipe` asks for reaches the region; several add up, and blanks do not matter.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe -Rpass-analysis=tilepipe \
// RUN:   --tp-schedule=blocking 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=C < %t.c

double outside(double x);
static int seen;
static double counted(double x) { return seen += 1, x; }

// C: "schedule=blocking;tile=16,*;grouping=vertical;schedule=overlap",
// CHECK: :[[@LINE+5]]:3: remark: loop nest of depth 2 parallelized as region 'settings'
void settings(int n, double (*A)[n]) {
#pragma tilepipe parallel, tile( 16 , * )
#pragma tilepipe grouping(vertical) \
                 schedule (overlap)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
}

// C: "schedule=blocking;protocol=eager;hybrid=coarse;balance=constant;transport=rma;assign=block;faces=direct;mesh=2,*;group=*,1;body=jam",
// CHECK: :[[@LINE+5]]:3: remark: loop nest of depth 2 parallelized as region 'others'
void others(int n, double (*A)[n]) {
#pragma tilepipe protocol(eager) hybrid(coarse) balance(constant) transport(rma)
#pragma tilepipe assign(block), faces(direct)
#pragma tilepipe mesh(2, *) group(*, 1) body(jam)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
}

// C: "schedule=blocking;mesh=2,1",
// CHECK: :[[@LINE+3]]:3: remark: loop nest of depth 2 parallelized as region 'operator'
void operator(int n, double (*A)[n]) {
  _Pragma("tilepipe mesh(2,1)")
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
}

// CHECK: :[[@LINE+4]]:3: remark: loop nest of depth 2 parallelized as region 'pure'
// CHECK: remark: region 'pure' trusts '#pragma tilepipe assume': 'outside' only computes [tp-trusted]
void pure(int n, double (*A)[n]) {
#pragma tilepipe assume(pure: outside)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = outside(A[i - 1][j]);
}

// The user's word is for that nest.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: {{.*}}'outside{{.*}} [tp-unknown-call]
void unknown(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = outside(A[i - 1][j]);
}

// CHECK: :[[@LINE+4]]:3: remark: loop nest of depth 2 parallelized as region 'apart'
// CHECK: remark: region 'apart' trusts '#pragma tilepipe assume': different arrays do not overlap [tp-trusted]
void apart(int n, int (*A)[n], const int *table) {
#pragma tilepipe assume(noalias)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = table[A[i - 1][j]];
}

// CHECK: :[[@LINE+3]]:3: remark: {{.*}} distances (0,1) (1,0), tiling rows (1,0) (1,1)
void skewed(int n, double (*A)[n]) {
#pragma tilepipe shape((1, 0), (1, 1))
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1];
}
