// A loop of a tree that counts down steps the user's iterator. Computed from another variable its elements would follow
// each other in a way that compilers do not know.
// RUN: tilepipe-cc %s -o %t.c -Rpass-missed=tilepipe 2>&1 | count 0
// RUN: FileCheck %s < %t.c
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o

// The proof reads such loops: in the other order the values are others, and the last iteration is one of them.
// RUN: sed 's/for (i = -(\(.*\)); i >= tp_last1; i--)/for (i = tp_last1; i <= -(\1); i++)/' %t.c > %t.up.c
// RUN: not cmp -s %t.c %t.up.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.up.c -Rpass-missed=tilepipe 2>&1 | FileCheck --check-prefix=FAULT %s
// RUN: sed 's/; i >= tp_last1; i--)/; i >= tp_last1 + 1; i--)/' %t.c > %t.short.c
// RUN: not cmp -s %t.c %t.short.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.short.c -Rpass-missed=tilepipe 2>&1 | FileCheck --check-prefix=FAULT %s
// RUN: sed 's/; i >= tp_last1; i--)/; i > tp_last1; i--)/' %t.c > %t.strict.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.strict.c -Rpass-missed=tilepipe 2>&1 | FileCheck --check-prefix=FAULT %s
// RUN: sed 's/; i >= tp_last1; i--)/; i >= tp_last1; i -= 2)/' %t.c > %t.two.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.two.c -Rpass-missed=tilepipe 2>&1 | FileCheck --check-prefix=FAULT %s
// RUN: sed 's/int i;$/unsigned i;/; s/for (i = -(\(.*\)); i >= tp_last1; i--)/for (i = (unsigned)-(\1); i >= tp_last1; i--)/' %t.c > %t.unsigned.c
// RUN: not cmp -s %t.c %t.unsigned.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.unsigned.c -Rpass-missed=tilepipe 2>&1 | FileCheck --check-prefix=FAULT %s
// FAULT: no proof was found

// CHECK: void tp_lines_tile_scan(
// CHECK: for (i = 2; i <= tp_last1; i++) {
// CHECK: const tp_int tp_last1 = -(0);
// CHECK-NEXT: for (i = -({{.*}}); i >= tp_last1; i--) {
// CHECK-NOT: i = (int)
// CHECK: TP_STATEMENT(1);
void lines(int n, int m, double (*restrict r)[m], double (*restrict l)[m]) {
  for (int k = 0; k < n; k++) {
    for (int i = 2; i < m; i++)
      r[k][i] -= l[k][i] * r[k][i - 2];
    for (int i = m - 3; i >= 0; i--)
      r[k][i] -= l[k][i] * r[k][i + 2];
  }
}

// Of a type that does not hold all coordinates the iterator is computed.
// CHECK: void tp_narrow_tile_scan(
// CHECK: i = (short)
void narrow(int n, short m, double (*restrict r)[100], double (*restrict l)[100]) {
  for (int k = 0; k < n; k++) {
    r[k][99] = 0;
    for (short i = m; i >= 0; i--)
      r[k][i] -= l[k][i] * r[k][i + 1];
  }
}
